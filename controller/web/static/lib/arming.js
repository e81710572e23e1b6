// A button that takes back or begins something wants a second touch within a few seconds.

import { mark } from "./dom.js";

const PATIENCE = 3000;

export function arming(button, act, { armed = () => true } = {}) {
  let timer = null;
  const disarm = () => {
    clearTimeout(timer);
    timer = null;
    mark(button, "armed", false);
    button.dispatchEvent(new Event("armed"));
  };
  button.addEventListener("click", () => {
    if (timer || !armed()) {
      disarm();
      act();
      return;
    }
    mark(button, "armed", true);
    timer = setTimeout(disarm, PATIENCE);
    button.dispatchEvent(new Event("armed"));
  });
}

export const isArmed = (button) => button.classList.contains("armed");

// Letters press the buttons that show them, unless somebody is writing.
export function keys(map) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const press = map[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!press) return;
    event.preventDefault();
    if (typeof press === "function") press(event.key);
    else if (!press.disabled) press.click();
  });
}
