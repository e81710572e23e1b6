// All tables and all that is open on them: worst first, and of equals the oldest.

import { attribute, byId, el, keyed, mark, text } from "../lib/dom.js";
import { amount, clock, potOf, span, street } from "../lib/words.js";
import { cite, inWords, t, worded } from "./words.js";

const RATE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const [FEW, ROOMY] = [6, 24]; // tables: so many are large, and more than these stand closer
const SEVERITIES = ["stop", "floor", "fix", "note"]; // a person decides before a dealer mends
const KINDS = ["all", "ruling", "call", "reader", "camera", "disagreement", "journal", "faces", "requests"];
const rank = (severity) => { const at = SEVERITIES.indexOf(severity); return at < 0 ? SEVERITIES.length : at; };
const byName = (a, b) => a.localeCompare(b, "en", { numeric: true });
// What somebody has noticed waits behind what nobody has, within its severity.
const byUrgency = (a, b) => rank(a.severity) - rank(b.severity) || Boolean(a.acknowledged) - Boolean(b.acknowledged) || a.at.localeCompare(b.at);

export class Live {
  constructor(store, { choose, decide, ask }) {
    Object.assign(this, { store, choose, decide, ask });
    this.chosen = "";
    this.severities = new Set(); // none: all of them
    const buttons = SEVERITIES.slice(0, 3).map((severity) => el("button", { data: { severity }, "aria-pressed": "false", on: { click: () => this.#toggle(severity) } }, t(`severity.${severity}`)));
    byId("severities").append(...buttons);
    byId("kind").onchange = () => this.draw();
    byId("where").oninput = () => this.draw();
  }

  get names() { return Object.keys(this.store.tables).sort(byName); }

  open() {
    return this.names.flatMap((table) => (this.store.value("floor/alert", table)?.alerts || []).map((alert) => ({ ...alert, table, key: `${table}/${alert.id}` }))).sort(byUrgency);
  }

  #toggle(severity) {
    if (!this.severities.delete(severity)) this.severities.add(severity);
    this.draw();
  }

  #fits(table) {
    const wanted = byId("where").value.trim().toLowerCase();
    return !wanted || table.toLowerCase().includes(wanted);
  }

  #shown(alert) {
    const kind = byId("kind").value;
    return this.#fits(alert.table) && (kind === "all" || alert.kind === kind) && (!this.severities.size || this.severities.has(alert.severity));
  }

  draw() {
    worded(byId("kind"), KINDS.map((kind) => [kind, t(`kind.${kind}`)]));
    const open = this.open();
    const shown = open.filter((alert) => this.#shown(alert));
    const hidden = open.filter((alert) => !shown.includes(alert));
    const of = new Map(this.names.map((table) => [table, open.filter((alert) => alert.table === table)]));
    const tables = this.names.filter((table) => this.#fits(table)).sort((a, b) => this.#rank(a, of.get(a)) - this.#rank(b, of.get(b)) || byName(a, b));
    const names = this.names.length;
    text(byId("sum"), t(names === 1 ? "floor.sum_one" : "floor.sum", { tables: names, open: open.length }));
    mark(byId("tables"), "dense", tables.length > ROOMY);
    mark(byId("tables"), "few", tables.length <= FEW);
    keyed(byId("tables"), tables, (table) => table, (table) => this.#makeTable(table), (node, table) => this.#drawTable(node, table, of.get(table)));
    keyed(byId("alerts"), shown, (alert) => `${alert.key}/${alert.ruling ?? ""}`, (alert) => this.#makeAlert(alert), (node, alert) => this.#drawAlert(node, alert));
    for (const button of byId("severities").children) {
      attribute(button, "aria-pressed", this.severities.has(button.dataset.severity));
      text(button, t(`severity.${button.dataset.severity}`));
    }
    const stop = hidden.some((alert) => alert.severity === "stop");
    text(byId("hidden"), hidden.length ? t(stop ? "floor.hidden_stop" : "floor.hidden", { count: hidden.length }) : "");
    mark(byId("hidden"), "stop", stop);
    this.#drawCalm(open.length, shown.length);
    this.tick();
    return open;
  }

  #drawCalm(open, shown) {
    const { store } = this;
    const lost = store.everConnected && (!store.connected || store.broker.word !== "connected");
    const calm = byId("calm");
    mark(calm, "lost", lost);
    calm.hidden = shown > 0 && !lost;
    text(calm, lost ? t("floor.lost") : !store.connected ? t("floor.connecting") : !this.names.length ? t("floor.no_table") : t(open ? "floor.calm_filtered" : "floor.calm"));
  }

  #offline(table) { return this.store.value("status", table) !== "online"; }

  #rank(table, open) {
    if (this.#offline(table)) return 1.5; // nobody knows what goes on there
    return open.length ? rank(open[0].severity) : SEVERITIES.length;
  }

  #makeTable(table) {
    const part = (name, tag = "span") => el(tag, { className: name });
    return el("button", { className: "table", on: { click: () => this.choose(table) } }, part("name", "b"), part("worst"), part("state"), part("rate"));
  }

  #drawTable(node, table, open) {
    const part = (name) => node.querySelector(`.${name}`);
    const said = this.store.value("public/state", table);
    const off = this.#offline(table);
    const hand = said?.state?.hand;
    const pot = potOf(hand);
    const rate = this.store.value("floor/health", table)?.hands_hour;
    text(part("name"), table);
    text(part("worst"), off ? t("floor.offline") : open.length ? `${t(`severity.${open[0].severity}`)}${open.length > 1 ? ` +${open.length - 1}` : ""}` : "");
    text(part("state"), off ? "" : [said?.live ? "LIVE" : "", street(hand), pot ? amount(pot) : ""].filter(Boolean).join(" · "));
    text(part("rate"), rate === undefined ? "" : `${RATE.format(rate)}/h`);
    attribute(node, "data-worst", off ? "away" : open[0]?.severity ?? "");
    attribute(node, "aria-pressed", table === this.chosen);
  }

  #makeAlert(alert) {
    const part = (name, tag = "span") => el(tag, { className: name });
    const head = el("header", {}, part("severity", "b"), part("where", "b"), part("dealt"), part("age"));
    head.querySelector(".where").addEventListener("click", () => this.choose(alert.table));
    const deeds = el("div", { className: "deeds" });
    if (alert.ruling !== null) deeds.append(el("button", { className: "decide", on: { click: () => this.decide(alert) } }, t("floor.decide")));
    deeds.append(el("button", { className: "seen", on: { click: () => this.ask("acknowledge", { alert: alert.id }, alert.table) } }, t("floor.got_it")));
    return el("article", { className: "alert", "aria-label": alert.table }, head, part("text", "p"), part("clauses", "p"), part("steps", "ol"), deeds);
  }

  #drawAlert(node, alert) {
    const part = (name) => node.querySelector(`.${name}`);
    attribute(node, "data-severity", alert.severity);
    attribute(node, "data-kind", alert.kind);
    mark(node, "noticed", alert.acknowledged);
    node.since = Date.parse(alert.at);
    text(part("severity"), t(`severity.${alert.severity}`));
    text(part("where"), alert.table);
    text(part("dealt"), alert.hand ? t("floor.hand", { hand: alert.hand }) : "");
    text(part("text"), inWords(alert));
    text(part("clauses"), [alert.clause, ...alert.also].filter(Boolean).map(cite).join(", "));
    const people = alert.seen ?? (alert.acknowledged ? [alert.acknowledged] : []);
    const noticed = people.map((one) => ({ say: t("floor.seen_by", { name: one.by }), done: true }));
    keyed(part("steps"), [...alert.steps, ...noticed], (step, at) => `${at} ${step.say}`, () => el("li"), (item, step) => {
      text(item, inWords(step));
      mark(item, "done", step.done);
    });
    text(part("seen"), t("floor.got_it"));
    if (part("decide")) text(part("decide"), t("floor.decide"));
    part("seen").disabled = Boolean(alert.acknowledged);
  }

  tick() {
    text(byId("clock"), clock(this.store.now()));
    for (const node of document.querySelectorAll(".alert")) text(node.querySelector(".age"), span((this.store.now() - node.since) / 1000));
  }
}
