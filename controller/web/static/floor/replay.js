// A hand again, from its first card: the felt as the engine had it, what was ruled, seen and asked.

import { attribute, byId, el, keyed, mark, text } from "../lib/dom.js";
import { Felt } from "../lib/felt.js";
import { frames } from "../lib/replay.js";
import { amount, clock, span } from "../lib/words.js";
import { lineOf } from "./audit.js";
import { person, summary } from "./hands.js";
import { cite, decision, fault, place, t } from "./words.js";

const pictures = [1, 2]; // the table, and the card from near by

export class Replay {
  constructor(store, tell) {
    Object.assign(this, { store, tell });
    this.node = byId("replay");
    this.felt = new Felt(byId("replay-felt"));
    this.frames = [];
    byId("back").onclick = () => { this.#stop(); this.go(this.at - 1); };
    byId("on").onclick = () => { this.#stop(); this.go(this.at + 1); };
    byId("play").onclick = () => (this.timer ? this.#stop() : (this.at + 1 >= this.frames.length && this.go(0), this.#play()));
    byId("at").oninput = () => { this.#stop(); this.go(Number(byId("at").value)); };
    this.node.addEventListener("close", () => { this.#stop(); mark(document.body, "replaying", false); });
    this.node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.target.matches("input")) return;
      event.preventDefault();
      this.#stop();
      this.go(this.at + step);
    });
  }

  async open(hand) {
    const ask = (verb, fields) => this.store.ask(verb, { hand: hand.hand, ...fields }, hand.table);
    const [log, proofs, audit] = await Promise.all([ask("hand_log"), ask("evidence"), ask("audit", { most: 200 })]);
    if (!log.ok || !log.result.length) return this.tell(log);
    this.hand = hand;
    this.frames = frames(log.result, { place, t });
    const notes = [log.result[0].state ? "" : t("replay.no_felt"), log.result.some((one) => one.differs) ? t("replay.differs") : "",
      log.result.at(-1).left_out ? t("replay.left_out", { count: log.result.at(-1).left_out }) : ""];
    text(byId("replay-title"), t("replay.title", hand));
    text(byId("replay-sum"), [clock(Date.parse(hand.began)), summary(hand), ...notes].filter(Boolean).join(" · "));
    for (const kind of ["json", "phh"]) attribute(byId(`as-${kind}`), "href", `/floor/hand.${kind}?table=${encodeURIComponent(hand.table)}&hand=${hand.hand}`);
    this.#log();
    this.#rulings(log.result);
    this.#evidence(proofs.result || []);
    this.#players();
    this.#audit(audit.result?.lines || []);
    byId("at").max = this.frames.length - 1;
    this.#stop();
    this.go(0);
    mark(document.body, "replaying", true);
    this.node.showModal();
    return null;
  }

  #log() {
    const lines = this.frames.map((frame, at) => ({ ...frame, at }));
    byId("replay-log").replaceChildren();
    byId("replay-log").kept = null;
    keyed(byId("replay-log"), lines, (frame) => frame.at, (frame) => el("li", { on: { click: () => { this.#stop(); this.go(frame.at); } } }, el("time"), el("span")), (node, frame) => {
      text(node.children[0], span(frame.t - this.frames[0].t));
      text(node.children[1], frame.line);
      mark(node, "ruled", frame.ruled);
    });
  }

  #rulings(log) {
    const rulings = log.flatMap((line, at) => line.answers.filter((one) => one.o === "ruling").map((one) => ({ ...one, at })));
    const box = this.#section("rulings", rulings.length);
    box.replaceChildren(...rulings.map((one) => el("article", { className: "ruling", data: { severity: one.severity } },
      el("b", {}, `${fault(one.fault)}: ${decision(one.decision)}`), el("p", {}, one.text), el("p", { className: "clauses" }, [one.clause, ...(one.also || [])].map(cite).join(", ")))));
  }

  #evidence(proofs) {
    const box = this.#section("evidence", proofs.length);
    box.replaceChildren(...proofs.map((one) => el("figure", {}, el("figcaption", {}, `${clock(Date.parse(one.at))} · ${place(one.zone)}`),
      ...(one.opens ? pictures.filter((number) => number > 1 || this.hand.ended).map((number) => el("img", {
        src: `/floor/picture.jpg?table=${encodeURIComponent(this.hand.table)}&seq=${one.seq}&number=${number}`, alt: t("replay.picture", { seq: one.seq, place: place(one.zone), number }),
      })) : [el("p", {}, t("replay.sealed"))]),
      one.opens && !this.hand.ended ? el("p", {}, t("replay.table_later")) : null)));
  }

  #players() {
    const first = this.frames[0].state.seats;
    const over = this.frames.find((frame) => frame.state.hand?.stage === "over") || this.frames.at(-1);
    const before = (seat) => first[seat].stack + (first[seat].in_pot || 0);
    const head = el("tr", {}, ...["seat", "name", "before", "after", "change"].map((name) => el("th", {}, t(`replay.${name}`))));
    const rows = this.hand.players.filter((seat) => first[seat]).map((seat) => {
      const after = over.state.seats[seat]?.stack ?? 0;
      const change = after - before(seat);
      return el("tr", {}, ...[seat, person(this.hand, seat), amount(before(seat)), amount(after), `${change > 0 ? "+" : ""}${amount(change)}`].map((cell) => el("td", {}, String(cell))));
    });
    text(byId("replay-players").firstElementChild, t("replay.players"));
    byId("replay-players").lastElementChild.replaceChildren(head, ...rows);
  }

  #audit(lines) {
    this.#section("audit", lines.length).replaceChildren(...[...lines].reverse().map((line) => lineOf(line)));
  }

  #section(name, count) {
    const node = byId(`replay-${name}`);
    text(node.firstElementChild, t(`replay.${name}`, { count }));
    return node.lastElementChild;
  }

  go(at) {
    this.at = Math.max(0, Math.min(at, this.frames.length - 1));
    const frame = this.frames[this.at];
    if (!frame) return;
    const info = this.store.value("info", this.hand.table);
    this.felt.draw(frame.state, info?.seats, frame.winners, info?.board ?? 5);
    byId("at").value = this.at;
    text(byId("time"), span(frame.t - this.frames[0].t));
    [...byId("replay-log").children].forEach((node, place_) => mark(node, "now", place_ === this.at));
    byId("replay-log").children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  #stop() {
    clearTimeout(this.timer);
    this.timer = null;
    text(byId("play"), t("replay.play"));
  }

  // At its own pace, but nobody waits longer than a moment for a slow player.
  #play() {
    if (this.at + 1 >= this.frames.length) return this.#stop();
    const pause = this.frames[this.at + 1].t - this.frames[this.at].t;
    text(byId("play"), t("replay.pause"));
    this.timer = setTimeout(() => { this.go(this.at + 1); this.#play(); }, Math.min(Math.max(pause * 1000, 150), 1500));
    return null;
  }
}
