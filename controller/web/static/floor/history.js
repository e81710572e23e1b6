// What went wrong when, where and at whose table: counts by the hour, put together here.

import { byId, text } from "../lib/dom.js";
import { askAll, tablesIn } from "./hands.js";
import { bars, columns } from "./plots.js";
import { fault, t, worded } from "./words.js";

const HOUR = 3600000;
const PERIODS = [8, 24, 168];
const MOST_COLUMNS = 24; // longer times are told by the day

const added = (counts, key, count) => counts.set(key, (counts.get(key) || 0) + count);
// A day begins at the room's own midnight.
function begins(now, hours) {
  if (hours <= MOST_COLUMNS) return Math.floor(now / HOUR) * HOUR - (hours - 1) * HOUR;
  return new Date(now).setHours(0, 0, 0, 0) - (hours / 24 - 1) * 24 * HOUR;
}
const start = (hour) => Date.parse(`${hour}:00:00Z`);

export class PastFaults {
  constructor(store, names) {
    Object.assign(this, { store, names });
    this.turn = 0;
    this.#periods();
    byId("period").value = "24";
    byId("period").onchange = () => this.load();
    byId("history-table").onchange = () => this.load();
  }

  #periods() { worded(byId("period"), PERIODS.map((hours) => [String(hours), t(`history.${hours}`)])); }

  draw() {
    this.#periods();
    tablesIn(byId("history-table"), this.names());
  }

  async load() {
    const turn = this.turn += 1;
    const hours = Number(byId("period").value);
    const first = begins(this.store.now(), hours);
    const one = byId("history-table").value;
    const answers = await askAll(this.store, one ? [one] : this.names(), "history", () => ({ since: new Date(first).toISOString().slice(0, 13) }));
    if (turn !== this.turn) return;
    this.#show([...answers].flatMap(([table, answer]) => (answer.result || []).map((row) => ({ ...row, table }))), first, hours);
  }

  #show(rows, first, hours) {
    const [kinds, tables, dealers, dealt] = [new Map(), new Map(), new Map(), new Map()];
    let [hands, all] = [0, 0];
    for (const row of rows) {
      hands += row.hands;
      added(tables, row.table, 0);
      for (const [kind, count] of Object.entries(row.faults)) { added(kinds, fault(kind), count); added(tables, row.table, count); all += count; }
      for (const [who, count] of Object.entries(row.faults_by_dealer)) added(dealers, who || t("floor.nobody"), count);
      for (const [who, count] of Object.entries(row.hands_by_dealer)) added(dealt, who || t("floor.nobody"), count);
    }
    text(byId("history-sum"), rows.length ? t("history.sum", { hands, faults: all }) : t("history.nothing"));
    columns(byId("plot-hours"), this.#columns(rows, first, hours), byId("history-sum").textContent);
    bars(byId("plot-faults"), [...kinds], t("floor.none_yet"));
    bars(byId("plot-tables"), [...tables].filter(([, count]) => count), t("floor.none_yet"));
    const rate = (who, count) => (100 * count) / (dealt.get(who) || 1);
    bars(byId("plot-dealers"), [...dealt].map(([who]) => [who, rate(who, dealers.get(who) || 0), `${rate(who, dealers.get(who) || 0).toFixed(1)} (${dealers.get(who) || 0}/${dealt.get(who)})`]), t("floor.none_yet"));
  }

  #columns(rows, first, hours) {
    const wide = hours > MOST_COLUMNS ? 24 : 1;
    return Array.from({ length: Math.ceil(hours / wide) }, (_, at) => {
      const [from, to] = [first + at * wide * HOUR, first + (at + 1) * wide * HOUR];
      const own = rows.filter((row) => start(row.hour) >= from && start(row.hour) < to);
      const hands = own.reduce((sum, row) => sum + row.hands, 0);
      const part = own.reduce((sum, row) => sum + Object.values(row.faults).reduce((a, b) => a + b, 0), 0);
      const when = new Date(from);
      const mark = wide > 1 ? when.toLocaleDateString("en-GB", { weekday: "short" }) : String(when.getHours()).padStart(2, "0");
      return { all: hands, part, mark, title: t("history.hour", { hour: when.toLocaleString("en-GB"), hands, faults: part }) };
    });
  }
}
