// The chosen table: how its parts are, and what went wrong there since it opened.

import { attribute, byId, el, keyed, mark, text } from "../lib/dom.js";
import { zone } from "../lib/felt.js";
import { cite, t as worded } from "../lib/language.js";
import { amount, named as inWords, owed, span, who } from "../lib/words.js";
import { bars } from "./plots.js";
import { fault, t } from "./words.js";

const state = (word) => inWords("health", word.replaceAll(" ", "_"));
const TENTH = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

export function drawDetail(store, table) {
  const now = store.value("floor/health", table);
  text(byId("chosen"), table);
  for (const [id, page] of [["to-console", "console"], ["to-dealer", "dealer"]]) attribute(byId(id), "href", `/${page}?table=${encodeURIComponent(table)}`);
  byId("undo").disabled = !table;
  const figures = now ? [
    [t("floor.rate_now"), TENTH.format(now.hands_hour), false], [t("floor.running"), span(now.uptime), false],
    [t("floor.journal"), state(now.journal), now.journal !== "ok"], [t("floor.disk"), `${TENTH.format(now.disk_free / 1e9)} GB`, now.disk_free < 1e9],
    [t("floor.camera"), now.camera_detail ? `${state(now.camera)}: ${now.camera_detail}` : state(now.camera), !["ok", "none", "seeing"].includes(now.camera)],
    [t("floor.queued"), amount(now.waiting), now.waiting > 100], ...(now.dealer ? [[t("floor.dealer"), now.dealer, false]] : []),
  ] : [];
  keyed(byId("figures"), figures, ([name]) => name, ([name]) => el("div", { className: "figure" }, el("span", {}, name), el("b")), (node, [, value, bad]) => {
    text(node.lastChild, value);
    mark(node, "bad", bad);
  });
  const state_ = store.value("public/state", table)?.state;
  const debts = Object.entries(state_?.seats || {}).filter(([, one]) => one.owes || one.sits_out);
  keyed(byId("debts"), debts, ([seat]) => seat, () => el("li"), (node, [seat, one]) => text(node, one.owes
    ? `${worded("dealer.owes", { name: who(state_, seat), ...owed(one.owes) })} (${cite(one.owes.clause)})`
    : `${who(state_, seat)}: ${worded("console.sits_out", { count: one.sits_out })}`));
  const zones = (now?.readers || []).flatMap((reader) => (reader.zones.length ? reader.zones : [reader.name]).map((name) => ({ ...reader, zone: name })));
  keyed(byId("zones"), zones, (one) => `${one.name}/${one.zone}`, () => el("div", { className: "zone" }, el("i"), el("b"), el("span", { className: "words" })), (node, one) => {
    attribute(node, "data-state", one.state);
    text(node.children[1], zone(one.zone));
    text(node.children[2], [state(one.state), one.detail, one.zone === one.name ? "" : one.name].filter(Boolean).join(" · "));
  });
  const named = (counts, name) => Object.entries(counts || {}).map(([key, count]) => [name(key), count]);
  bars(byId("by-kind"), named(now?.faults, fault), t("floor.none_yet"));
  bars(byId("by-dealer"), named(now?.faults_by_dealer, String), t("floor.none_yet"));
}
