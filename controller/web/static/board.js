// The public screen: board, pots, stacks, who acts; never a card that was not shown.

import { byId, el, keyed, text } from "./lib/dom.js";
import { Store, away } from "./lib/stream.js";
import { Felt, winnersOf } from "./lib/felt.js";
import { t } from "./lib/language.js";
import { answeredToRoom, clock, game, span, stakes, toldToRoom } from "./lib/words.js";

const LINES = 4;
let acting = { key: "", since: 0 };
const felt = new Felt(byId("felt"));

function draw(store) {
  const { info, state } = store;
  const said = store.value("public/state");
  away(store);
  text(byId("table"), store.table);
  text(byId("game"), game(info));
  text(byId("stakes"), stakes(info));
  text(byId("hand"), said?.hand || "");
  byId("live").hidden = !(said?.live || info?.live);
  felt.draw(state, info?.seats, winnersOf(store.events, state?.hand));
  const key = `${said?.hand}/${state?.hand?.street}/${state?.hand?.turn}/${state?.seats?.[state?.hand?.turn]?.bet}`;
  if (key !== acting.key) acting = { key, since: Date.parse(said?.at) };
  tick();
  keyed(byId("ticker"), lines(store), (_, at) => at, () => el("li"), text);
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
  const note = document.querySelector(".seat.turn .note");
  if (note && !store.away()) text(note, t("board.to_act", { time: span((store.now() - acting.since) / 1000) }));
}

const store = new Store("board", draw);
setInterval(tick, 1000);
tick();
