// The producer's desk: what is on air, what comes, and the few things that can be done about it.

import { attribute, byId, data, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away, options, refusal } from "./lib/stream.js";
import { row } from "./lib/cards.js";
import { has, t } from "./lib/language.js";
import { amount, named, span, tenths } from "./lib/words.js";

const WORDS = { cleared: "producer.cleared", held: "producer.held", on: "producer.on_air", off: "stage.between" };
const SHIFTS = [-10, -1, -0.1, 0.1, 1, 10];

let waiting = []; // hands that the table will release, of which this server heard nothing else

// A server that was started in the evening asks the table what is still to come.
async function askWaiting() {
  const answer = await store.ask("release");
  if (!answer.ok || !answer.result) return;
  const { t, waiting: hands } = answer.result;
  const now = store.now() / 1000;
  waiting = hands.map(({ hand, due }) => ({ hand, began: `hand ${hand}`, released: now + due - t, won: {} }));
  draw();
}

const coming = (show) => [
  ...waiting.filter((one) => one.released > store.now() / 1000 && !show.queue.some(({ hand }) => hand === one.hand))
    .map((one) => ({ ...one, airs: one.released + show.offset })),
  ...show.queue,
];

async function order(command, table = store.table) {
  const answer = await fetch("/producer/order", {
    method: "POST", body: JSON.stringify({ table, command }),
    headers: { "Content-Type": "application/json", "X-Cutcard-Token": store.token },
  }).then((got) => got.json()).catch(() => null);
  if (!answer?.ok) text(byId("next"), answer ? refusal(answer) : t("error.no_answer"));
}

function draw() {
  away(store);
  const { show, picture } = store;
  if (!show) return;
  drawTables();
  drawState(show);
  drawQueue(show);
  drawPicture(picture);
}

function drawTables() {
  keyed(byId("tables"), store.names, (name) => name, (name) => el("option", { value: name }, name), (node, name) => { node.selected = name === store.table; });
  const on = store.program === store.table;
  mark(byId("program"), "on", on);
  text(byId("program"), on ? t("producer.on_program") : store.program ? t("producer.program", { name: store.program }) : "");
  byId("choose").disabled = on;
}

function drawState(show) {
  const state = show.cleared ? "cleared" : show.held ? "held" : show.on_air ? "on" : "off";
  text(byId("word"), [t(WORDS[state]), show.on_air && store.picture?.hand ? t("floor.hand", { hand: store.picture.hand }) : ""].filter(Boolean).join(" · "));
  data(byId("state"), "state", state);
  attribute(byId("hold"), "aria-pressed", show.held);
  attribute(byId("clear"), "aria-pressed", show.cleared);
  attribute(byId("counts"), "aria-pressed", show.counts);
  byId("skip").disabled = !show.on_air;
  byId("live").hidden = !show.live;
  drawLive(show);
  text(byId("behind"), show.live ? t("producer.no_delay") : t("producer.delay", { time: span(show.delay), offset: show.offset.toFixed(1) }));
  for (const button of byId("shifts").children) button.disabled = button.by < 0 && show.offset <= 0;
}

// Without delay only by two people: the floor and the producer; from the next hand on.
function drawLive(show) {
  const asked = store.info?.live_by || [];
  const [button, waits] = [byId("go-live"), asked.length > 1];
  button.hidden = !show.live && !asked.includes("floor");
  button.disabled = waits;
  text(button, t(show.live ? "console.end_live" : waits ? "producer.live_next" : "producer.live_agree"));
}

function what(one) {
  if (one.left_out) return t("producer.left_out", { what: named("stage", one.result) });
  if (one.released) return t("stage.won");
  if (!one.ends) return t("producer.withheld");
  return Object.entries(one.won).map(([name, won]) => t("told.wins", { name, amount: won })).join(" · ") || named("stage", one.result);
}

function drawQueue(show) {
  const rows = coming(show);
  byId("nothing").hidden = rows.length > 0;
  const make = (one) => el("tr", {}, el("td"), el("td", { className: "airs" }), el("td"), el("td"),
    el("td", {}, el("button", { on: { click: (event) => order({ do: "skip", began: one.began, on: event.target.getAttribute("aria-pressed") !== "true" }) } })));
  keyed(byId("queue"), rows, (one) => one.began, make, (node, one) => {
    const [hand, , length, words, key] = node.children;
    text(hand, one.hand);
    text(length, one.ends ? span(one.ends - one.airs) : "–");
    text(words, what(one));
    mark(node, "out", one.left_out || one.skipped);
    key.firstChild.hidden = one.left_out || Boolean(one.released);
    attribute(key.firstChild, "aria-pressed", one.skipped);
    text(key.firstChild, t("producer.skip"));
    attribute(key.firstChild, "aria-label", t("producer.skip_hand", { hand: one.hand }));
  });
  tick();
}

// As the overlay has it: a wager with its amount; once the hand is over, only who folded.
const deed = (one, over) => one.action && (!over || one.folded) && [named("deed", one.action), one.bet && !one.folded ? amount(one.bet) : ""].filter(Boolean).join(" ");

function drawPicture(picture) {
  row(byId("board"), picture?.hand ? picture.board : [], picture?.board_cards ?? 5);
  text(byId("pot"), picture?.hand ? t("dealer.pot", { amount: picture.pots.reduce((a, b) => a + b, 0) }) : "");
  const people = picture?.hand ? picture.seats : [];
  const make = (one) => el("li", {}, el("span", { className: "name" }, el("b"), el("span")), el("span", { className: "hole" }),
    el("button", { on: { click: () => order({ do: "caption", lower: { seat: one.seat } }) } }));
  keyed(byId("people"), people, (one) => one.seat, make, (node, one) => {
    text(node.querySelector("b"), one.name || t("told.seat", { seat: one.seat }));
    text(node.querySelector("button"), t("producer.lower"));
    text(node.querySelector(".name span"), [amount(one.stack), one.won ? t("overlay.wins", { amount: one.won }) : deed(one, picture.stage === "over")].filter(Boolean).join(" · "));
    row(node.querySelector(".hole"), one.cards, 0);
    mark(node, "folded", one.folded);
  });
}

function tick() {
  const { show } = store;
  if (!show) return;
  const now = store.now() / 1000;
  text(byId("moment"), tenths(1000 * (show.live ? now : now - show.delay - show.offset)));
  const next = show.next;
  text(byId("next"), next ? t("producer.next", { hand: next.hand, what: happens(next.what), time: span(next.airs - now) }) : "");
  coming(show).forEach((one, at) => {
    const cell = byId("queue").children[at]?.querySelector(".airs");
    if (cell) text(cell, one.left_out ? "–" : one.airs > now ? t("producer.in", { time: span(one.airs - now) }) : t(one.began === show.on_air ? "producer.is_on_air" : one.ends ? "producer.now" : "producer.late"));
  });
}

// What comes next, of whoever it is told.
function happens({ key, fill }) {
  const name = fill.name || (fill.seat ? t("told.seat", { seat: fill.seat }) : "");
  return has(key) ? t(key, { ...fill, name }) : t("next.other");
}

function press(id, command) {
  byId(id).addEventListener("click", (event) => order(command(event.currentTarget.getAttribute("aria-pressed") !== "true")));
}

byId("go-live").addEventListener("click", async () => {
  const answer = await store.ask("live", { on: !store.show?.live });
  if (!answer.ok) text(byId("next"), refusal(answer));
});
press("hold", (on) => ({ do: "hold", on }));
press("clear", (on) => ({ do: "clear", on }));
press("counts", (on) => ({ do: "counts", on }));
press("skip", () => ({ do: "skip", began: store.show.on_air, on: true }));
press("choose", () => ({ do: "choose" }));
press("no-caption", () => ({ do: "caption", lower: null }));
for (const by of SHIFTS) {
  const button = el("button", { on: { click: () => order({ do: "shift", seconds: by }) } }, `${by > 0 ? "+" : "−"}${Math.abs(by)} s`);
  button.by = by;
  byId("shifts").append(button);
}
byId("caption").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ do: "caption", lower: { title: byId("title").value, text: byId("text").value } });
});
byId("level").addEventListener("submit", (event) => {
  event.preventDefault();
  const minutes = byId("level-left").value;
  order({ do: "level", title: byId("level-title").value, left: minutes === "" ? null : 60 * Number(minutes) });
});
byId("tables").addEventListener("change", (event) => {
  options.set("table", event.target.value);
  location.search = options.toString();
});

const store = new Store("producer", () => {
  draw();
  if (store.table && store.table !== askWaiting.of && store.connected) askWaiting(askWaiting.of = store.table);
});
setInterval(tick, 100);
