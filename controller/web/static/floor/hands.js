// The hands that were played: searched over one table or all, and each opened again.

import { byId, el, keyed, text } from "../lib/dom.js";
import { amount, clock } from "../lib/words.js";
import { fault, faults, t, worded } from "./words.js";

const PAGE = 50;
const AT_ONCE = 6; // tables asked at a time
const day = (ms) => new Date(ms).toLocaleDateString("en-GB", { day: "2-digit", month: "short" });
const iso = (local) => (local ? new Date(local).toISOString() : "");

export const person = (hand, seat) => hand.names?.[seat] || t("told.seat", { seat });

export function ending(hand) {
  const winners = Object.entries(hand.won || {}).map(([seat, chips]) => t("told.wins", { name: person(hand, seat), amount: amount(chips) }));
  if (hand.result === "misdeal" || hand.result === "void") return t(`stage.${hand.result}`);
  return hand.ended ? winners.join(", ") : t("hands.running");
}

export const summary = (hand) => [
  t("hands.players", { count: hand.players.length }), ending(hand),
  hand.rulings ? `${t(hand.rulings === 1 ? "hands.ruling" : "hands.rulings", { count: hand.rulings })}: ${[...new Set(hand.faults)].map(fault).join(", ")}` : "",
  hand.dealer ? t("hands.dealer", { name: hand.dealer }) : "",
].filter(Boolean).join(" · ");

// Asks every table, some at a time: a floor has forty of them.
export async function askAll(store, tables, verb, fields) {
  const answers = new Map();
  const waiting = [...tables];
  const worker = async () => {
    for (let table = waiting.shift(); table; table = waiting.shift()) answers.set(table, await store.ask(verb, fields(table), table));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tables.length) }, worker));
  return answers;
}

// A list of the tables to choose from, kept while tables come and go.
export function tablesIn(select, names) {
  worded(select, [["", t("floor.all_tables")], ...names.map((name) => [name, name])]);
}

export class Hands {
  constructor(store, names, open) {
    Object.assign(this, { store, names, open });
    this.form = byId("search");
    this.list = [];
    this.turn = 0; // of the search: a slow answer to an old one is not shown
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.search(); });
    this.form.addEventListener("change", () => this.#link());
    byId("older").onclick = () => this.search(true);
  }

  draw() {
    worded(this.form.elements.fault, [["", t("floor.any_fault")], ...faults()]);
    tablesIn(this.form.elements.table, this.names());
    this.#link();
  }

  show(table) {
    this.draw();
    this.form.elements.table.value = table;
    this.search();
  }

  get #tables() { return this.form.elements.table.value ? [this.form.elements.table.value] : this.names(); }

  get #wanted() {
    const of = this.form.elements;
    const wanted = { player: of.player.value.trim(), dealer: of.dealer.value.trim(), fault: of.fault.value, since: iso(of.since.value), until: iso(of.until.value) };
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value));
    if (/^[1-9][0-9]*$/.test(of.hand.value.trim())) given.hand = Number(of.hand.value.trim());
    if (of.ruled.checked) given.ruled = true;
    return given;
  }

  // The same search as a file.
  #link() {
    const query = new URLSearchParams(Object.entries(this.#wanted));
    for (const table of this.#tables) query.append("table", table);
    byId("as-csv").href = `/floor/hands.csv?${query}`;
  }

  async search(older = false) {
    const turn = this.turn += 1;
    this.#link();
    const before = older ? this.last : {};
    const tables = this.#tables.filter((table) => !older || before[table]);
    const answers = await askAll(this.store, tables, "hands", (table) => ({ most: PAGE, ...this.#wanted, ...(before[table] ? { before: before[table] } : {}) }));
    if (turn !== this.turn) return;
    const failed = [...answers].filter(([, answer]) => !answer.ok).map(([table, answer]) => t("hands.failed", { table, why: answer.error?.got || "" }));
    const found = [...answers].flatMap(([table, answer]) => (answer.result || []).map((hand) => ({ ...hand, table })));
    this.list = [...(older ? this.list : []), ...found].sort((a, b) => b.began.localeCompare(a.began));
    this.last = Object.fromEntries([...answers].filter(([, answer]) => answer.result?.length === PAGE).map(([table, answer]) => [table, answer.result.at(-1).hand]));
    byId("older").hidden = !Object.keys(this.last).length;
    const count = this.list.length;
    text(byId("found"), [count ? t(count === 1 ? "hands.found_one" : "hands.found", { count }) : failed.length ? "" : t("hands.none"), ...failed].filter(Boolean).join(" · "));
    this.#show();
  }

  #show() {
    const make = (hand) => el("button", { className: "hand", on: { click: () => this.open(hand) } }, el("b"), el("b", { className: "at" }), el("span", { className: "words" }), el("time"));
    keyed(byId("hand-list"), this.list, (hand) => `${hand.table}/${hand.hand}/${hand.ended}`, make, (node, hand) => {
      text(node.children[0], `#${hand.hand}`);
      text(node.children[1], hand.table);
      text(node.children[2], summary(hand));
      text(node.children[3], hand.began ? `${day(Date.parse(hand.began))} ${clock(Date.parse(hand.began))}` : "");
    });
  }
}
