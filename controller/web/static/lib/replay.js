// A hand's masked log as pictures of the felt, one after each event, in the shape of public/state.

import { amount, answered, noteAward, told } from "./words.js";

export function frames(entries, names) {
  const seats = {};
  const hand = { stage: "deal", street: "deal", board: [], pots: [], turn: null, result: null };
  let button = null;
  const winners = {};
  const person = (seat) => (seats[seat] ||= { name: names[seat] || "", stack: null, cards: [], bet: 0, folded: false, all_in: false, away: false });
  return entries.map(({ t, event, answers }) => {
    if (!answers.some((answer) => answer.o === "reject")) happen(event);
    answers.forEach(answer);
    const state = structuredClone({ button, seats, hand });
    return { t, state, winners: { ...winners }, line: line(event, answers, state), ruled: answers.some((one) => one.o === "ruling") };
  });

  function happen(event) {
    hand.turn = event.e === "act" ? event.seat : null;
    if (event.e === "hand" && event.button) button = event.button;
    if (event.e === "card") move(event);
    if (event.e === "act") act(event, person(event.seat));
    if (event.e === "show" && event.cards) person(event.seat).cards = event.cards;
    if (event.e === "muck") Object.assign(person(event.seat), { folded: true });
  }

  function move({ card, zone, from, face }) {
    const lies = (name) => (name === "board" ? hand.board : name?.startsWith("seat:") ? person(name.slice(5)).cards : null);
    const left = lies(from);
    if (left) left.splice(Math.max(left.indexOf(card), 0), 1);
    if (zone !== from || !left) lies(zone)?.push(face === "up" ? card : card || "??");
    else left.push(card);
  }

  function act(event, actor) {
    const high = Math.max(0, ...Object.values(seats).map((one) => one.bet));
    if (event.do === "fold") actor.folded = true;
    else if (event.do === "call") actor.bet = high;
    else if (event.do === "all_in") actor.all_in = true;
    else if (event.to !== undefined && event.to !== null) actor.bet = event.to;
  }

  function answer(one) {
    if (one.o === "phase") {
      hand.pots = one.pots;
      hand.street = one.street;
      hand.stage = { deal: "deal", showdown: "show" }[one.street] || "bet";
      Object.values(seats).forEach((each) => { each.bet = 0; });
      one.pots.flatMap((pot) => pot.seats).forEach(person);
    } else if (one.o === "award") noteAward(winners, one);
    else if (one.o === "end") {
      Object.assign(hand, { stage: "over", result: one.result });
      for (const [seat, stack] of Object.entries(one.stacks)) if (seats[seat]) seats[seat].stack = stack;
    }
  }
}

const PLACES = { board: "the board", burn: "the burn", muck: "the muck", deck: "the deck", off: "off the table" };

function line(event, answers, state) {
  const place = event.zone?.startsWith("seat:") ? `seat ${event.zone.slice(5)}` : PLACES[event.zone];
  const first = event.e === "card" ? `A card to ${place}${event.face === "up" ? ", face up" : ""}` : told(event, state) || event.e;
  const refused = answers.find((answer) => answer.o === "reject");
  const more = answers.map((answer) => answered(answer, state)).filter(Boolean);
  return [first + (refused ? ` (refused: ${refused.why})` : ""), ...more].join(" · ");
}

export const summary = (hand) => [hand.result, `${hand.players ?? "?"} players`, hand.pot ? `pot ${amount(hand.pot)}` : "", hand.rulings ? `${hand.rulings} ${hand.rulings === 1 ? "ruling" : "rulings"}` : ""].filter(Boolean).join(" · ");
