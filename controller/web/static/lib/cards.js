// A playing card: its face, its back, or the empty place where one will lie.

import { el, svg } from "./dom.js";
import { code, t } from "./language.js";

const SUITS = {
  s: ["spade", "M50 4C62 26 94 42 94 66c0 14-10 23-22 23-7 0-13-3-17-8 1 8 4 13 11 17H34c7-4 10-9 11-17-4 5-10 8-17 8C16 89 6 80 6 66 6 42 38 26 50 4z"],
  h: ["heart", "M50 94C38 78 6 58 6 32 6 17 17 7 29 7c9 0 17 5 21 13 4-8 12-13 21-13 12 0 23 10 23 25 0 26-32 46-44 62z"],
  d: ["diamond", "M50 3C58 20 72 37 88 50 72 63 58 80 50 97 42 80 28 63 12 50 28 37 42 20 50 3z"],
  c: ["club", "M50 5c13 0 22 9 22 21 0 7-3 13-8 17 3-2 7-3 11-3 11 0 20 9 20 21S86 82 75 82c-8 0-15-4-19-10 1 12 4 20 11 26H33c7-6 10-14 11-26-4 6-11 10-19 10C14 82 5 73 5 61s9-21 20-21c4 0 8 1 11 3-5-4-8-10-8-17C28 14 37 5 50 5z"],
};
const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven",
  6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
};

export function named(card) {
  if (card === "Jk") return t("face.joker");
  const suit = SUITS[card[1]];
  return suit && RANKS[card[0]] ? t("face.card", { rank: RANKS[card[0]], suit: suit[0] }) : t("face.down");
}

function sign(suit, className) {
  const path = svg("path", { d: SUITS[suit][1] });
  return svg("svg", { viewBox: "0 0 100 100", class: className, "aria-hidden": "true" }, path);
}

// A place for a card; draw it with show().
export function place(className = "") {
  return el("span", { className: `card ${className}`, role: "img", data: { card: "" } });
}

export function show(node, card) {
  const face = card || "";
  if (node.dataset.shown === face && node.lang === code) return;
  node.lang = code;
  node.dataset.shown = face;
  node.dataset.card = face === "??" ? "back" : face ? face[1] : "";
  node.replaceChildren();
  node.setAttribute("aria-label", face ? named(face) : t("face.none"));
  if (face === "Jk") node.append(el("b", { className: "rank joker" }, "JK"));
  else if (SUITS[face[1]]) {
    const rank = face[0] === "T" ? "10" : face[0];
    node.append(el("b", { className: "rank" }, rank), sign(face[1], "suit"));
  }
}

export function row(node, cards, slots, className = "") {
  const wanted = Math.max(slots, cards.length);
  while (node.children.length < wanted) node.append(place(className));
  while (node.children.length > wanted) node.lastChild.remove();
  for (let at = 0; at < wanted; at += 1) show(node.children[at], cards[at]);
}

export function inline(card) {
  const suit = SUITS[card[1]];
  if (!suit) return document.createTextNode(t(card === "Jk" ? "face.joker" : "card.unread"));
  const rank = card[0] === "T" ? "10" : card[0];
  return el("span", { className: "inline-card", data: { card: card[1] }, "aria-label": named(card), role: "img" },
    rank, sign(card[1], "suit"));
}
