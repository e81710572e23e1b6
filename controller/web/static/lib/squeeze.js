// Text that fits its box: smaller, on two lines where it may, smaller again; never cut.

import { text } from "./dom.js";

const STEP = 0.06;
const LEAST = 0.3;
const TWO_LINES = 0.75; // of the usual size, below which two lines are easier to read
const TALL = /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff]/; // scripts that need more between two lines
let fitting = 0; // grows when a font or the window's size has changed

export function refit() {
  fitting += 1;
}

// By what is drawn: text that runs out to the left of its box is in no scrollWidth.
export function wide(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [drawn, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
  return drawn.left < box.left - 1 || drawn.right > box.right + 1 || drawn.height > box.height + 2;
}

export function squeeze(node, words = node.textContent, { lines = 1 } = {}) {
  const key = `${fitting}/${node.clientWidth}/${node.parentElement?.clientWidth}/${words}`; // squeezed, it hides that there is room again
  if (node.fitted === key) return;
  text(node, node.childElementCount ? node.textContent : words);
  node.fitted = key;
  node.classList.remove("two");
  node.classList.toggle("tall", TALL.test(words));
  node.style.fontSize = "";
  const usual = parseFloat(getComputedStyle(node).fontSize);
  for (let size = 1; size > LEAST && wide(node); size -= STEP) {
    if (lines > 1 && size < TWO_LINES && !node.classList.contains("two")) {
      node.classList.add("two");
      size = 0.9;
    }
    node.style.fontSize = `${(usual * size).toFixed(2)}px`;
  }
}
