// Amounts, times and events in the words of the table.

const WHOLE = new Intl.NumberFormat("en-US");
const TENTH = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 0 });

export const amount = (chips) => WHOLE.format(chips ?? 0);
export const blinds = (chips, big) => `${TENTH.format((chips ?? 0) / (big || 1))} BB`;
export const plain = (word) => String(word ?? "").replaceAll("_", " ");
export const capital = (word) => (word ? word[0].toUpperCase() + word.slice(1) : "");

export const SEVERITY = { stop: "Stop", fix: "Put right", floor: "Floor", note: "Note" };
const RANK = { stop: 0, fix: 1, floor: 2, note: 3 };
const GAMES = { holdem: "Hold’em", holdem8: "Hold’em Hi-Lo", omaha: "Omaha", omaha8: "Omaha Hi-Lo" };
const STRUCTURES = { no_limit: "No-limit", pot_limit: "Pot-limit", limit: "Limit", spread: "Spread-limit" };
const STREETS = { deal: "Deal", preflop: "Before the flop", flop: "Flop", turn: "Turn", river: "River", showdown: "Showdown" };

export function game(info) {
  if (!info) return "";
  const name = GAMES[info.game] || capital(plain(info.game));
  return `${STRUCTURES[info.structure] || ""} ${name}`.trim();
}

export const stakes = (info) => (info ? `${amount(info.small_blind)} / ${amount(info.big_blind)}` : "");

export function street(hand) {
  if (!hand) return "Between hands";
  if (hand.stage === "over") return { won: "Hand over", misdeal: "Misdeal", void: "Deal void" }[hand.result] || "Hand over";
  if (hand.stage === "show") return STREETS.showdown;
  if (hand.stage === "deal") return STREETS.deal;
  if (hand.stage === "discard") return "Discards";
  return STREETS[hand.street] || capital(plain(hand.street));
}

export const who = (state, seat) => state?.seats?.[seat]?.name || `Seat ${seat}`;
export const potOf = (hand) => (hand?.pots || []).reduce((sum, pot) => sum + pot.amount, 0);

const DEEDS = { fold: "folds", check: "checks", call: "calls", all_in: "is all in" };

const TOLD = {
  act: (e, name) => `${name} ${DEEDS[e.do] || `${e.do}s ${e.do === "raise" ? "to " : ""}${amount(e.to)}`}`,
  hand: () => "A new hand",
  show: (e, name) => `${name} shows`,
  muck: (e, name) => `${name} mucks`,
  look: (e, name) => `${name} looks`,
  sit: (e) => `${e.name || `Seat ${e.seat}`} sits down with ${amount(e.stack)}`,
  leave: (e, name) => `${name} leaves`,
  away: (e, name) => `${name} is away`,
  back: (e, name) => `${name} is back`,
  clock: (e, name) => `The clock is on ${name}`,
  declare: (e, name) => `${name} says: ${plain(e.what)}`,
  shuffle: () => "The deck is shuffled",
  cut: () => "The deck is cut",
  floor: (e) => `The floor decides: ${plain(e.decision)}`,
  report: (e) => `Reported: ${plain(e.fault)}`,
  undo: () => "Taken back",
  chips: (e, name) => `${name} puts in ${amount(e.chips.reduce((a, b) => a + b, 0))}`,
};

export function told(event, state) {
  const tell = TOLD[event.e];
  return tell ? tell(event, who(state, event.seat)) : "";
}

// Adds an award to what each seat has won, and on which sides of the pots.
export function noteAward(winners, { seat, amount: chips, side }) {
  const before = winners[seat] || { amount: 0, sides: [] };
  const sides = side && !before.sides.includes(side) ? [...before.sides, side] : before.sides;
  winners[seat] = { amount: before.amount + chips, sides };
}

export const wins = ({ amount: chips, sides }) => `wins ${amount(chips)}${sides.length ? ` ${sides.join(" + ")}` : ""}`;

// What of an event's answers the whole room may hear.
export function answered(answer, state) {
  if (answer.o === "award") {
    const hand = answer.hand?.name ? ` with ${plain(answer.hand.name)}` : "";
    const side = answer.side ? ` for ${answer.side}` : "";
    return `${who(state, answer.seat)} wins ${amount(answer.amount)}${side}${hand}`;
  }
  if (answer.o === "ruling") return answer.text;
  if (answer.o === "end" && answer.result !== "won") return answer.result === "misdeal" ? "Misdeal" : "The deal is void";
  return "";
}

const BY_PEOPLE = new Set("act show muck declare look sit leave away back hand shuffle cut report floor chips clock".split(" "));

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
