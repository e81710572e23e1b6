// The floor: every table, what waits for a person, how the readers are, and what was played.

import { attribute, byId, el, keyed, mark, svg, text } from "./lib/dom.js";
import { Store, away, options, refusal } from "./lib/stream.js";
import { Felt, zone } from "./lib/felt.js";
import { frames, summary } from "./lib/replay.js";
import { SEVERITY, amount, byUrgency, capital, clock, plain, potOf, span, street } from "./lib/words.js";
import { DECISIONS } from "./lib/vocabulary.js";

const TENTH = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
let chosen = options.get("table") || "";
let hands = { of: "", list: [] };

const names = () => Object.keys(store.tables).sort();
const alertsOf = (table) => store.value("floor/alert", table)?.alerts || [];
const health = () => store.value("floor/health", chosen);

function draw() {
  if (!store.tables[chosen]) chosen = names()[0] || "";
  away(store, store.away(chosen) === "The table is away" ? "" : store.away(chosen));
  const open = names().flatMap((table) => alertsOf(table).map((alert) => ({ ...alert, table })));
  text(byId("sum"), `${names().length} ${names().length === 1 ? "table" : "tables"}, ${open.length} open`);
  keyed(byId("tables"), names(), (table) => table, makeTable, drawTable);
  open.sort((a, b) => a.at.localeCompare(b.at));
  keyed(byId("alerts"), open, (alert) => `${alert.table}/${alert.id}`, makeAlert, drawAlert);
  byId("calm").hidden = open.length > 0;
  text(byId("chosen"), chosen);
  tick();
  drawHealth();
  drawFaults();
  if (!byId("hands").hidden && hands.of !== chosen) load();
}

// Tables

function makeTable(table) {
  const part = (name, tag = "span") => el(tag, { className: name });
  return el("button", { className: "table", on: { click: () => { chosen = table; draw(); } } },
    part("name", "b"), part("rate"), part("state"), part("count"));
}

function drawTable(node, table) {
  const part = (name) => node.querySelector(`.${name}`);
  const said = store.value("public/state", table);
  const off = store.value("status", table) !== "online";
  const open = [...alertsOf(table)].sort(byUrgency);
  const hand = said?.state?.hand;
  text(part("name"), table);
  text(part("state"), off ? "away" : [said?.hand ? `hand ${said.hand}` : "", street(hand), potOf(hand) ? `pot ${amount(potOf(hand))}` : "", said?.live ? "LIVE" : ""].filter(Boolean).join(" · "));
  const rate = store.value("floor/health", table)?.hands_hour;
  text(part("rate"), rate === undefined ? "" : `${TENTH.format(rate)}/h`);
  text(part("count"), open.length ? `${open.length} open` : "");
  attribute(node, "data-worst", off ? "away" : open[0]?.severity ?? "");
  attribute(node, "aria-pressed", table === chosen);
}

// Alerts

function makeAlert(alert) {
  const part = (name, tag = "span") => el(tag, { className: name });
  const left = el("div", { className: "left" }, part("age", "div"), part("severity", "div"), part("where", "div"));
  const seen = el("button", { className: "seen", on: { click: () => ask("acknowledge", { alert: alert.id }, alert.table) } }, "Seen");
  const card = el("article", { className: "alert" }, left, part("text", "p"), seen, part("clauses", "p"), part("steps", "ol"));
  if (alert.ruling !== null) card.append(makeDecision(alert));
  return card;
}

function makeDecision(alert) {
  const decision = el("select", { name: "decision", "aria-label": "Decision" }, ...DECISIONS.map((word) => el("option", { value: word }, plain(word))));
  const field = (name) => el("input", { name, placeholder: capital(name), inputmode: "numeric", pattern: "[0-9]{0,15}", "aria-label": capital(name), autocomplete: "off" });
  const form = el("form", {}, decision, field("seat"), field("amount"), el("button", {}, "Decide"));
  form.elements.decision.value = DECISIONS.includes(alert.decision) && alert.decision !== "floor_call" ? alert.decision : "stands";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = { decision: form.elements.decision.value, ruling: alert.ruling };
    for (const name of ["seat", "amount"]) if (form.elements[name].value) fields[name] = Number.parseInt(form.elements[name].value, 10);
    ask("decide", fields, alert.table);
  });
  return form;
}

function drawAlert(node, alert) {
  const part = (name) => node.querySelector(`.${name}`);
  attribute(node, "data-severity", alert.severity);
  node.since = Date.parse(alert.at);
  text(part("severity"), SEVERITY[alert.severity]);
  text(part("where"), `${alert.table}${alert.hand ? `, hand ${alert.hand}` : ""}`);
  text(part("text"), alert.text);
  text(part("clauses"), [alert.clause, ...alert.also].filter(Boolean).join(", "));
  const noticed = alert.acknowledged ? [{ say: `Seen by ${alert.acknowledged.by}`, done: true }] : [];
  keyed(part("steps"), [...alert.steps, ...noticed], (step, at) => `${at} ${step.say}`, () => el("li"), (item, step) => {
    text(item, step.say);
    mark(item, "done", step.done);
  });
  part("seen").disabled = Boolean(alert.acknowledged);
}

function tick() {
  text(byId("clock"), clock(store.now()));
  for (const node of document.querySelectorAll(".alert")) text(node.querySelector(".age"), span((store.now() - node.since) / 1000));
}

// Health and faults

function drawHealth() {
  const now = health();
  const figures = now ? [
    ["Hands an hour", TENTH.format(now.hands_hour), false], ["Running", span(now.uptime), false],
    ["Journal", now.journal, now.journal !== "ok"], ["Disk free", `${TENTH.format(now.disk_free / 1e9)} GB`, now.disk_free < 1e9],
    ["Camera", now.camera_detail ? `${now.camera}: ${now.camera_detail}` : now.camera, !["ok", "none", "seeing"].includes(now.camera)], ["Waiting for the broker", amount(now.waiting), now.waiting > 100],
  ] : [];
  keyed(byId("figures"), figures, ([name]) => name, ([name]) => el("div", { className: "figure" }, el("span", {}, name), el("b")), (node, [, value, bad]) => {
    text(node.lastChild, value);
    mark(node, "bad", bad);
  });
  const zones = (now?.readers || []).flatMap((reader) => (reader.zones.length ? reader.zones : [reader.name]).map((name) => ({ ...reader, zone: name })));
  keyed(byId("zones"), zones, (one) => `${one.name}/${one.zone}`, () => el("div", { className: "zone" }, el("i"), el("b"), el("span", { className: "words" })), (node, one) => {
    attribute(node, "data-state", one.state);
    text(node.children[1], capital(zone(one.zone)));
    text(node.children[2], [one.state, one.detail, one.zone === one.name ? "" : one.name].filter(Boolean).join(" · "));
  });
}

function drawFaults() {
  bars(byId("by-kind"), health()?.faults || {}, "No faults yet.");
  bars(byId("by-dealer"), health()?.faults_by_dealer || {}, "No faults yet.");
}

function bars(node, counts, none) {
  node.classList.add("bars");
  const rows = Object.entries(counts).sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...rows.map(([, count]) => count));
  keyed(node, rows.length ? rows : [["", 0]], ([name]) => name, ([name]) => (name ? makeBar() : el("p", {}, none)), (bar, [name, count]) => {
    if (!name) return;
    text(bar.querySelector(".label"), plain(name));
    bar.querySelector("rect").setAttribute("width", `${(100 * count) / most}%`);
    text(bar.querySelector("b"), amount(count));
  });
}

const makeBar = () => el("div", { className: "bar" }, el("span", { className: "label" }), svg("svg", { "aria-hidden": "true" }, svg("rect", { height: "14", rx: "3" })), el("b"));

// Hands

async function load(before = null) {
  const of = chosen;
  hands = { of, list: before ? hands.list : [] };
  const response = await store.ask("hands", { most: 50, ...(before ? { before } : {}) }, of);
  if (hands.of !== of || !response.ok) return response.ok || say(response);
  hands.list = [...hands.list, ...(response.result || [])];
  keyed(byId("hand-list"), hands.list, (hand) => hand.hand, (hand) => el("button", { className: "hand", on: { click: () => replay(hand) } }, el("b"), el("span"), el("span")), (node, hand) => {
    text(node.children[0], `#${hand.hand}`);
    text(node.children[1], summary(hand));
    text(node.children[2], hand.began ? clock(Date.parse(hand.began)) : "");
  });
  byId("older").disabled = !(response.result || []).length;
  return null;
}

const player = { frames: [], at: 0, timer: null, felt: new Felt(byId("replay-felt")) };

async function replay(hand) {
  const response = await store.ask("hand_log", { hand: hand.hand }, hands.of);
  if (!response.ok) return say(response);
  const seats = store.value("public/state", hands.of)?.state?.seats || {};
  player.frames = frames(response.result, Object.fromEntries(Object.entries(seats).map(([seat, one]) => [seat, one.name])));
  text(byId("replay-title"), `${hands.of}, hand ${hand.hand}`);
  keyed(byId("replay-log"), player.frames.map((frame, at) => ({ ...frame, at })), (frame) => `${hand.hand}/${frame.at}`,
    (frame) => el("li", { on: { click: () => go(frame.at) } }), (node, frame) => { text(node, frame.line); mark(node, "ruled", frame.ruled); });
  byId("at").max = player.frames.length - 1;
  stop();
  go(0);
  byId("replay").showModal();
  return null;
}

function go(at) {
  player.at = Math.max(0, Math.min(at, player.frames.length - 1));
  const frame = player.frames[player.at];
  if (!frame) return;
  player.felt.draw(frame.state, store.value("info", hands.of)?.seats, frame.winners);
  byId("at").value = player.at;
  text(byId("time"), span(frame.t - player.frames[0].t));
  [...byId("replay-log").children].forEach((node, place) => mark(node, "now", place === player.at));
  byId("replay-log").children[player.at]?.scrollIntoView({ block: "nearest" });
}

function stop() {
  clearTimeout(player.timer);
  player.timer = null;
  text(byId("play"), "Play");
}

// At its own pace, but nobody waits longer than a moment for a slow player.
function play() {
  if (player.at + 1 >= player.frames.length) return stop();
  const pause = player.frames[player.at + 1].t - player.frames[player.at].t;
  text(byId("play"), "Pause");
  player.timer = setTimeout(() => { go(player.at + 1); play(); }, Math.min(Math.max(pause * 1000, 150), 1500));
  return null;
}

// Asking

async function ask(verb, fields, table) {
  say(await store.ask(verb, fields, table));
}

function say(response) {
  mark(byId("note"), "fine", response.ok);
  text(byId("note"), response.ok ? "Done" : refusal(response));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => text(byId("note"), ""), 6000);
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[role=tab]")) {
      attribute(other, "aria-selected", other === tab);
      byId(other.dataset.tab).hidden = other !== tab;
    }
    if (tab.dataset.tab === "hands") load();
  });
}
byId("older").onclick = () => load(hands.list.at(-1)?.hand ?? null);
byId("back").onclick = () => { stop(); go(player.at - 1); };
byId("on").onclick = () => { stop(); go(player.at + 1); };
byId("play").onclick = () => (player.timer ? stop() : (player.at + 1 >= player.frames.length && go(0), play()));
byId("at").oninput = () => { stop(); go(Number(byId("at").value)); };
byId("replay").addEventListener("close", stop);

const store = new Store("floor", draw, { evenHidden: true });
setInterval(tick, 500);
tick();
