// The action tracker: what players do, typed or touched, goes to the table in its own words.

import { attribute, byId, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away, refusal } from "./lib/stream.js";
import { arming, isArmed, keys } from "./lib/arming.js";
import { row } from "./lib/cards.js";
import { cite, said as saidIn, t } from "./lib/language.js";
import { drawChoice, drawQuestion, reply } from "./lib/choice.js";
import { lastTaken } from "./lib/taken.js";
import { amount, answered, byUrgency, game, inWords, named, owed, places, potOf, stakes, street, told, undoable, who } from "./lib/words.js";
import { DEEDS, request } from "./lib/deeds.js";
import { DECISIONS, FAULTS } from "./lib/vocabulary.js";

const MOST_DIGITS = 12;
const MOST_DRAWN = 5;
const LONG = 1000000; // from here on amounts want smaller type
let chosen = null; // the seat somebody pointed at; else it is the one whose turn it is
let typed = "";
let asking = false;

// What the table allows, or for a seat out of turn what a person may do anyway.

const expected = () => store.value("dealer/expect")?.expect ?? {};
const turn = () => (["act", "show", "discard", "draw"].includes(expected().what) ? expected().seat : null);
const seat = () => chosen ?? turn();
const inTurn = () => expected().what === "act" && seat() === expected().seat;
const option = (name) => (inTurn() ? expected().options.find((one) => one.do === name) : null);
const wagers = () => (inTurn() ? expected().options.filter((one) => ["bet", "raise"].includes(one.do)) : []);
const draws = () => expected().what === "draw" && seat() === expected().seat;
const person = (number) => store.state?.seats?.[number] ?? null;
const playing = () => Boolean(person(seat())?.cards) && store.state?.hand?.stage === "bet";

// The deed that the raise button stands for, and how much may be meant by it.
function wagerNow() {
  if (inTurn()) return wagers().filter((one) => one !== bringIn()).reduce(widest, null);
  if (!playing()) return null;
  const open = Object.values(store.state.seats).some((one) => one.bet);
  return { do: open ? "raise" : "bet", min: 1, max: Number.MAX_SAFE_INTEGER };
}

// Where an open pair allows two sizes, both are meant by the one button.
const widest = (all, one) => ({ do: one.do, min: Math.min(all?.min ?? one.min, one.min), max: Math.max(all?.max ?? 0, one.max) });

// Stud's forced bet stands beside the full one; who must bring it in can neither check nor call.
function bringIn() {
  const [least, ...more] = wagers();
  return more.length && !option("check") && !option("call") ? least : null;
}

// The first raise of a bring-in is no raise of a bet.
function raiseWord(raise) {
  if (raise.do === "bet") return "bet_to";
  const high = Math.max(...Object.values(store.state?.seats || {}).map((one) => one.bet || 0));
  return inTurn() && store.info?.bring_in && high === store.info.bring_in ? "complete_to" : "raise_to";
}

const size = () => (typed === "" ? wagerNow()?.min ?? 0 : Number(typed));
const within = (one, sum) => Boolean(one) && sum >= one.min && sum <= one.max;
const fits = (sum) => (inTurn() ? wagers().some((one) => within(one, sum)) : within(wagerNow(), sum));
const legal = () => Boolean(wagerNow()) && fits(size());

// Drawing

function draw() {
  const { state, info } = store;
  const said = store.value("public/state");
  const hand = state?.hand;
  away(store);
  text(byId("table"), store.table);
  text(byId("game"), game(info));
  text(byId("stakes"), stakes(info));
  text(byId("hand"), said?.hand ? t("dealer.hand", { count: said.hand }) : "");
  text(byId("street"), street(hand));
  text(byId("pot"), t("dealer.pot", { amount: potOf(hand) }));
  byId("live").hidden = !said?.live;
  row(byId("community"), hand?.board || [], places(info));
  const expect = store.value("dealer/expect");
  text(byId("say"), expect?.said?.length ? saidIn(expect.said) : expect?.say || "");
  text(byId("why"), cite(expect?.why));
  drawQuestion(expect, asking || Boolean(store.away()));
  drawChoice(expect, state, asking || Boolean(store.away()), ask);
  text(byId("taken"), lastTaken(store.events, state));
  drawSeats(state, info, hand);
  drawAction();
  drawTools(state, said);
  drawAlerts();
  drawLog();
}

const answer = (is) => ask("answer", reply(is));

function drawSeats(state, info, hand) {
  const places = Array.from({ length: info?.seats || 0 }, (_, at) => at + 1);
  keyed(byId("seats"), places, (number) => number, makePerson, (node, number) => {
    const one = person(number);
    const part = (name) => node.querySelector(`.${name}`);
    text(part("number"), number);
    text(part("who"), one ? who(state, number) : t("console.empty"));
    part("disc").hidden = state?.button !== number;
    text(part("note"), one ? noteOf(one, hand, number) : "");
    text(part("stack"), one ? amount(one.stack) : "");
    text(part("bet"), one?.bet ? amount(one.bet) : "");
    row(part("hole"), one && !one.folded ? one.cards || [] : [], 0);
    attribute(node, "aria-selected", seat() === number);
    mark(node, "turn", turn() === number);
    mark(node, "folded", one?.folded);
    mark(node, "empty", !one);
  });
  attribute(byId("seats"), "aria-activedescendant", seat() ? `seat-${seat()}` : null);
}

function makePerson(number) {
  const part = (name) => el("span", { className: name });
  const name = el("span", { className: "name" }, part("who"), el("span", { className: "disc" }, "D"));
  return el("div", { className: "person", role: "option", id: `seat-${number}`, on: { click: () => choose(number) } },
    part("number"), name, part("note"), part("stack"), part("bet"), part("hole"));
}

function noteOf(one, hand, number) {
  if (turn() === number) return t(`console.to_${expected().what}`);
  if (one.folded) return t("console.folded");
  if (one.all_in) return t("console.is_all_in");
  if (one.away) return t("console.away");
  if (one.owes) return t("console.owes", owed(one.owes));
  if (one.sits_out) return t("console.sits_out", { count: one.sits_out });
  return hand && one.cards === undefined && hand.stage !== "over" ? t("console.not_dealt_in") : "";
}

function seatName(number) {
  const { name } = person(number) || {};
  return name ? t("console.seat_name", { seat: number, name }) : t("console.seat", { seat: number });
}

function drawAction() {
  const acts = !store.away() && !asking && (inTurn() || playing());
  const number = seat();
  const call = option("call");
  const raise = wagerNow();
  const forced = bringIn();
  text(byId("actor"), number ? seatName(number) : t("console.nobody"));
  mark(byId("actor").parentElement, "odd", number && playing() && !inTurn());
  text(byId("owes"), inTurn() ? owing(call, forced) : playing() ? t("console.out_of_turn") : "");
  text(byId("check-text"), call ? t("console.call", { amount: call.min }) : forced ? t("console.bring_in", { amount: forced.min }) : t(inTurn() ? "console.check" : "console.check_call"));
  text(byId("raise-text"), raise ? t(`console.${raiseWord(raise)}`, { amount: size() }) : t("console.bet"));
  const stack = person(number);
  text(byId("all-in-text"), stack && playing() ? t("console.all_in_for", { amount: stack.stack + (stack.bet || 0) }) : t("console.all_in"));
  mark(document.querySelector(".action"), "long", Math.max(size(), (stack?.stack || 0) + (stack?.bet || 0)) >= LONG);
  byId("fold").disabled = !acts || (inTurn() && expected().barred.some((one) => one.do === "fold"));
  byId("check").disabled = !acts || (inTurn() && !option("check") && !call && !forced);
  byId("raise").disabled = !acts || !legal();
  byId("all_in").disabled = !acts || (inTurn() && !option("all_in") && !wagers().length);
  text(byId("amount"), typed === "" ? "" : amount(Number(typed)));
  mark(byId("amount"), "wrong", typed !== "" && !legal());
  text(byId("range"), inTurn() && raise ? t("console.range", { least: raise.min, most: raise.max }) : "");
  drawQuick(acts && inTurn() ? raise : null);
  drawDraws();
}

function owing(call, forced) {
  if (call) return t("console.to_call", { amount: call.min });
  return forced ? t("console.to_bring_in", { amount: forced.min }) : t("console.nothing_to_call");
}

// How many cards the player throws away: one touch each, in the place of the bets.
function drawDraws() {
  const off = Boolean(store.away()) || asking || !draws();
  const held = person(seat())?.cards?.length || 0;
  byId("draws").hidden = !draws();
  byId("deeds").hidden = draws();
  for (const button of byId("draws").children) {
    const count = Number(button.dataset.count);
    button.disabled = off || count > held;
    text(button.firstChild, t(count ? "console.draw_count" : "console.draw_pat", { count }));
  }
}

// Sums that players name: parts of the pot after a call, within what is legal.
function drawQuick(raise) {
  const own = person(seat())?.bet || 0;
  const call = option("call")?.min || 0;
  const pot = potOf(store.state?.hand) + call;
  const part = (share) => own + call + Math.round(pot * share);
  const sums = [["min", raise?.min], ["half", part(0.5)], ["two_thirds", part(2 / 3)], ["pot", part(1)], ["max", raise?.max]];
  keyed(byId("quick"), sums, ([name]) => name, ([name]) => el("button", { data: { name }, on: { click: (event) => type(event.currentTarget.dataset.sum) } }),
    (node, [name, sum]) => {
      const may = raise && fits(sum);
      node.disabled = !may;
      node.dataset.sum = sum ?? "";
      const words = t(`console.${name}`);
      text(node, may ? `${words} ${amount(sum)}` : words);
    });
}

function drawTools(state, said) {
  const off = Boolean(store.away()) || asking;
  const number = seat();
  const one = person(number);
  text(byId("seat-legend"), number ? seatName(number) : t("console.choose"));
  for (const name of ["show", "muck", "look", "clock"]) byId(name).disabled = off || !one?.cards;
  document.querySelector("#names button").disabled = off || !one?.cards;
  for (const name of ["gone", "leave"]) byId(name).disabled = off || !one;
  text(byId("gone-text"), t(one?.away ? "console.back" : "console.go_away"));
  drawOwed(one?.owes, off);
  text(byId("sit-text"), t(one ? "console.add_chips" : "console.seat_player"));
  byId("sit-name").disabled = Boolean(one);
  for (const button of document.querySelectorAll("#sit button, #declare button")) button.disabled = off || !number;
  for (const button of document.querySelectorAll("#new button, #people button, #report button, #call button, #shuffle, #cut")) button.disabled = off;
  const last = undoable(store.events);
  byId("undo").disabled = off || !last;
  text(byId("undo-text"), isArmed(byId("undo")) ? t("dealer.undo_what", { what: told(last ?? { e: "" }, state) }) : t("dealer.undo"));
  drawChoices(state);
  byId("floor").hidden = store.role !== "floor";
  for (const button of document.querySelectorAll("#floor button")) button.disabled = off;
  const goes = t(said?.live ? "console.end_live" : "console.go_live");
  text(byId("go-live-text"), isArmed(byId("go-live")) ? t("console.sure", { what: goes }) : goes);
}

const MAY_POST = ["big_blind", "missed", "kill"];

// What stands between the player and his next hand, by which clause, and one touch that settles it.
function drawOwed(owes, off) {
  byId("owed").hidden = !owes;
  byId("post").disabled = off || !owes;
  byId("post").hidden = !owes || !MAY_POST.includes(owes.what); // the rest of a buy-in is bought
  if (!owes) return;
  text(byId("owed-text"), t("console.owes", owed(owes)));
  text(byId("owed-why"), cite(owes.clause));
  text(byId("post-text"), t("console.post", owed(owes)));
}

function choices(select, items) {
  const now = select.value;
  keyed(select, items, ([value]) => `v${value}`, () => el("option"), (node, [value, words]) => {
    attribute(node, "value", value);
    text(node, words);
  });
  if (items.some(([value]) => String(value) === now)) select.value = now;
}

function drawChoices(state) {
  const taken = Object.keys(state?.seats || {});
  choices(byId("new").elements.button, [["", t("console.button_auto")], ...taken.map((number) => [number, t("console.button_on", { seat: number })])]);
  choices(byId("people").elements.deed, Object.keys(DEEDS).filter((name) => !DEEDS[name].floor || store.role === "floor").map((name) => [name, t(`people.${name}`)]));
  hint();
  const open = openAlerts().filter((alert) => alert.ruling !== null);
  choices(byId("decide").elements.ruling, [["", t("console.no_ruling")], ...open.map((alert) => [alert.ruling, t("console.ruling_of", { id: alert.ruling, fault: alert.fault })])]);
}

const openAlerts = () => (store.value("floor/alert") || store.value("dealer/alert"))?.alerts || [];

function drawAlerts() {
  keyed(byId("alerts"), [...openAlerts()].sort(byUrgency), (alert) => alert.id, makeAlert, (node, alert) => {
    attribute(node, "data-severity", alert.severity);
    text(node.querySelector("p"), inWords(alert));
    text(node.querySelector(".clause"), cite(alert.clause));
    text(node.querySelector("button"), t("alert.got_it"));
    node.querySelector("button").disabled = Boolean(alert.acknowledged) || (alert.severity === "floor" && store.role !== "floor");
    mark(node, "folded", alert.acknowledged);
  });
}

function makeAlert(alert) {
  const seen = el("button", { on: { click: () => ask("acknowledge", { alert: alert.id }) } });
  return el("div", { className: "alert", role: "alert" }, el("p"), el("span", {}, el("span", { className: "clause" })), seen);
}

function drawLog() {
  const lines = store.events.slice(-12).map(({ event, answers }) => {
    const won = answers.filter((answer) => ["award", "exchange", "out"].includes(answer.o)).map((answer) => answered(answer, store.state));
    return [told(event, store.state), ...won].filter(Boolean).join(" · ");
  });
  keyed(byId("log"), lines.filter(Boolean).slice(-3), (_, at) => at, () => el("li"), text);
}

// Asking

async function ask(verb, fields = {}) {
  if (asking) return;
  asking = true;
  draw();
  const response = await store.ask(verb, fields);
  asking = false;
  if (response.ok) [typed, chosen] = ["", null];
  const note = byId("note");
  mark(note, "fine", response.ok);
  text(note, response.ok ? t("console.done") : refusal(response));
  draw();
}

const act = (deed, fields = {}) => ask("act", { seat: seat(), do: deed, ...fields });
const here = (verb, fields = {}) => ask(verb, { seat: seat(), ...fields });

function checkOrCall() {
  if (bringIn()) return act("bet", { to: bringIn().min });
  if (inTurn()) return act(option("call") ? "call" : "check");
  const owes = Object.values(store.state.seats).some((one) => (one.bet || 0) > (person(seat())?.bet || 0));
  return act(owes ? "call" : "check");
}

function type(digits) {
  typed = String(digits).replace(/^0+(?=.)/, "").slice(0, MOST_DIGITS);
  draw();
}

function choose(number) {
  chosen = number === turn() ? null : number;
  draw();
}

function move(step) {
  const places = store.info?.seats || 0;
  if (places) choose((((seat() ?? 0) - 1 + step + places) % places) + 1);
}

function onForm(id, send) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ""));
    send(given, event.target);
    document.activeElement.blur(); // the keys are the table's again
  });
}

// What the numbers of a deed mean; nothing where it needs none.
function hint() {
  const deed = byId("people").elements.deed.value;
  const { detail } = byId("people").elements;
  detail.placeholder = deed && (DEEDS[deed].least || DEEDS[deed].verb === "post") ? t(`people_needs.${deed}`) : "";
}

function say(words) {
  mark(byId("note"), "fine", false);
  text(byId("note"), words);
}

const number = (text) => Number.parseInt(text, 10);

function wire() {
  byId("yes").onclick = () => answer(true);
  byId("no").onclick = () => answer(false);
  byId("fold").onclick = () => act("fold");
  byId("check").onclick = checkOrCall;
  byId("raise").onclick = () => act(wagerNow().do, { to: size() });
  byId("all_in").onclick = () => act("all_in");
  for (const verb of ["show", "muck", "look", "clock"]) byId(verb).onclick = () => here(verb);
  byId("gone").onclick = () => here(person(seat())?.away ? "back" : "away");
  byId("post").onclick = () => here("post", { what: person(seat()).owes.what });
  arming(byId("leave"), () => here("leave"));
  arming(byId("undo"), () => ask("undo"));
  byId("undo").addEventListener("armed", draw);
  arming(byId("go-live"), () => ask("live", { on: !store.value("public/state")?.live }));
  byId("go-live").addEventListener("armed", draw);
  for (const verb of ["shuffle", "cut"]) byId(verb).onclick = () => ask(verb);
  onForm("names", ({ cards }, form) => {
    here("show", { cards: cards.match(/[^ ,]{2}/g).map((card) => card[0].toUpperCase() + card[1].toLowerCase()) });
    form.reset();
  });
  onForm("sit", (given, form) => { here("sit", { ...given, stack: number(given.stack) }); form.reset(); });
  onForm("declare", (given) => here("declare", given));
  onForm("new", (given) => ask("hand", given.button ? { button: number(given.button) } : {}));
  onForm("report", (given) => ask("report", { ...given, ...(chosen ? { seat: chosen } : {}) }));
  onForm("people", ({ deed, detail }, form) => {
    const wanted = request(deed, detail || "", seat(), store.state);
    if (wanted) ask(wanted.verb, wanted.fields);
    else say(DEEDS[deed].seat === true && !seat() ? t("console.choose") : t(`people_needs.${deed}`));
    if (wanted) form.elements.detail.value = "";
  });
  byId("people").elements.deed.onchange = hint;
  onForm("call", (given, form) => { ask("call", given); form.reset(); });
  onForm("decide", ({ ruling, amount: sum, decision }, form) => {
    ask("decide", { decision, ...(ruling ? { ruling: number(ruling) } : {}), ...(sum ? { amount: number(sum) } : {}), ...(chosen ? { seat: chosen } : {}) });
    form.elements.amount.value = "";
  });
  choices(byId("report").elements.fault, FAULTS.map((fault) => [fault, named("fault", fault)]));
  choices(byId("decide").elements.decision, DECISIONS.map((decision) => [decision, named("decision", decision)]));
  for (let count = 0; count <= MOST_DRAWN; count += 1) {
    byId("draws").append(el("button", { data: { count }, on: { click: () => here("draw", { count }) } }, el("span"), el("kbd", {}, count)));
  }
  for (const key of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"]) {
    const press = () => (key === "⌫" ? type(typed.slice(0, -1)) : type(typed + key));
    byId("pad").append(el("button", { "aria-label": key === "⌫" ? t("console.delete") : key, on: { click: press } }, key));
  }
}

const submit = (id) => () => { const form = byId(id); if (!form.querySelector("button").disabled) form.requestSubmit(); };
const focus = (id) => () => byId(id).querySelector("input:not(:disabled), select").focus();

const click = (id) => () => byId(id).click();
const worst = () => document.querySelector(".alert button:not(:disabled)")?.click();
const KEYS = [
  ["F", "console.fold", click("fold")], ["C", "console.check_call", click("check")],
  ["0–9", "key.sum", null], ["0–5", "key.draw", null], ["Enter", "key.raise", click("raise")],
  ["Backspace", "key.digit", () => type(typed.slice(0, -1))], ["A", "console.all_in", click("all_in")],
  ["↑", "key.above", null], ["↓", "key.below", null],
  ["Escape", "key.turn", () => { chosen = null; type(""); }], ["S", "console.show", click("show")],
  ["Q", "key.show_named", focus("names")],
  ["M", "console.muck", click("muck")], ["L", "console.looked", click("look")],
  ["K", "console.clock", click("clock")], ["W", "key.gone", click("gone")],
  ["P", "console.post_it", click("post")], ["X", "key.leaves", click("leave")], ["I", "key.sit", focus("sit")],
  ["D", "console.declare", focus("declare")], ["N", "console.new", submit("new")],
  ["B", "key.place_button", focus("new")], ["U", "key.undo", click("undo")],
  ["H", "console.shuffled", click("shuffle")], ["T", "console.cut", click("cut")],
  ["E", "console.people", focus("people")], ["R", "key.report", focus("report")], ["Z", "dealer.call", focus("call")],
  ["J", "key.decide", () => byId("floor").hidden || focus("decide")()], ["V", "key.live", () => byId("floor").hidden || byId("go-live").click()],
  ["G", "key.got_it", worst], ["?", "key.help", () => byId("help").showModal()],
];

const drawKey = (digit) => document.querySelector(`#draws [data-count="${digit}"]`)?.click();

function wireKeys() {
  const map = Object.fromEntries(KEYS.filter(([, , press]) => press).map(([key, , press]) => [key.length === 1 ? key.toLowerCase() : key, press]));
  for (const digit of "0123456789") map[digit] = () => (draws() ? drawKey(digit) : type(typed + digit));
  map.ArrowUp = () => move(-1);
  map.ArrowDown = () => move(1);
  // A focused button is pressed by Enter itself; only elsewhere does it mean the bet.
  const enter = map.Enter;
  map.Enter = () => (document.activeElement.matches("button") ? document.activeElement.click() : enter());
  keys(map);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.matches("input, select")) event.target.blur();
    if (event.key === "Enter" && event.target.matches("select")) {
      event.preventDefault(); // a choice that was made is meant to be sent
      event.target.form.requestSubmit();
    }
  });
  for (const [key, words] of KEYS) byId("keymap").append(el("dt", {}, el("kbd", {}, key)), el("dd", { data: { word: words } }, t(words)));
  byId("help-button").onclick = () => byId("help").showModal();
}

const store = new Store("console", draw);
wire();
wireKeys();
draw();
