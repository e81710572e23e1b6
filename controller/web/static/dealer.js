// The dealer's screen: one instruction in large type, and of what went wrong the steps that are left.

import { attribute, byId, el, fit, keyed, mark, text } from "./lib/dom.js";
import { Store, away, refusal } from "./lib/stream.js";
import { arming, isArmed, keys } from "./lib/arming.js";
import { row } from "./lib/cards.js";
import { winnersOf } from "./lib/felt.js";
import * as language from "./lib/language.js";
import { cite, said, t } from "./lib/language.js";
import * as sound from "./lib/sound.js";
import { choiceOf, drawChoice, drawQuestion, reply } from "./lib/choice.js";
import { lastTaken } from "./lib/taken.js";
import { ruledHere, byUrgency, inWords, owed, places, potOf, severity, street, told, undoable, who } from "./lib/words.js";

const LARGEST = 104;
const SMALLEST = 48; // readable at three metres
const DIMMED = "cutcard-brightness";
const REASONS = ["decision", "dispute", "misdeal", "cards", "chips", "conduct", "fill", "relief", "equipment"];
const rung = new Set(); // alerts and questions that have sounded
let shown = null; // the id of the alert on the screen; else it is the worst
let unfolded = null; // one that was noticed, and opened again
let fitted = "";

// The one whose step is the instruction comes first: the page never says two things at once.
const isDue = (alert) => alert.ruling !== null && alert.ruling === store.value("dealer/expect")?.ruling;
const first = (a, b) => isDue(b) - isDue(a) || Boolean(a.acknowledged) - Boolean(b.acknowledged) || byUrgency(a, b);
const alerts = () => [...(store.value("dealer/alert")?.alerts || [])].sort(first);
const current = () => alerts().find((alert) => alert.id === shown) || alerts()[0];

function draw() {
  const { state } = store;
  const hand = state?.hand;
  const number = store.value("public/state")?.hand;
  const expect = store.value("dealer/expect");
  away(store);
  text(byId("table"), store.table);
  text(byId("hand"), number ? t("dealer.hand", { count: number }) : "");
  text(byId("street"), street(hand));
  text(byId("pot"), potOf(hand) ? t("dealer.pot", { amount: potOf(hand) }) : "");
  byId("live").hidden = !store.value("public/state")?.live;
  text(byId("say"), expect ? (expect.said?.length ? said(expect.said) : expect.say) : "");
  clause(byId("why"), expect?.why);
  row(byId("community"), hand?.board || [], places(store.info));
  drawQuestion(expect, Boolean(store.away()));
  drawChoice(expect, state, Boolean(store.away()), (verb, fields) => ask(verb, fields, ""));
  const won = Object.entries(winnersOf(store.events, hand));
  text(byId("taken"), won.length ? "" : lastTaken(store.events, state));
  const kill = hand?.stage === "over" ? losers(store.events) : [];
  const first = kill.length ? [t("dealer.kill_first", { name: kill.map((seat) => who(state, seat)).join(", ") })] : [];
  text(byId("winners"), [...first, ...won.map(([seat, what]) => [t("dealer.wins", { name: who(state, seat), amount: what.amount }), what.sides.join(" + ")].join(" ").trim())].join("\n"));
  drawOwed(state);
  ring(expect?.doubts || [], choiceOf(expect));
  drawAlert();
  drawButtons(expect);
  drawDuty(expect);
  refit();
}

// A rule as people cite it; a touch says what it is about.
function clause(node, id) {
  text(node, id ? cite(id) : "");
  attribute(node, "data-clause", id || null);
  node.hidden = !id;
}

// The losing hands that are killed before the pot is pushed, where the book wants that.
function losers(events) {
  const last = events.findLast((one) => one.answers.some((answer) => answer.o === "award"));
  return last?.answers.find((answer) => answer.kill)?.kill || [];
}

// Who must put something up before he is dealt in: one after the other, each with its clause.
const owing = (state) => Object.entries(state?.seats || {}).find(([, one]) => one.owes && !one.away);

function drawOwed(state) {
  const [seat, one] = owing(state) || [];
  byId("owed").hidden = !seat;
  byId("post").disabled = !seat || Boolean(store.away());
  byId("post").hidden = !one || !["big_blind", "missed", "kill"].includes(one.owes.what);
  clause(byId("owed-why"), one?.owes.clause);
  if (!seat) return;
  text(byId("owed-text"), t("dealer.owes", { name: who(state, seat), ...owed(one.owes) }));
  text(byId("post-text"), t("console.post", owed(one.owes)));
}

function post() {
  const [seat, one] = owing(store.state) || [];
  if (seat) ask("post", { seat: Number(seat), what: one.owes.what }, t("dealer.posted"));
}

function drawAlert() {
  const all = alerts();
  const alert = current();
  byId("alert").hidden = !alert;
  mark(document.body, "alerted", alert);
  if (!alert) return;
  const folded = Boolean(alert.acknowledged) && unfolded !== alert.id;
  mark(byId("alert"), "folded", folded);
  attribute(byId("alert"), "data-severity", alert.severity);
  attribute(byId("alert"), "data-id", alert.id);
  text(byId("severity"), severity(alert.severity));
  clause(byId("clause"), alert.clause);
  byId("pager").hidden = all.length < 2;
  text(byId("more"), t("alert.pages", { now: all.indexOf(alert) + 1, all: all.length }));
  text(byId("text"), headline(alert));
  drawSteps(alert);
  const left = alert.steps.filter((step) => !step.done).length;
  text(byId("left"), folded && left ? t("alert.open", { count: left }) : "");
}

// What went wrong; what to do about it are the steps, and where there are none the whole text.
const ENDS = ["misdeal", "void_deal"]; // the word for it is said with what brought it about
function headline(alert) {
  if (!alert.steps.length || !(alert.said?.length > 1)) return inWords(alert);
  const lead = said(alert.said.slice(0, 1));
  return ENDS.includes(alert.decision) ? `${lead} ${t(`decision.${alert.decision}`)}` : lead;
}

function drawSteps(alert) {
  const instruction = inWords(store.value("dealer/expect") || {}).toLowerCase();
  const first = isDue(alert) ? alert.steps.findIndex((step) => !step.done) : -1;
  mark(byId("steps"), "many", alert.steps.length > 2);
  keyed(byId("steps"), alert.steps, (step, at) => `${at} ${step.say}`, () => el("li"), (node, step, at) => {
    text(node, inWords(step));
    mark(node, "done", step.done);
    mark(node, "now", first >= 0 && !step.done && (at === first || instruction.includes(inWords(step).toLowerCase())));
  });
}

function drawButtons(expect) {
  const off = Boolean(store.away());
  const last = undoable(store.events);
  const alert = current();
  const waits = alert?.severity === "floor" && store.role === "dealer";
  byId("acknowledge").disabled = off || !alert || waits || Boolean(alert.acknowledged);
  text(byId("acknowledge-text"), t(waits ? "alert.floor_called" : "alert.got_it"));
  byId("undo").disabled = off || !last;
  text(byId("undo-text"), isArmed(byId("undo")) ? t("dealer.undo_what", { what: last ? told(last, store.state) : "" }) : t("dealer.undo"));
  byId("call").disabled = off;
  byId("new").disabled = off || expect?.expect?.what !== "hand";
  text(byId("menu-text"), expect?.dealer || t("dealer.more"));
  text(byId("sound-text"), t(sound.sounding() ? "dealer.sound_on" : "dealer.sound_off"));
}

function drawDuty(expect) {
  byId("duty").hidden = !expect?.duty;
  text(byId("on-duty"), expect?.dealer ? t("dealer.duty_welcome", { name: expect.dealer }) : t("dealer.duty_nobody"));
  byId("go").disabled = !expect?.dealer;
}

// The largest type that the box holds; found anew only when the words or the box have changed.
function refit() {
  const say = byId("say");
  const now = `${say.textContent}/${say.clientWidth}x${say.clientHeight}`;
  if (now === fitted) return;
  fit(say, LARGEST, SMALLEST);
  fitted = now;
}

// Something new sounds once, and comes before what somebody was looking at.
function ring(doubts, choice) {
  const fresh = alerts().filter((alert) => !rung.has(alert.id));
  const asked = doubts.filter((doubt) => !rung.has(`doubt-${doubt.id}`));
  fresh.forEach((alert) => rung.add(alert.id));
  const chosen = choice && !rung.has(choice.key);
  if (!choice) [...rung].filter((key) => String(key).startsWith("choice-")).forEach((key) => rung.delete(key));
  if (chosen) rung.add(choice.key);
  asked.forEach((doubt) => rung.add(`doubt-${doubt.id}`));
  if (fresh.length) shown = null;
  if (fresh.length || asked.length || chosen) sound.alert(fresh.length ? fresh[0].severity : "question");
  mark(document.body, "bright", alerts().some((alert) => !alert.acknowledged) || doubts.length || choice);
}

async function ask(verb, fields, done) {
  const response = await store.ask(verb, fields);
  note(response.ok ? done : refusal(response), response.ok);
  return response;
}

function note(words, fine) {
  mark(byId("note"), "fine", fine);
  text(byId("note"), words);
  clearTimeout(note.timer);
  note.timer = setTimeout(() => text(byId("note"), ""), 6000);
}

// Paging looks at another alert; it notices none.
function page(by) {
  const all = alerts();
  shown = all[(all.indexOf(current()) + by + all.length) % all.length]?.id ?? null;
  draw();
}

function fold() {
  const alert = current();
  if (!alert?.acknowledged) return;
  unfolded = unfolded === alert.id ? null : alert.id;
  draw();
}

async function explain(id) {
  text(byId("rule-title"), cite(id));
  text(byId("rule-text"), "");
  byId("rule").showModal();
  const answer = await fetch(`/why/${encodeURIComponent(id)}`).catch(() => null);
  const summary = answer?.ok ? (await answer.json()).summary : "";
  const here = current()?.clause === id ? ruledHere(current()) : "";
  const foreign = summary && language.code !== "en" ? [el("small", {}, t("clause.in_english"))] : []; // the law is kept in one language
  const parts = [...(here ? [el("span", {}, here)] : []), ...foreign, ...(summary ? [el("span", { lang: "en" }, summary)] : [])];
  byId("rule-text").replaceChildren(...(parts.length ? parts : [t("clause.unknown")]));
}

async function callFor(reason) {
  byId("reasons").close();
  await ask("call", { reason }, t("dealer.called"));
}

function chooseReason() {
  keyed(byId("reason-list"), REASONS, (reason) => reason,
    (reason) => el("button", { data: { reason }, on: { click: () => callFor(reason) } }, el("span"), el("kbd")),
    (node, reason, at) => { text(node.firstChild, t(`reason.${reason}`)); text(node.lastChild, at + 1); });
  byId("reasons").showModal();
}

function dim() {
  const bright = Number(localStorage.getItem(DIMMED) || 100);
  byId("bright").value = bright;
  byId("dim").style.opacity = String((100 - bright) / 100);
}

function openSheet() {
  keyed(byId("language"), language.names, ([code]) => code, ([code]) => el("option", { value: code }), (node, [, name]) => text(node, name));
  byId("language").value = language.code;
  byId("sheet").showModal();
}

const store = new Store("dealer", draw, { evenHidden: true });
const answer = (is) => ask("answer", reply(is), "");

byId("acknowledge").onclick = () => ask("acknowledge", { alert: byId("alert").dataset.id }, "");
byId("text").onclick = fold;
byId("left").onclick = fold;
byId("before").onclick = () => page(-1);
byId("after").onclick = () => page(1);
for (const id of ["clause", "why", "owed-why"]) byId(id).onclick = () => explain(byId(id).dataset.clause);
byId("post").onclick = post;
byId("yes").onclick = () => answer(true);
byId("no").onclick = () => answer(false);
byId("sound").onclick = () => sound.unlock().then(() => { sound.alert("fix"); draw(); });
arming(byId("undo"), () => ask("undo", {}, t("dealer.undone")));
byId("undo").addEventListener("armed", draw);
byId("call").onclick = chooseReason;
byId("new").onclick = () => ask("hand", {}, "");
byId("menu").onclick = openSheet;
byId("bright").oninput = () => { localStorage.setItem(DIMMED, byId("bright").value); dim(); };
document.fonts.addEventListener("loadingdone", () => { fitted = ""; refit(); }); // letters of another width
byId("language").onchange = () => language.choose(byId("language").value).then(() => { fitted = ""; draw(); });
byId("duty").onsubmit = async (event) => {
  event.preventDefault();
  const response = await ask("duty", { code: byId("code").value.trim() }, t("dealer.duty_on"));
  byId("code").value = "";
  if (response.ok) byId("sheet").close();
};
byId("go").onclick = () => ask("duty", { code: "" }, t("dealer.duty_done")).then(() => byId("sheet").close());
addEventListener("resize", draw);
keys({
  a: byId("acknowledge"), u: byId("undo"), f: byId("call"), n: byId("new"), m: byId("menu"), y: byId("yes"), x: byId("no"),
  ArrowLeft: () => page(-1), ArrowRight: () => page(1),
});
byId("reasons").addEventListener("keydown", (event) => {
  const reason = REASONS[Number(event.key) - 1];
  if (reason) callFor(reason);
});
dim();
draw();
sound.unlock().then(draw); // a kiosk may be allowed to sound without being touched
