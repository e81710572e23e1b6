// What the table asks back, each answered by one touch: whether something happened, what chips are or how many.

import { attribute, byId, el, keyed, text } from "./dom.js";
import { said, t } from "./language.js";
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

// A verdict that is held back: yes or no.
export function drawQuestion(expect, off) {
  const doubt = expect?.doubts?.[0];
  byId("question").hidden = !doubt;
  byId("yes").disabled = byId("no").disabled = !doubt || off;
  if (!doubt) return;
  attribute(byId("question"), "data-id", String(doubt.id));
  text(byId("asked"), said(expect.asks?.[doubt.id]) || doubt.text);
}

export const reply = (is) => ({ doubt: Number(byId("question").dataset.id), is });

// One of several buttons.
export function drawChoice(expect, state, off, ask) {
  const asked = choiceOf(expect);
  byId("choice").hidden = !asked;
  if (!asked) return;
  text(byId("choose"), asked.text(state));
  keyed(byId("choices"), asked.choices, (one) => one.key, () => el("button"), (node, one) => {
    text(node, one.words);
    node.disabled = off;
    node.onclick = () => ask(one.verb, one.fields);
  });
}
