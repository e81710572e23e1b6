// The public screen: board, pots, stacks, who acts; never a card that was not shown.

import { byId, el, keyed, text } from "./lib/dom.js";
import { Store, away } from "./lib/stream.js";
import { Felt, winnersOf } from "./lib/felt.js";
import { answered, clock, game, stakes, told } from "./lib/words.js";

const LINES = 4;
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
  keyed(byId("ticker"), lines(store), (_, at) => at, () => el("li"), text);
}

// The newest first, and of each event what the room may hear of its answers.
function lines(store) {
  const found = [];
  for (let at = store.events.length - 1; at >= 0 && found.length < LINES; at -= 1) {
    const { event, answers } = store.events[at];
    const rejected = answers.some((answer) => answer.o === "reject");
    const words = [rejected ? "" : told(event, store.state), ...answers.map((answer) => answered(answer, store.state))];
    const line = words.filter(Boolean).join(" · ");
    if (line) found.push(line);
  }
  return found;
}

const store = new Store("board", draw);
const tick = () => text(byId("clock"), clock(store.now()));
setInterval(tick, 1000);
tick();
