// A hand's masked log as pictures of the felt, one after each event, in the shape of public/state.

import { answered, noteAward, told } from "./words.js";
import { capital, signed } from "./language.js";

// What changed of the felt, put into what it was: whole seats, and the hand.
function changed(before, change) {
  const seats = { ...before.seats, ...(change?.seats || {}) };
  for (const [seat, one] of Object.entries(seats)) if (!one) delete seats[seat];
  return { ...before, ...change, seats };
}

export function frames(entries, words) {
  let state = { button: null, seats: {}, hand: null };
  let winners = {};
  return entries.filter((entry) => entry.event.e !== "tick" || entry.answers.length).map((entry) => {
    state = changed(state, entry.state);
    if (state.hand?.stage !== "over") winners = {}; // an end that was taken back
    winners = { ...winners };
    for (const one of entry.answers) if (one.o === "award") noteAward(winners, one);
    return { t: entry.t, state, winners, line: line(entry, state, words), ruled: entry.answers.some((one) => one.o === "ruling") };
  });
}

function line({ event, answers }, state, { place, t }) {
  const lies = event.zone ? { card: event.card, place: place(event.zone) } : {};
  const up = event.face === "up" && event.zone !== "board";
  const first = event.e === "card" ? t(event.card === "??" ? "replay.hidden" : up ? "replay.card_up" : "replay.card", lies)
    : event.e === "flash" ? capital(t("replay.flash", lies)) : told(event, state) || event.e;
  const shown = event.e === "show" ? (state.seats[event.seat]?.cards || []).map(signed).join(" ") : "";
  const refused = answers.find((answer) => answer.o === "reject");
  const more = answers.map((answer) => answered(answer, state)).filter(Boolean);
  return [[first, shown, refused ? t("replay.refused", { why: refused.why }) : ""].filter(Boolean).join(" "), ...more].join(" · ");
}
