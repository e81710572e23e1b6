// What people put up, change and agree on: the deeds of the console's line, and what its numbers mean.

const numbers = (text) => (text.match(/[0-9]{1,15}/g) || []).map((digits) => Number.parseInt(digits, 10));
const playing = (state) => Object.entries(state?.seats || {}).filter(([, one]) => one.cards && !one.folded).map(([seat]) => Number(seat));

const post = (what) => ({ verb: "post", seat: true, fields: ([sum]) => ({ what, ...(sum ? { amount: sum } : {}) }) });
const agree = (what) => ({ verb: "agree", fields: (_, state) => ({ what, seats: playing(state) }) });
const sum = (verb, more) => ({ verb, least: 1, fields: ([amount]) => ({ amount }), ...more });

// `least`: so many numbers are needed; `seat`: of the chosen player; `floor`: the floor's alone.
export const DEEDS = {
  straddle: post("straddle"), kill: post("kill"), half_kill: post("half_kill"), buy_button: post("buy_button"),
  wait: { verb: "wait", seat: true, fields: () => ({}) },
  move: { verb: "move", seat: true, least: 1, fields: ([to]) => ({ to }) },
  deal_twice: agree("deal_twice"), deal_three_times: agree("deal_three_times"), chop_blinds: agree("chop_blinds"),
  rake: sum("rake"), collect: sum("collect", { seat: "maybe" }),
  level: {
    verb: "level", least: 2, floor: true,
    fields: ([small_blind, big_blind, ante, minutes]) => ({ small_blind, big_blind, ...(ante === undefined ? {} : { ante }), ...(minutes ? { minutes } : {}) }),
  },
  race: {
    verb: "race", least: 4, floor: true,
    fields: ([chip, into, ...odd]) => ({ chip, into, odd: Object.fromEntries(odd.flatMap((seat, at) => (at % 2 ? [] : [[seat, odd[at + 1] ?? 0]]))) }),
  },
};

// The request that a line means; null where a number or the player is missing.
export function request(name, detail, seat, state) {
  const deed = DEEDS[name];
  const given = numbers(detail);
  if (given.length < (deed.least ?? 0) || (deed.seat === true && !seat)) return null;
  return { verb: deed.verb, fields: { ...(deed.seat && seat ? { seat } : {}), ...deed.fields(given, state) } };
}
