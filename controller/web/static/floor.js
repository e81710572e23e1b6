// The floor: every table, what waits for a person, what was played, and who did what.

import { attribute, byId, mark, text } from "./lib/dom.js";
import { Store, away, options, refusal } from "./lib/stream.js";
import { told, undoable } from "./lib/words.js";
import { Audit } from "./floor/audit.js";
import { Bell } from "./floor/bell.js";
import { drawDetail } from "./floor/detail.js";
import { Hands } from "./floor/hands.js";
import { PastFaults } from "./floor/history.js";
import { Live } from "./floor/live.js";
import { Replay } from "./floor/replay.js";
import { Sheet } from "./floor/sheet.js";
import { t } from "./floor/words.js";

const DRAWN = 60; // ms in which many changes of many tables are drawn once

let due = null;
const store = new Store("floor", () => { due ??= setTimeout(draw, DRAWN); }, { evenHidden: true });
const sheet = new Sheet(store, told_);
const live = new Live(store, { choose, decide: (alert) => sheet.open(alert), ask: async (verb, fields, table) => told_(await store.ask(verb, fields, table)) });
const replay = new Replay(store, told_);
const views = {
  hands: new Hands(store, () => live.names, (hand) => replay.open(hand)),
  history: new PastFaults(store, () => live.names),
  audit: new Audit(store, () => live.names),
};
const bell = new Bell((words) => note(words), (table) => { show("live"); choose(table); });
live.chosen = options.get("table") || "";

function draw() {
  due = null;
  if (!store.tables[live.chosen]) live.chosen = live.names[0] || "";
  const why = store.away(live.chosen);
  away(store, store.connected && store.broker.word === "connected" ? "" : why);
  const open = live.draw();
  if (store.connected) bell.look(open);
  sheet.follow(open);
  drawDetail(store, live.chosen);
  for (const view of Object.values(views)) view.draw();
}

function choose(table) {
  live.chosen = table;
  draw();
  if (matchMedia("(max-width: 900px)").matches) document.querySelector(".detail").scrollIntoView();
}

// How it went

function note(words, fine = false) {
  mark(byId("note"), "fine", fine);
  text(byId("note"), words);
  clearTimeout(note.timer);
  note.timer = setTimeout(() => text(byId("note"), ""), 8000);
}

function told_(response, done = t("floor.done")) {
  note(response.ok ? done : refusal(response), response.ok);
}

// Undoing: what was entered last at the chosen table.

byId("undo").onclick = async () => {
  const table = live.chosen;
  const said = store.value("public/state", table);
  const response = said?.hand ? await store.ask("hand_log", { hand: said.hand }, table) : { ok: true, result: [] };
  if (!response.ok) return told_(response);
  const last = undoable(response.result);
  return sheet.undo(table, last && (told(last, said.state) || last.e));
};

// The views

function show(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    attribute(tab, "aria-selected", tab.dataset.tab === name);
    byId(tab.dataset.tab).hidden = tab.dataset.tab !== name;
  }
  if (name === "hands") views.hands.search();
  if (name === "history") views.history.load();
  if (name === "audit") views.audit.search();
}

for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => show(tab.dataset.tab));
for (const button of document.querySelectorAll(".print")) button.addEventListener("click", () => print());
addEventListener("beforeprint", () => { for (const one of byId("replay").querySelectorAll("details")) one.open = true; });
setInterval(() => live.tick(), 500);
live.tick();
