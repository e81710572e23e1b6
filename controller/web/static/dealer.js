// The dealer's screen: what to do next in large type, and what went wrong with its steps.

import { attribute, byId, el, fit, keyed, mark, text } from "./lib/dom.js";
import { Store, away, refusal } from "./lib/stream.js";
import { arming, isArmed, keys } from "./lib/arming.js";
import { row } from "./lib/cards.js";
import { winnersOf } from "./lib/felt.js";
import * as sound from "./lib/sound.js";
import { SEVERITY, amount, byUrgency, potOf, street, told, undoable, who, wins } from "./lib/words.js";

const LARGEST = 104;
const SMALLEST = 26;
const rung = new Set(); // alerts that have sounded
let fitted = "";

function draw(store) {
  const { state } = store;
  const hand = state?.hand;
  const expect = store.value("dealer/expect");
  const alerts = [...(store.value("dealer/alert")?.alerts || [])].sort(byUrgency);
  away(store);
  text(byId("table"), store.table);
  text(byId("hand"), store.value("public/state")?.hand ? `Hand ${store.value("public/state").hand}` : "");
  text(byId("street"), street(hand));
  text(byId("pot"), potOf(hand) ? `Pot ${amount(potOf(hand))}` : "");
  byId("live").hidden = !store.value("public/state")?.live;
  text(byId("say"), expect?.say || "");
  text(byId("why"), expect?.why || "");
  row(byId("community"), hand?.board || [], 5);
  drawQuestion(store, expect?.doubts || []);
  const won = Object.entries(winnersOf(store.events, hand));
  text(byId("winners"), won.map(([seat, what]) => `${who(state, seat)} ${wins(what)}`).join("\n"));
  drawAlert(alerts, expect);
  drawButtons(store, alerts, expect);
  ring(alerts);
  refit();
}

// A verdict that is held back: one touch says whether it happened.
function drawQuestion(store, doubts) {
  const doubt = doubts[0];
  byId("question").hidden = !doubt;
  byId("yes").disabled = byId("no").disabled = !doubt || Boolean(store.away());
  if (!doubt) return;
  attribute(byId("question"), "data-id", String(doubt.id));
  text(byId("asked"), doubt.text);
}

function drawAlert(alerts, expect) {
  const alert = alerts[0];
  byId("alert").hidden = !alert;
  mark(document.body, "alerted", alert);
  if (!alert) return;
  attribute(byId("alert"), "data-severity", alert.severity);
  attribute(byId("alert"), "data-id", alert.id);
  text(byId("severity"), SEVERITY[alert.severity]);
  text(byId("clause"), alert.clause);
  text(byId("more"), alerts.length > 1 ? `1 of ${alerts.length}` : "");
  text(byId("text"), alert.text);
  const due = alert.ruling !== null && expect?.ruling === alert.ruling;
  const now = due ? alert.steps.findIndex((step) => !step.done) : -1;
  mark(byId("steps"), "many", alert.steps.length > 3);
  keyed(byId("steps"), alert.steps, (step, at) => `${at} ${step.say}`, () => el("li"), (node, step, at) => {
    text(node, step.say);
    mark(node, "done", step.done);
    mark(node, "now", at === now);
  });
}

function drawButtons(store, alerts, expect) {
  const off = Boolean(store.away());
  const last = undoable(store.events);
  const waits = alerts[0]?.severity === "floor" && store.role === "dealer";
  byId("acknowledge").disabled = off || !alerts.length || waits;
  text(byId("acknowledge").firstElementChild, waits ? "Floor is called" : "Seen");
  byId("undo").disabled = off || !last;
  const what = last ? told(last, store.state) : "";
  text(byId("undo-text"), isArmed(byId("undo")) ? `Undo “${what}”?` : "Undo");
  byId("call").disabled = off;
  byId("new").disabled = off || expect?.expect?.what !== "hand";
  text(byId("sound-text"), sound.sounding() ? "Sound on" : "Sound off");
}

// The largest type that the box holds; found anew only when the words or the box have changed.
function refit() {
  const say = byId("say");
  const now = `${say.textContent}/${say.clientWidth}x${say.clientHeight}`;
  if (now === fitted) return;
  fit(say, LARGEST, SMALLEST);
  fitted = now;
}

function ring(alerts) {
  const fresh = alerts.filter((alert) => !rung.has(alert.id));
  alerts.forEach((alert) => rung.add(alert.id));
  if (fresh.length) sound.alert(fresh[0].severity);
}

async function ask(verb, fields, done) {
  const response = await store.ask(verb, fields);
  const note = byId("note");
  mark(note, "fine", response.ok);
  text(note, response.ok ? done : refusal(response));
  clearTimeout(ask.timer);
  ask.timer = setTimeout(() => text(note, ""), 6000);
}

const store = new Store("dealer", draw, { evenHidden: true });
const again = () => draw(store);

byId("acknowledge").addEventListener("click", () => ask("acknowledge", { alert: byId("alert").dataset.id }, ""));
const answer = (is) => ask("answer", { doubt: Number(byId("question").dataset.id), is }, "");
byId("yes").addEventListener("click", () => answer(true));
byId("no").addEventListener("click", () => answer(false));
byId("sound").addEventListener("click", () => sound.unlock().then(() => { sound.alert("fix"); again(); }));
arming(byId("undo"), () => ask("undo", {}, "Taken back"));
byId("undo").addEventListener("armed", again);
arming(byId("call"), () => ask("call", {}, "The floor is called"));
byId("call").addEventListener("armed", () => text(byId("call").firstElementChild, isArmed(byId("call")) ? "Sure? Call" : "Call floor"));
byId("new").addEventListener("click", () => ask("hand", {}, ""));
addEventListener("resize", again);
keys({ a: byId("acknowledge"), u: byId("undo"), f: byId("call"), n: byId("new"), s: byId("sound"), y: byId("yes"), x: byId("no") });
sound.unlock().then(again); // a kiosk may be allowed to sound without being touched
