// Who asked, decided and released what; and whether the chain of it still holds.

import { byId, el, keyed, mark, text } from "../lib/dom.js";
import { askAll, tablesIn } from "./hands.js";
import { decision, t } from "./words.js";

const PAGE = 100;
const time = (at) => new Date(at).toLocaleString("en-GB", { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });

function what(entry) {
  const { verb, id, ok, ...rest } = entry.what;
  const told = Object.entries(rest).map(([name, value]) => (name === "decision" ? decision(value) : `${name} ${value}`));
  return [entry.kind === "request" ? verb : entry.kind, ...told, ok === false ? t("audit.refused") : ""].filter(Boolean).join(", ");
}

export function lineOf(line, table = "") {
  const entry = line.entry;
  return el("li", { className: entry.kind }, el("time", {}, time(entry.at)), el("b", {}, [entry.by || entry.role, table].filter(Boolean).join(" · ")), el("span", {}, what(entry)));
}

export class Audit {
  constructor(store, names) {
    Object.assign(this, { store, names });
    this.form = byId("audit-search");
    this.lines = [];
    this.turn = 0;
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.search(); });
    byId("verify").onclick = () => this.#verify();
    byId("audit-older").onclick = () => this.search(true);
  }

  draw() { tablesIn(this.form.elements.table, this.names()); }

  get #tables() { return this.form.elements.table.value ? [this.form.elements.table.value] : this.names(); }

  async search(older = false) {
    const turn = this.turn += 1;
    const before = older ? this.last : {};
    const tables = this.#tables.filter((table) => !older || before[table]);
    const words = this.form.elements.words.value.trim();
    const answers = await askAll(this.store, tables, "audit", (table) => ({ most: PAGE, words, reads: this.form.elements.reads.checked, ...(before[table] ? { before: before[table] } : {}) }));
    if (turn !== this.turn) return;
    const found = [...answers].flatMap(([table, answer]) => (answer.result?.lines || []).map((line) => ({ ...line, table })));
    this.lines = [...(older ? this.lines : []), ...found].sort((a, b) => b.entry.at.localeCompare(a.entry.at));
    this.last = Object.fromEntries([...answers].filter(([, answer]) => answer.result?.lines.length === PAGE).map(([table, answer]) => [table, answer.result.lines.at(-1).n]));
    byId("audit-older").hidden = !Object.keys(this.last).length;
    const failed = [...answers].filter(([, answer]) => !answer.ok).map(([table, answer]) => t("hands.failed", { table, why: answer.error?.got || "" }));
    this.#t(failed.join(" · ") || (this.lines.length ? "" : t("audit.none")), failed.length);
    const several = tables.length > 1;
    keyed(byId("audit-list"), this.lines, (line) => `${line.table}/${line.n}`, (line) => lineOf(line, several ? line.table : ""), () => null);
  }

  async #verify() {
    const answers = await askAll(this.store, this.#tables, "audit", () => ({ most: 1, verify: true }));
    const told = [...answers].map(([table, { ok, result, error }]) => {
      const words = !ok ? error?.got || "" : result.broken ? t("audit.broken", { why: result.broken }) : t("audit.sound", { count: result.count, head: result.head.slice(0, 16) });
      return { bad: !ok || result.broken, words: `${table}: ${words}` };
    });
    this.#t(told.map((one) => one.words).join("\n"), told.some((one) => one.bad));
  }

  #t(words, bad) {
    text(byId("chain"), words);
    mark(byId("chain"), "bad", bad);
  }
}
