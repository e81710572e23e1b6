// Amounts, times and events in the words of the table.

import { amount, capital, code, has, hands, inside, plain, said, t } from "./language.js";

export { amount, capital, plain };

const TENTH = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 0 });
export const blinds = (chips, big) => `${TENTH.format((chips ?? 0) / (big || 1))} BB`;

export const severity = (word) => t(`severity.${word}`);
export const SEVERITY = { get stop() { return severity("stop"); }, get fix() { return severity("fix"); }, get floor() { return severity("floor"); }, get note() { return severity("note"); } };
const RANK = { stop: 0, fix: 1, floor: 2, note: 3 };

export const named = (section, word) => (has(`${section}.${word}`) ? t(`${section}.${word}`) : capital(plain(word)));

// What an alert or a step says, in the page's language where the table sent more than a text.
export const inWords = (one) => (one.said?.length ? said(one.said) : one.text ?? one.say ?? "");

// What a clause comes to here, in the page's own words; the clauses themselves are kept in English.
export function ruledHere({ fault, decision }) {
  if (code === "en" || !fault || !decision) return "";
  const follows = has(`follows.${decision}`) ? t(`follows.${decision}`) : "";
  return `${named("fault", fault)}: ${inside(named("decision", decision))}. ${follows}`.trim();
}

export function game(info) {
  if (!info) return "";
  const structure = has(`structure.${info.structure}`) ? t(`structure.${info.structure}`) : "";
  return `${structure} ${named("game", info.game)}`.trim();
}

// By what a table is called: the limits where there are any, else the blinds.
export const limited = (info) =>
  Boolean(info?.small_bet) && (!info.big_blind || ["limit", "spread"].includes(info.structure));
export function stakes(info) {
  if (!info) return "";
  const [small, big] = limited(info) ? [info.small_bet, info.big_bet] : [info.small_blind, info.big_blind];
  return `${amount(small)} ${info.structure === "spread" ? "–" : "/"} ${amount(big)}`;
}

export function street(hand) {
  if (!hand) return t("stage.between");
  if (hand.stage === "over") return has(`stage.${hand.result}`) ? t(`stage.${hand.result}`) : t("stage.won");
  if (hand.stage === "show") return t("stage.showdown");
  if (hand.stage === "deal" || hand.stage === "discard") return t(`stage.${hand.stage}`);
  return has(`stage.${hand.street}`) ? t(`stage.${hand.street}`) : capital(named("street", hand.street));
}

export const who = (state, seat) => state?.seats?.[seat]?.name || t("told.seat", { seat });
export const potOf = (hand) => (hand?.pots || []).reduce((sum, pot) => sum + pot.amount, 0);

// How many cards the game lays in the middle; none in stud and draw.
export const places = (info) => info?.board ?? 5;

// What a player must put up before he is dealt in: the whole sum, live and dead.
export const owed = ({ what, amount: live, dead }) => ({ amount: live + dead, post: what });

const drawn = (e) => e.count ?? e.discards?.length ?? 0;

// What is filled into the sentence that tells of an event.
const FILLS = {
  act: (e) => ({ amount: e.to }),
  sit: (e) => ({ name: e.name || t("told.seat", { seat: e.seat }), amount: e.stack }),
  declare: (e) => ({ what: named("console", e.what).toLowerCase() }),
  floor: (e) => ({ decision: e.decision }),
  report: (e) => ({ fault: e.fault }),
  draw: (e) => ({ count: drawn(e) }),
  post: (e) => ({ post: e.what }),
  move: (e) => ({ seat: e.to }),
  agree: (e) => ({ what: t(`people.${e.what}`) }),
  level: (e) => ({ small: e.small_blind ?? "–", big: e.big_blind ?? "–" }),
  race: (e) => ({ chip: e.chip, into: e.into }),
  rake: (e) => ({ amount: e.amount }),
  collect: (e) => ({ amount: e.amount }),
  chips: (e) => ({ amount: e.chips.reduce((a, b) => a + b, 0) }),
};

export function told(event, state) {
  const key = `told.${event.e === "act" ? event.do : event.e === "level" && event.small_blind === undefined ? "level_clock" : event.e === "draw" && !drawn(event) ? "draw_pat" : event.e}`;
  return has(key) ? t(key, { name: who(state, event.seat), ...FILLS[event.e]?.(event) }) : "";
}

// Adds an award to what each seat has won, and on which sides of the pots.
export function noteAward(winners, { seat, amount: chips, side }) {
  const before = winners[seat] || { amount: 0, sides: [] };
  const sides = side && !before.sides.includes(side) ? [...before.sides, side] : before.sides;
  winners[seat] = { amount: before.amount + chips, sides };
}

export const wins = ({ amount: chips, sides }) => `${t("told.award", { amount: chips })}${sides.length ? ` ${sides.map((side) => named("side", side)).join(" + ")}` : ""}`;

// What an event's answers say of its end and of rulings; of these the room hears nothing.
export function answered(answer, state) {
  if (answer.o === "award") {
    const fill = { name: who(state, answer.seat), amount: answer.amount, side: answer.side, hand: answer.hand?.name ? inside(hands([answer.hand.name])) : "" };
    return t(`told.wins${answer.side ? "_side" : ""}${answer.hand?.name ? "_with" : ""}`, fill);
  }
  if (answer.o === "ruling") return answer.text;
  if (answer.o === "exchange") return t("told.exchange", { name: who(state, answer.seat), count: answer.chips });
  if (answer.o === "out") return t("told.out", { name: who(state, answer.seat), place: answer.place });
  if (answer.o === "end" && answer.result !== "won") return named("stage", answer.result);
  return "";
}

// The events that are nobody's business but the table's.
const UNTOLD = new Set(["report", "floor", "undo", "look", "declare"]);
export const toldToRoom = (event, state) => (UNTOLD.has(event.e) ? "" : told(event, state));
export const answeredToRoom = (answer, state) => (answer.o === "ruling" ? "" : answered(answer, state));

const BY_PEOPLE = new Set("act show muck declare look sit leave away back hand shuffle cut report floor chips clock draw post".split(" "));

// The last thing that a person said, which an undo would take back.
export function undoable(events) {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const { event, answers } = events[at];
    if (event.e === "undo" || answers.some((answer) => answer.o === "reject")) continue;
    return BY_PEOPLE.has(event.e) ? event : null;
  }
  return null;
}

export function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

// A time of day to the tenth of a second, to hold two pictures against each other.
export function tenths(ms) {
  const time = new Date(ms);
  return `${time.toLocaleTimeString("en-GB")}.${Math.floor(time.getMilliseconds() / 100)}`;
}

export function clock(ms) {
  return new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

// Worst first, and of equals the oldest.
export const byUrgency = (a, b) => RANK[a.severity] - RANK[b.severity] || a.t - b.t;
