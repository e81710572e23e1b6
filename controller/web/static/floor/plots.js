// Small plots, drawn here: bars beside each other, and columns over the hours.

import { attribute, el, keyed, svg, text } from "../lib/dom.js";
import { amount } from "../lib/words.js";

const HIGH = 120; // of a column at most, in the plot's own units
const ABOVE = 12; // for the number over a column
const ACROSS = 720; // of all columns

// Rows of a name, a number and, where the number says too little, its words; the largest first.
export function bars(node, rows, none) {
  node.classList.add("bars");
  const sorted = [...rows].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const most = Math.max(1e-9, ...sorted.map(([, count]) => count));
  keyed(node, sorted.length ? sorted : [["", 0]], ([name]) => name, ([name]) => (name ? makeBar() : el("p", {}, none)), (bar, [name, count, words]) => {
    if (!name) return;
    text(bar.querySelector(".label"), name);
    attribute(bar.querySelector("rect"), "width", `${((100 * count) / most).toFixed(1)}%`);
    text(bar.querySelector("b"), words ?? amount(count));
  });
}

const makeBar = () => el("div", { className: "bar" }, el("span", { className: "label" }), svg("svg", { "aria-hidden": "true" }, svg("rect", { height: "14", rx: "3" })), el("b"));

// Columns of two numbers each: pale ones behind, their part that matters before them.
export function columns(node, rows, label) {
  const most = Math.max(1, ...rows.map((row) => row.all));
  const worst = Math.max(1, ...rows.map((row) => row.part));
  const wide = ACROSS / rows.length;
  const top = (value, of) => ABOVE + HIGH - (HIGH * value) / of;
  const drawn = rows.map((row, at) => {
    const column = (name, value, of, part) => svg("rect", { class: name, x: wide * (at + 0.5 - part / 2), width: wide * part, y: top(value, of), height: (HIGH * value) / of });
    const told = svg("title");
    told.textContent = row.title;
    const words = svg("text", { x: wide * (at + 0.5), y: ABOVE + HIGH + 13, "text-anchor": "middle" });
    words.textContent = row.mark;
    const count = svg("text", { class: "count", x: wide * (at + 0.5), y: top(row.part, worst) - 3, "text-anchor": "middle" });
    count.textContent = row.part || "";
    return svg("g", {}, told, column("all", row.all, most, 0.9), column("part", row.part, worst, 0.4), count, words);
  });
  node.replaceChildren(svg("svg", { viewBox: `0 0 ${ACROSS} ${ABOVE + HIGH + 18}`, role: "img", "aria-label": label, class: "columns" }, ...drawn));
}
