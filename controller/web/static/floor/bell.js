// What calls a person who looks elsewhere: sound, the browser's notifications, the title's badge.

import { attribute, byId, text } from "../lib/dom.js";
import { alert as ring, sounding, unlock } from "../lib/sound.js";
import { t } from "./words.js";

const AGAIN = 15000; // ms after which a STOP that nobody has taken sounds again
const KEPT = { sound: "cutcard-floor-sound", notify: "cutcard-floor-notify" };
const CALLS = ["stop", "floor", "fix"]; // worst first; a note calls nobody

const wants = (what) => localStorage.getItem(KEPT[what]) === "on";
const keep = (what, on) => localStorage.setItem(KEPT[what], on ? "on" : "off");
const allowed = () => "Notification" in window && Notification.permission === "granted";

export class Bell {
  constructor(tell, chosen) {
    this.tell = tell; // says why something is not to be had
    this.chosen = chosen; // shows a table
    this.known = null; // ids; none before the first look, which calls for nothing old
    byId("sound").onclick = () => this.#sound();
    byId("notify").onclick = () => this.#notify();
    if (wants("sound")) addEventListener("pointerdown", () => unlock().then(() => this.draw()), { once: true });
    if (wants("sound")) unlock().then(() => this.draw());
    setInterval(() => this.#insist(), AGAIN);
    this.waiting = [];
    this.draw();
  }

  draw() {
    const on = wants("sound") && sounding();
    attribute(byId("sound"), "aria-pressed", on);
    text(byId("sound"), t(on ? "floor.sound_on" : "floor.sound_off"));
    const notes = wants("notify") && allowed();
    attribute(byId("notify"), "aria-pressed", notes);
    text(byId("notify"), t(notes ? "floor.notify_on" : "floor.notify_off"));
  }

  // All open alerts of all tables, filtered or not: what is new is called out, once.
  look(open) {
    this.waiting = open.filter((one) => !one.acknowledged && CALLS.includes(one.severity));
    const ids = new Set(open.map((one) => one.key));
    const fresh = this.known ? this.waiting.filter((one) => !this.known.has(one.key)) : [];
    this.known = ids;
    const worst = CALLS.find((severity) => fresh.some((one) => one.severity === severity));
    if (worst && wants("sound")) ring(worst);
    if (wants("notify") && allowed()) for (const one of fresh) this.#show(one);
    this.#badge();
  }

  #badge() {
    const count = this.waiting.length;
    const stop = this.waiting.find((one) => one.severity === "stop");
    document.title = count ? t(stop ? "floor.badge_stop" : "floor.badge", { count, table: stop?.table }) : t("floor.title");
    if (navigator.setAppBadge) (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => null); // no badge, then
  }

  #show(one) {
    const note = new Notification(`${t(`severity.${one.severity}`)}: ${one.table}`, { body: one.text, tag: one.key, requireInteraction: one.severity === "stop" });
    note.onclick = () => { window.focus(); this.chosen(one.table); note.close(); };
  }

  #insist() {
    if (wants("sound") && this.waiting.some((one) => one.severity === "stop")) ring("stop");
  }

  async #sound() {
    keep("sound", !(wants("sound") && sounding()));
    if (wants("sound")) { await unlock(); ring("floor"); }
    this.draw();
  }

  async #notify() {
    const on = wants("notify") && allowed();
    if (!on && !window.isSecureContext) return this.tell(t("floor.notify_insecure"));
    if (!on && "Notification" in window) await Notification.requestPermission();
    if (!on && !allowed()) this.tell(t("floor.notify_refused"));
    keep("notify", !on && allowed());
    return this.draw();
  }
}
