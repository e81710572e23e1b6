// Chips that move: a copy of where they were glides to where they are, and is gone.

import { el } from "./dom.js";

const LASTS = 550; // ms
const still = () => document.body.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

export function fly(from, to, words = from.textContent) {
  if (still() || document.hidden) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!start.width || !end.width) return;
  const chip = el("span", { className: "bet flying" }, words);
  const size = getComputedStyle(from).fontSize;
  Object.assign(chip.style, { position: "fixed", left: `${start.left}px`, top: `${start.top}px`, fontSize: size, zIndex: 5 });
  document.body.append(chip);
  const way = `translate(${end.left - start.left}px, ${end.top - start.top}px)`;
  chip.animate([{ transform: "none", opacity: 1 }, { transform: way, opacity: 0.3 }], { duration: LASTS, easing: "ease-in-out" })
    .finished.catch(() => null).then(() => chip.remove());
}
