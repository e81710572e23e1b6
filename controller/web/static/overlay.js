// The broadcast's picture: drawn as it is released, whole at every change, and smooth between two.

import { byId, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away, options } from "./lib/stream.js";
import { row } from "./lib/cards.js";
import { amount, blinds, capital, plain, span, street } from "./lib/words.js";

const PARTS = ["seats", "board", "pots", "blinds", "action", "equity", "outs", "winner", "delay", "status"];
const USUAL = "seats,board,pots,blinds,action,equity,outs,winner,status";
const PLACES = ["bc", "bl", "br", "tc", "tl", "tr"];
const COLOURS = { accent: "--accent", plate: "--plate", ink: "--plate-ink" };
const GONE = 15000; // ms without a connection after which nothing is better than something old

let lost = null;
let quiet = 0; // the picture is drawn without motion when it was not watched before

function chips(sum) {
  return options.get("unit") === "bb" && store.picture.big_blind ? blinds(sum, store.picture.big_blind) : amount(sum);
}

function dress() {
  const parts = new Set((options.get("parts") || USUAL).split(","));
  for (const part of PARTS) mark(document.body, `without-${part}`, !parts.has(part));
  const place = PLACES.includes(options.get("board")) ? options.get("board") : PLACES[0];
  document.body.classList.add(`board-${place}`);
  mark(document.body, "four-colours", options.get("deck") === "4");
  for (const [name, token] of Object.entries(COLOURS)) {
    if (/^[0-9a-f]{6}$/i.test(options.get(name) || "")) document.documentElement.style.setProperty(token, `#${options.get(name)}`);
  }
  if (/^\d{1,2}$/.test(options.get("corners") || "")) document.documentElement.style.setProperty("--corner", `${options.get("corners")}px`);
}

function draw() {
  const { picture } = store;
  away(store);
  watchLine();
  mark(document.body, "empty", !picture || !picture.hand);
  if (!picture) return;
  drawPlayers(picture);
  row(byId("community"), picture.board, 5);
  const [pot, ...sides] = picture.pots;
  text(byId("pot"), `Pot ${chips(picture.pots.reduce((a, b) => a + b, 0))}`);
  text(byId("sides"), sides.length ? `Main ${chips(pot)}${sides.map((side, at) => ` · Side ${at + 1} ${chips(side)}`).join("")}` : "");
  text(byId("call"), picture.to_call ? `To call ${chips(picture.to_call)}` : "");
  text(byId("stakes"), `Blinds ${amount(picture.small_blind)} / ${amount(picture.big_blind)}`);
  text(byId("street"), street(picture.stage ? { stage: picture.stage, street: picture.street, result: picture.result } : null));
  byId("live").hidden = !(picture.live || store.info?.live);
  drawWinner(picture);
  document.body.dataset.picture = `${picture.hand}/${picture.at}`;
  rest();
}

// Who sits in the first half goes left, the rest right, each in a place of his own.
function drawPlayers(picture) {
  const most = Number(options.get("seats")) || Infinity;
  const people = picture.seats.filter((one) => one.in && one.seat <= most);
  const only = options.get("plates");
  const half = only === "left" ? people.length : only === "right" ? 0 : Math.ceil(people.length / 2);
  const sides = [[byId("left"), people.slice(0, half)], [byId("right"), people.slice(half)]];
  for (const [column, some] of sides) keyed(column, some, (one) => one.seat, makePlayer, (node, one) => drawPlayer(node, one, picture));
}

function makePlayer() {
  const part = (name, ...inside) => el("span", { className: name }, ...inside);
  return el("div", { className: "player" }, part("name"), part("row", part("stack"), part("deed")), part("hole"),
    part("odds", part("equity"), part("outs")), part("disc", "D"));
}

function drawPlayer(node, one, picture) {
  const part = (name) => node.querySelector(`.${name}`);
  text(part("name"), one.name);
  text(part("stack"), chips(one.stack));
  text(part("deed"), one.won ? `Wins ${chips(one.won)}` : deed(one));
  row(part("hole"), one.cards, 0);
  const known = one.equity !== null && !one.folded;
  if (known) text(part("equity"), `${Math.round(100 * one.equity)}%`);
  if (known) text(part("outs"), one.outs.length ? `${one.outs.length} ${one.outs.length === 1 ? "out" : "outs"}` : " ");
  mark(part("odds"), "none", !known);
  part("disc").hidden = picture.button !== one.seat;
  mark(node, "turn", picture.turn === one.seat);
  mark(node, "folded", one.folded);
  mark(node, "won", one.won);
  mark(node, "all-in", one.all_in && !one.folded);
  node.dataset.seat = one.seat;
}

const WAGER = /^(Bet|Raise to) (\d+)$/;

function deed(one) {
  const said = WAGER.exec(one.action);
  return said ? `${said[1]} ${chips(Number(said[2]))}` : one.action;
}

function drawWinner(picture) {
  const winners = picture.seats.filter((one) => one.won);
  mark(byId("banner"), "none", picture.stage !== "over" || !winners.length);
  if (!winners.length) return;
  text(byId("winner"), winners.map((one) => `${one.name} wins ${chips(one.won)}`).join("   ·   "));
  text(byId("with"), capital(plain(winners.find((one) => one.won_with)?.won_with || "")));
}

function tick() {
  const { picture } = store;
  if (!picture) return;
  const now = store.now() / 1000;
  const shown = picture.hand && !(picture.stage === "over" && picture.next);
  const words = shown && !picture.live ? `Delayed ${span(now - picture.happened)}` : picture.next ? `Next hand in ${span(picture.next - now)}` : "";
  text(byId("behind"), words);
}

function watchLine() {
  if (store.connected) {
    clearTimeout(lost);
    lost = null;
    mark(document.body, "gone", false);
  } else lost ||= setTimeout(() => mark(document.body, "gone", true), GONE);
}

// After it was hidden the picture is simply right; motion is for what is seen to change.
function rest() {
  if (!document.body.classList.contains("still") || quiet) return;
  quiet = setTimeout(() => { quiet = 0; mark(document.body, "still", false); }, 100);
}

document.addEventListener("visibilitychange", () => mark(document.body, "still", true));
dress();
const store = new Store("overlay", () => draw());
setInterval(tick, 250);
