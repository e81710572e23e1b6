// A question that one of several buttons answers: which of two things chips are, or how many they are.

import { t } from "./language.js";
import { who } from "./words.js";

const sum = (chips) => chips.reduce((all, chip) => all + chip, 0);

// The chips of a spot that the camera cannot name; each amount is answered by its chips.
function counted({ seat, choices }) {
  const amounts = choices.map(sum);
  return {
    key: `choice-${seat}-${amounts.join("-")}`,
    text: (state) => t("dealer.how_much", { name: who(state, seat), amounts: amounts.join(" / ") }),
    choices: choices.map((chips) => ({ key: `${seat}-${sum(chips)}`, words: String(sum(chips)), verb: "chips", fields: { seat, chips } })),
  };
}

// Chips between a call and a raise: their player says which, while nobody has acted behind him.
function clarified({ seat, options }) {
  const [call, raise] = options;
  return {
    key: `choice-${seat}-option-${raise.max}`,
    text: (state) => t("dealer.which", { name: who(state, seat) }),
    choices: [
      { key: "call", words: call.do === "check" ? t("console.check") : t("console.call", { amount: call.max }), verb: "act", fields: { seat, do: call.do } },
      { key: "raise", words: t("console.raise_to", { amount: raise.max }), verb: "act", fields: { seat, do: "raise", to: raise.max } },
    ],
  };
}

const isOption = (due) => due?.what === "act" && due.options.length === 2 && due.options[1].do === "raise" && due.options[0].do !== "fold";

export function choiceOf(expect) {
  if (expect?.chips?.length) return counted(expect.chips[0]);
  return isOption(expect?.expect) ? clarified(expect.expect) : null;
}
