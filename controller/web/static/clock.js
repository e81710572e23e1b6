// The server's time, large enough to be filmed: what the overlay's own clock is set by.

import { byId, text } from "./lib/dom.js";
import { Store } from "./lib/stream.js";
import { tenths } from "./lib/words.js";

const store = new Store("clock", () => null);

function tick() {
  if (store.connected) text(byId("time"), tenths(store.now()));
  requestAnimationFrame(tick);
}

tick();
