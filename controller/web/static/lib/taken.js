// What words and chips were last taken for, and the chips that still move: "Seat 4 raises to 40, adds 10 (USPA 3.1.7.14)".

import { cite, t } from "./language.js";
import { told } from "./words.js";

// The last act that was told; none once a later event has moved the deal on.
export function lastTaken(events, state) {
  const last = [...(events || [])].reverse().find(({ event, answers }) => event.e === "card" || event.e === "hand" || event.e === "act" || answers.some(({ o }) => o === "act"));
  const act = last?.answers.findLast?.(({ o }) => o === "act");
  if (!act) return "";
  const parts = [told({ e: "act", ...act, amount: act.to }, state)];
  if (act.add) parts.push(t("told.adds", { amount: act.add }));
  if (act.back) parts.push(t("told.takes_back", { amount: act.back }));
  return `${parts.join(", ")}${act.clause && act.clause !== "house" ? ` (${cite(act.clause)})` : ""}`;
}
