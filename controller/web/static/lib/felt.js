// The table from above, the dealer at the bottom: seats clockwise from his left, board and pots.

import { data, el, keyed, mark, text } from "./dom.js";
import { row } from "./cards.js";
import { t } from "./language.js";
import { amount, capital, noteAward, plain, potOf, street, named, wins, who } from "./words.js";

// Places on an oval, in percent of the felt; the dealer has the one at the bottom.
function spot(seat, seats, far) {
  const turn = (90 + (360 * seat) / (seats + 1)) * (Math.PI / 180);
  return [50 + 42 * far * Math.cos(turn), 50 + 41 * far * Math.sin(turn)];
}

function put(node, [x, y]) {
  node.style.left = `${x.toFixed(2)}%`;
  node.style.top = `${y.toFixed(2)}%`;
}

function makeSeat() {
  const part = (name) => el("span", { className: name });
  const plate = el("div", { className: "plate" }, part("name"), part("stack"), part("note"));
  return el("div", { className: "seat" }, el("div", { className: "hole" }), plate);
}

function note(person, won, turn) {
  if (won) return wins(won);
  if (person.folded) return capital(t("console.folded"));
  if (person.all_in) return t("console.all_in");
  if (turn) return capital(t("console.to_act"));
  return person.away ? t("console.go_away") : "";
}

// The boards of a deal, the first from above; one, unless the players agreed to more.
export const boardsOf = (hand) => (hand?.boards?.length > 1 ? hand.boards : [hand?.board || []]);

export class Felt {
  constructor(node) {
    this.cards = el("div", { className: "community" });
    this.further = el("div", { className: "further" }); // boards of a deal that is run more than once
    this.street = el("p", { className: "street" });
    this.pot = el("p", { className: "pot" });
    this.sides = el("p", { className: "sides" });
    this.seats = el("div", { className: "seats" });
    this.bets = el("div", { className: "bets" });
    this.button = el("span", { className: "button", "aria-label": "dealer button" }, "D");
    const middle = el("div", { className: "middle" }, this.street, this.cards, this.further, this.pot, this.sides);
    node.classList.add("felt");
    node.append(el("div", { className: "rail" }), middle, this.seats, this.bets, this.button);
  }

  draw(state, places, winners = {}, middle = 5) {
    const hand = state?.hand;
    const people = Object.entries(state?.seats || {}).map(([seat, person]) => ({ seat: Number(seat), ...person }));
    const most = Math.max(places || 0, ...people.map((person) => person.seat), 2);
    const [first, ...further] = boardsOf(hand);
    row(this.cards, first, middle);
    keyed(this.further, further, (_, at) => at, () => el("div", { className: "community" }), (node, board) => row(node, board, middle));
    data(this.cards.parentElement, "boards", 1 + further.length);
    text(this.street, street(hand));
    const pots = hand?.pots || [];
    text(this.pot, hand && potOf(hand) ? t("dealer.pot", { amount: potOf(hand) }) : "");
    text(this.sides, pots.length > 1 ? pots.map((pot, at) => t(at ? "overlay.side" : "overlay.main", { count: at, amount: pot.amount })).join("  ·  ") : "");
    keyed(this.seats, people, (person) => person.seat, makeSeat, (node, person) => {
      put(node, spot(person.seat, most, 1));
      const turn = hand?.turn === person.seat;
      const won = winners[person.seat];
      text(node.querySelector(".name"), who(state, person.seat));
      text(node.querySelector(".stack"), amount(person.stack));
      text(node.querySelector(".note"), note(person, won, turn));
      row(node.querySelector(".hole"), person.folded ? [] : person.cards || [], 0);
      data(node, "seat", person.seat);
      mark(node, "turn", turn);
      mark(node, "folded", person.folded);
      mark(node, "won", won);
      mark(node, "all-in", person.all_in && !person.folded);
      mark(node, "absent", person.away);
    });
    const betting = people.filter((person) => person.bet && hand?.stage !== "over");
    keyed(this.bets, betting, (person) => person.seat, () => el("span", { className: "bet" }), (node, person) => {
      put(node, spot(person.seat, most, 0.57));
      text(node, amount(person.bet));
    });
    this.button.hidden = !state?.button;
    if (state?.button) put(this.button, spot(state.button - 0.27, most, 0.72));
  }
}

// Who won what in the hand that the events tell of, for as long as it is on the felt.
export function winnersOf(events, hand) {
  const winners = {};
  if (hand?.stage !== "over") return winners;
  for (let at = events.length - 1; at >= 0 && events[at].event.e !== "hand"; at -= 1) {
    for (const answer of events[at].answers) {
      if (answer.o === "award") noteAward(winners, answer);
    }
  }
  return winners;
}

export const zone = (name) => (name.startsWith("seat:") ? t("told.seat", { seat: name.slice(5) }) : named("zone", name));
