// The floor's words, from the page's language; and what of the table log it names.

import { has, t } from "../lib/language.js";
import { FAULTS } from "../lib/vocabulary.js";
import { named } from "../lib/words.js";

export { cite, t } from "../lib/language.js";
export { inWords } from "../lib/words.js";

export const fault = (word) => named("fault", word);
export const decision = (word) => named("decision", word);
export const follows = (word) => (has(`follows.${word}`) ? t(`follows.${word}`) : "");
export const faults = () => FAULTS.map((word) => [word, fault(word)]).sort((a, b) => a[1].localeCompare(b[1]));
export const place = (zone) => (zone?.startsWith("seat:") ? t("place.seat", { seat: zone.slice(5) }) : t(`place.${zone}`));

// A choice among words, said anew where the language has changed.
export function worded(select, options) {
  const wanted = options.map(([value, text]) => `${value} ${text}`).join("\n");
  if (select.worded === wanted) return;
  const before = select.value;
  select.worded = wanted;
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  select.value = options.some(([value]) => value === before) ? before : options[0]?.[0] ?? "";
}
