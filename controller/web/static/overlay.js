// The broadcast's picture: drawn as it is released, whole at every change, and smooth between two.

import { byId, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away, options } from "./lib/stream.js";
import { row } from "./lib/cards.js";
import { refit, squeeze } from "./lib/squeeze.js";
import { fly } from "./lib/fly.js";
import { hands, t } from "./lib/language.js";
import { amount, blinds, named, span, street, tenths } from "./lib/words.js";

const PARTS = ["seats", "board", "pots", "blinds", "action", "equity", "outs", "strength", "winner", "photos", "counts", "lower", "level", "sponsors", "delay", "clock", "status"];
const USUAL = PARTS.filter((part) => !["delay", "clock", "status"].includes(part));
const PLACES = ["bc", "bl", "br", "tc", "tl", "tr"];
const COLOURS = { accent: "--accent", ink: "--plate-ink" };
const GONE = 15000; // ms without a connection after which nothing is better than something old
const BANNER = 8; // seconds that the winner's banner stays
const PLATE = 6.1; // units of a plate and the gap to the next
const SPONSOR = 10; // seconds that each is shown

let lost = null;
let quiet = 0; // the picture is drawn without motion when it was not watched before
let people = []; // whom the last picture had: for what is shown between hands

function chips(sum) {
  return options.get("unit") === "bb" && store.picture.big_blind ? blinds(sum, store.picture.big_blind) : amount(sum);
}

const hex = (name) => (/^[0-9a-f]{6}$/i.test(options.get(name) || "") ? options.get(name) : null);

function dress() {
  const root = document.documentElement.style;
  const parts = options.get("parts")?.split(",") || USUAL;
  for (const part of PARTS) mark(document.body, `without-${part}`, !parts.includes(part));
  const place = PLACES.includes(options.get("board")) ? options.get("board") : PLACES[0];
  document.body.classList.add(`board-${place}`);
  if (["left", "right"].includes(options.get("plates"))) document.body.classList.add(`plates-${options.get("plates")}`);
  mark(document.body, "four-colours", options.get("deck") === "4");
  for (const [name, token] of Object.entries(COLOURS)) if (hex(name)) root.setProperty(token, `#${hex(name)}`);
  if (hex("plate")) root.setProperty("--plate-rgb", hex("plate").match(/../g).map((pair) => parseInt(pair, 16)).join(", "));
  if (/^\d{1,2}$/.test(options.get("corners") || "")) root.setProperty("--corner", `${options.get("corners")}px`);
  wear(options.get("theme"));
}

// A theme is a folder: the house's own, or one that is shipped. It changes what it names.
function wear(theme) {
  if (!/^[\w-]{1,40}$/.test(theme || "")) return;
  const sheet = el("link", { rel: "stylesheet", href: `/overlay/themes/${theme}/theme.css` });
  sheet.addEventListener("load", () => fitAgain());
  document.head.append(sheet);
}

function draw() {
  const { picture } = store;
  away(store);
  watchLine();
  mark(document.body, "empty", !picture || !picture.hand);
  if (!picture) return;
  if (picture.seats.length) people = picture.seats;
  drawTop(picture);
  if (picture.hand) drawHand(picture);
  drawWinner(picture);
  drawCounts(picture);
  drawLower(picture);
  document.body.dataset.picture = `${picture.hand}/${picture.at}`;
  rest();
}

function drawTop(picture) {
  const [small, big] = picture.limits?.length ? picture.limits : [picture.small_blind, picture.big_blind];
  text(byId("stakes"), t(picture.limits?.length ? "overlay.limits" : "overlay.blinds", { small, big }));
  text(byId("street"), street(picture.stage ? { stage: picture.stage, street: picture.street, result: picture.result } : null));
  byId("live").hidden = !(picture.live || store.info?.live);
}

function drawHand(picture) {
  const pushed = picture.stage === "over" && picture.winners.length;
  drawPlayers(picture);
  const winning = new Set(picture.winning);
  mark(document.body, "winning", winning.size);
  drawBoards(picture, winning);
  const [pot, ...sides] = picture.pots;
  const total = pushed ? picture.winners.reduce((sum, one) => sum + one.amount, 0) : picture.pots.reduce((a, b) => a + b, 0);
  text(byId("pot"), t("overlay.pot", { amount: chips(total) }));
  text(byId("sides"), sides.length && !pushed ? [t("overlay.main", { amount: chips(pot) }), ...sides.map((side, at) => t("overlay.side", { count: at + 1, amount: chips(side) }))].join(" · ") : "");
  text(byId("call"), picture.to_call ? t("overlay.to_call", { amount: chips(picture.to_call) }) : "");
}

// One board, or as many as the players agreed to run, the first from above.
function drawBoards(picture, winning) {
  const [first, ...further] = picture.boards?.length ? picture.boards : [picture.board];
  document.body.dataset.boards = 1 + further.length;
  row(byId("community"), first, picture.board_cards ?? 5);
  keyed(byId("further"), further, (_, at) => at, () => el("div", { className: "community" }), (node, board) => row(node, board, picture.board_cards ?? 5));
  for (const node of [byId("community"), ...byId("further").children]) lift(node, winning);
}

// The five that win are lifted out of the rest.
function lift(node, winning) {
  for (const card of node.children) mark(card, "lifted", winning.has(card.dataset.shown));
}

// What the table sees of a hand stands higher than what only the viewers do.
function layUp(node, up) {
  mark(node, "mixed", up.length && up.length < node.children.length);
  for (const card of node.children) mark(card, "up", up.includes(card.dataset.shown));
}

// Who sits in the first half goes left, the rest right, each in a place of his own.
function drawPlayers(picture) {
  const most = Number(options.get("seats")) || Infinity;
  const dealt = picture.seats.filter((one) => one.in && one.seat <= most);
  const only = options.get("plates");
  const half = only === "left" ? dealt.length : only === "right" ? 0 : Math.ceil(dealt.length / 2);
  for (const [column, some] of [[byId("left"), dealt.slice(0, half)], [byId("right"), dealt.slice(half)]]) {
    const unit = Math.min(innerWidth, innerHeight * 16 / 9) / 100;
    const room = column.clientHeight / (PLATE * unit);
    column.style.setProperty("--fit", Math.min(1, room / Math.max(some.length, 1)).toFixed(3));
    keyed(column, some, (one) => one.seat, makePlayer, (node, one) => drawPlayer(node, one, picture));
  }
}

function makePlayer() {
  const part = (name, ...inside) => el("span", { className: name }, ...inside);
  return el("div", { className: "player" },
    el("img", { className: "photo", alt: "", hidden: true }),
    part("about", el("span", { className: "name", dir: "auto" }), part("row", part("stack"), el("img", { className: "flag", alt: "", hidden: true }))),
    part("hole"), part("disc", "D"),
    part("side", part("odds", part("equity"), part("hint", part("strength"), part("outs"), part("high"), part("low"))), part("act", part("deed"), part("bet"))));
}

function drawPlayer(node, one, picture) {
  const part = (name) => node.querySelector(`.${name}`);
  const bet = part("bet").textContent && !one.bet && !node.classList.contains("folded") ? part("bet") : null;
  if (bet) fly(bet, byId("pot"));
  if (one.won && !node.classList.contains("won")) fly(byId("pot"), part("stack"), `+${chips(one.won)}`);
  mark(part("hole"), "four", one.cards.length > 2);
  mark(part("hole"), "many", one.cards.length > 5);
  image(part("photo"), one.cards.length > 2 ? "" : one.photo);
  image(part("flag"), one.flag);
  row(part("hole"), one.cards, 0);
  lift(part("hole"), new Set(one.won ? picture.winning : []));
  layUp(part("hole"), one.up);
  squeeze(part("name"), called(one), { lines: 2 });
  squeeze(part("stack"), chips(one.stack));
  drawSide(part, one, picture);
  part("disc").hidden = picture.button !== one.seat;
  mark(node, "turn", picture.turn === one.seat);
  mark(node, "folded", one.folded);
  mark(node, "won", one.won);
  mark(node, "all-in", one.all_in && !one.folded);
  node.dataset.seat = one.seat;
}

function drawSide(part, one, picture) {
  const known = one.equity !== null && !one.folded;
  if (known) text(part("equity"), percent(one.equity));
  text(part("strength"), one.folded ? "" : hands(one.strength));
  const split = one.high !== null && one.low !== null;
  text(part("outs"), split || !one.outs.length ? "" : t(one.outs.length === 1 ? "overlay.out" : "overlay.outs", { count: one.outs.length }));
  text(part("high"), split ? t("overlay.high", { percent: percent(one.high) }) : "");
  text(part("low"), split ? t("overlay.low", { percent: percent(one.low) }) : "");
  mark(part("odds"), "none", !known);
  squeeze(part("hint"));
  const done = one.action && (picture.stage !== "over" || one.folded) ? named("deed", one.action) : "";
  text(part("deed"), one.won ? t("overlay.wins", { amount: chips(one.won) }) : done);
  text(part("bet"), one.bet && picture.stage !== "over" && !one.folded ? chips(one.bet) : "");
  squeeze(part("act"));
}

const percent = (share) => `${Math.round(100 * share)}%`;
const called = (one) => one.name || t("told.seat", { seat: one.seat });

function image(node, source) {
  if (source && node.getAttribute("src") !== source) node.src = source;
  node.hidden = !source;
}

function drawWinner(picture) {
  const winners = picture.seats.filter((one) => one.won);
  const left = BANNER - picture.over_for;
  const shown = picture.stage === "over" && winners.length > 0 && left > 0;
  mark(byId("banner"), "none", !shown);
  clearTimeout(drawWinner.timer);
  if (!shown) return;
  if (!picture.live) drawWinner.timer = setTimeout(() => mark(byId("banner"), "none", true), 1000 * left);
  text(byId("winner"), winners.map((one) => t("told.wins", { name: called(one), amount: chips(one.won) })).join(" · "));
  text(byId("with"), hands(winners.find((one) => one.won_with.length)?.won_with || []));
}

function drawCounts(picture) {
  const ranked = [...people].sort((a, b) => b.stack - a.stack);
  const shown = picture.counts && ranked.length && byId("banner").classList.contains("none");
  mark(byId("counts"), "none", !shown);
  if (!shown) return;
  const part = (name) => el("span", { className: name, dir: "auto" });
  mark(byId("counts"), "bare", !ranked.some((one) => one.stats?.hands));
  keyed(byId("ranking"), ranked, (one) => one.seat, () => el("li", {}, part("name"), part("stack"), part("stats")), (node, one) => {
    squeeze(node.children[0], called(one), { lines: 2 });
    squeeze(node.children[1], chips(one.stack));
    squeeze(node.children[2], figures(one.stats));
  });
}

const figures = (stats) => (stats?.hands ? t("overlay.stats", { vpip: stats.vpip, pfr: stats.pfr, count: stats.hands_won }) : "");

function drawLower({ lower }) {
  const one = lower?.seat ? people.find((each) => each.seat === lower.seat) : null;
  const title = one ? called(one) : lower?.title || "";
  mark(byId("lower"), "none", !title);
  if (!title) return;
  const about = one ? [one.title, chips(one.stack), figures(one.stats)] : [lower.text];
  image(byId("face"), one?.photo);
  image(byId("country"), one?.flag);
  squeeze(byId("who"), title, { lines: 2 });
  squeeze(byId("about"), about.filter(Boolean).join(" · "), { lines: 2 });
}

function tick() {
  const { picture } = store;
  if (!picture) return;
  const now = store.now() / 1000;
  const shown = picture.hand && picture.stage !== "over" && !picture.live;
  text(byId("behind"), shown ? t("overlay.delayed", { time: span(picture.behind) }) : picture.next ? t("overlay.next", { time: span(picture.next - now) }) : "");
  text(byId("level"), level(picture.level, now));
  const { sponsors } = picture;
  image(byId("sponsor"), sponsors.length ? sponsors[Math.floor(now / SPONSOR) % sponsors.length] : "");
}

const level = (set, now) => (set ? [set.title, set.ends === null ? "" : span(Math.max(0, set.ends - now))].filter(Boolean).join(" · ") : "");

// The time at the table that is being shown: what a filmed clock in the video must say too.
function tickClock() {
  if (store.picture) text(byId("clock"), tenths(store.now() - 1000 * store.picture.behind));
  requestAnimationFrame(tickClock);
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

function fitAgain() {
  refit();
  if (store.picture) draw();
}

document.addEventListener("visibilitychange", () => mark(document.body, "still", true));
window.addEventListener("resize", () => fitAgain());
document.fonts.addEventListener("loadingdone", () => fitAgain());
const store = new Store("overlay", () => draw());
dress();
setInterval(tick, 250);
if ((options.get("parts") || "").split(",").includes("clock")) tickClock();
