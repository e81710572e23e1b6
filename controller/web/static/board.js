// The public screen: board, pots, stacks, who acts; never a card that was not shown.

import { byId, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away } from "./lib/stream.js";
import { Felt, winnersOf } from "./lib/felt.js";
import { t } from "./lib/language.js";
import { amount, answeredToRoom, clock, game, limited, places, span, stakes, toldToRoom } from "./lib/words.js";

const LINES = 4;
const WARNING = 60_000; // ms before the end of a level
let ends = null;
let acting = { key: "", since: 0 };
const felt = new Felt(byId("felt"));

function draw(store) {
  const { info, state } = store;
  const said = store.value("public/state");
  away(store);
  text(byId("table"), store.table);
  text(byId("game"), game(info));
  text(byId("stakes"), stakes(info));
  text(byId("stakes").previousElementSibling, t(limited(info) ? "board.limits" : "board.blinds"));
  text(byId("hand"), said?.hand || "");
  byId("live").hidden = !(said?.live || info?.live);
  drawLevel(state, said);
  felt.draw(state, info?.seats, winnersOf(store.events, state?.hand), places(info));
  const key = `${said?.hand}/${state?.hand?.street}/${state?.hand?.turn}/${state?.seats?.[state?.hand?.turn]?.bet}`;
  if (key !== acting.key) acting = { key, since: Date.parse(said?.at) };
  tick();
  keyed(byId("ticker"), lines(store), (_, at) => at, () => el("li"), text);
}

// A tournament: its level and what is left of it, the next blinds, who is in, and their average.
function drawLevel(state, said) {
  const level = state?.level;
  const next = level?.next;
  for (const id of ["level", "left"]) byId(id).hidden = !level;
  byId("next").hidden = !next?.big_blind;
  ends = level?.left === undefined ? null : Date.parse(said.at) + level.left * 1000;
  if (!level) return;
  text(byId("level-name"), t("board.level", { count: level.number }));
  if (next?.big_blind) text(byId("next-stakes"), `${amount(next.small_blind ?? 0)} / ${amount(next.big_blind)}`);
  const stacks = Object.values(state.seats).map((one) => one.stack + (state.hand?.stage === "over" ? 0 : one.in_pot || 0)).filter((stack) => stack > 0);
  text(byId("players-left"), t("board.players", { count: stacks.length }));
  text(byId("average"), stacks.length ? amount(Math.round(stacks.reduce((a, b) => a + b, 0) / stacks.length)) : "");
}

// The newest first, and of each event what the room may hear of its answers.
function lines(store) {
  const found = [];
  for (let at = store.events.length - 1; at >= 0 && found.length < LINES; at -= 1) {
    const { event, answers } = store.events[at];
    const rejected = answers.some((answer) => answer.o === "reject");
    const words = [rejected ? "" : toldToRoom(event, store.state), ...answers.map((answer) => answeredToRoom(answer, store.state))];
    const line = words.filter(Boolean).join(" · ");
    if (line) found.push(line);
  }
  return found;
}

// The time of day, and how long whoever is to act has been thinking.
function tick() {
  text(byId("clock"), clock(store.now()));
  text(byId("level-left"), ends === null ? "" : span((ends - store.now()) / 1000));
  mark(byId("level"), "late", ends !== null && ends - store.now() < WARNING);
  const note = document.querySelector(".seat.turn .note");
  if (note && !store.away()) text(note, t("board.to_act", { time: span((store.now() - acting.since) / 1000) }));
}

const store = new Store("board", draw);
setInterval(tick, 1000);
tick();
