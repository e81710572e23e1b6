// A page's line to its server: a snapshot first, then what changes; after a gap the snapshot again.

import { account } from "./account.js";
import { byId, data, mark, text } from "./dom.js";
import { follow, has, heard, t } from "./language.js";

const SILENCE = 10000; // ms without a word after which the server is taken for gone
const AGAIN = [250, 500, 1000, 2000]; // ms before trying again
const KEEPS_EVENTS = 120;

const address = new URL(location.href);
if (address.searchParams.has("link")) {
  // The ticket is in a cookie by now; nobody needs to read it off the address bar.
  address.searchParams.delete("link");
  history.replaceState(null, "", address);
}
export const options = address.searchParams;

export class Store {
  constructor(page, draw, { evenHidden = false, picking = false } = {}) {
    this.page = page;
    this.draw = draw;
    this.evenHidden = evenHidden;
    this.picking = picking; // a table is still to be chosen
    this.role = this.by = this.token = this.table = "";
    this.names = [];
    this.tables = {};
    this.picture = this.show = null;
    this.program = "";
    this.broker = { word: "connecting", detail: "" };
    this.connected = this.everConnected = false;
    this.tries = 0;
    this.ahead = 0; // ms by which the server's clock is ahead of ours
    this.heardAt = Date.now();
    document.addEventListener("visibilitychange", () => this.#seen());
    setInterval(() => this.#watch(), 1000);
    this.#seen();
  }

  // What the page's table said last on a branch.
  value(branch, table = this.table) {
    return this.tables[table]?.values[branch] ?? null;
  }

  get state() { return this.value("public/state")?.state ?? null; }
  get info() { return this.value("info"); }
  get events() { return this.tables[this.table]?.events ?? []; }
  now() { return Date.now() + this.ahead; }

  // Why what is on the screen may be old, in plain words; nothing where all is well.
  away(table = this.table) {
    if (!this.connected) return t(this.everConnected ? "away.server" : "away.connecting");
    if (this.broker.word === "refused") return t("away.refused");
    if (this.broker.word !== "connected") return t("away.broker");
    if (!table) return t("away.no_table");
    if (!this.picking && this.value("status", table) !== "online") return t("away.table");
    return "";
  }

  async ask(verb, fields = {}, table = this.table) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
    const body = JSON.stringify({ ...fields, id, table });
    for (let again = 0; ; again += 1) {
      try {
        const answer = await fetch(`/${this.page}/ask/${verb}`, {
          method: "POST", body, headers: { "Content-Type": "application/json", "X-Cutcard-Token": this.token },
        });
        return await answer.json();
      } catch (error) {
        // Asked again, a request with the same id counts once.
        if (again) return { ok: false, error: { key: "no_answer" } };
        await new Promise((done) => setTimeout(done, 500));
      }
    }
  }

  #seen() {
    if (document.hidden && !this.evenHidden) this.#close();
    else if (!this.source) this.#open();
  }

  #open() {
    clearTimeout(this.timer);
    this.timer = null;
    const table = options.get("table") ? `?table=${encodeURIComponent(options.get("table"))}` : "";
    const query = this.picking ? "?pick" : options.has("program") ? "?program" : table;
    const source = new EventSource(`/${this.page}/stream${query}`);
    this.source = source;
    this.heardAt = Date.now();
    const on = (name, take) => source.addEventListener(name, (event) => {
      this.heardAt = Date.now();
      take.call(this, JSON.parse(event.data));
    });
    on("snapshot", this.#snapshot);
    on("heard", this.#heard);
    on("broker", (broker) => { this.broker = broker; this.#changed(); });
    on("picture", (picture) => { this.picture = picture; this.#changed(); });
    on("show", (show) => { this.show = show; this.#changed(); });
    on("program", ({ table: name }) => { this.program = name; this.#changed(); });
    on("tick", ({ now }) => { this.ahead = now * 1000 - Date.now(); });
    source.onerror = () => this.#again();
  }

  #close() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    this.timer = null;
  }

  #again() {
    if (this.timer) return;
    this.#close();
    this.connected = false;
    this.#changed();
    this.timer = setTimeout(() => this.#login() || this.#open(), AGAIN[Math.min(this.tries, AGAIN.length - 1)]);
    this.tries += 1;
  }

  // A ticket whose time is over is no fault of the line: the login says so.
  #login() {
    if (this.tries % 4 === 0) fetch(`/${this.page}`, { redirect: "manual" })
      .then((answer) => { if (answer.type === "opaqueredirect") location.reload(); })
      .catch(() => null);  // the server is away; the banner says so already
    return false;
  }

  #watch() {
    if (this.source && Date.now() - this.heardAt > SILENCE) this.#again();
  }

  #snapshot(all) {
    const { now, ...rest } = all;
    Object.assign(this, rest);
    this.ahead = now * 1000 - Date.now();
    this.connected = this.everConnected = true;
    this.tries = 0;
    if (this.picks && !this.picking) location.reload(); // there are several: the server asks which
    this.#stay();
    account(this);
    for (const table of Object.values(this.tables)) table.seq = table.events.at(-1)?.seq ?? null;
    this.#changed();
  }

  // A table that comes later must not take the place of the one that is shown.
  #stay() {
    if (!this.table || this.picking || this.picks || this.page === "floor" || options.get("table") || options.has("program")) return;
    options.set("table", this.table);
    history.replaceState(null, "", address);
  }

  #heard({ table, branch, value }) {
    const known = (this.tables[table] ||= { values: {}, events: [], seq: null });
    if (branch !== "public/event") known.values[branch] = value;
    else if (known.seq !== null && value.seq > known.seq + 1) {
      this.#close();
      this.#open(); // something was missed: all of it, please
      return;
    } else if (known.seq === null || value.seq > known.seq) {
      known.events = [...known.events, value].slice(-KEEPS_EVENTS);
      known.seq = value.seq;
    }
    this.#changed(table, branch, value);
  }

  #changed(table, branch, value) {
    this.draw(this, branch, value);
    follow(this.info?.language).then((other) => other && this.draw(this));
    const shown = this.value("public/state");
    if (shown) {
      data(document.body, "at", shown.at);
      data(document.body, "seq", shown.seq);
    }
  }
}

// The strip that says what is away; the page below it turns grey, for it may be old.
export function away(store, why = store.away()) {
  const banner = byId("away");
  text(banner, why);
  banner.hidden = !why;
  mark(document.body, "is-away", why);
}

// Why something was not done, said to who asked for it.
export function refusal(response) {
  const error = response.error;
  const reject = (response.answers || []).find((answer) => answer.o === "reject");
  if (reject) return t("error.not_allowed", { why: heard(reject.why) });
  if (!error) return t("error.not_done", { why: "" });
  if (error.key && has(`error.${error.key}`)) return t(`error.${error.key}`, { why: error.got });
  return t("error.not_done", { why: error.do ? `${error.got}; ${error.do}` : `${error.got}, expected ${error.expected}` });
}
