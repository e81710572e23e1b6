// The decision sheet: what was ruled and why, what may be decided instead, and a second look.

import { byId, el, mark } from "../lib/dom.js";
import { code } from "../lib/language.js";
import { amount, ruledHere } from "../lib/words.js";
import { clauses } from "./law.js";
import { cite, decision, follows, inWords, t } from "./words.js";

const OF_A_SEAT = ["dead_hand", "forfeit", "refund", "award", "move"]; // the ruling's own, unless another is meant
const fold = (title, ...inside) => el("details", {}, el("summary", {}, title), ...inside);
const digits = (text) => (/^[0-9]{1,15}$/.test(text.replaceAll(/[,\s]/g, "")) ? Number.parseInt(text.replaceAll(/[,\s]/g, ""), 10) : null);

export class Sheet {
  constructor(store, say_) {
    this.store = store;
    this.told = say_; // tells how it went
    this.node = byId("sheet");
  }

  #close() { this.node.close(); }

  #fill(...children) {
    this.node.replaceChildren(...children);
    if (!this.node.open) this.node.showModal();
  }

  #head(title, ...more) {
    return el("header", {}, el("h2", { id: "sheet-title" }, title), el("button", { type: "button", className: "close", on: { click: () => this.#close() } }, t("sheet.cancel")), ...more);
  }

  #name(seat) {
    const name = this.store.value("public/state", this.alert.table)?.state?.seats?.[seat]?.name;
    return name ? `${t("told.seat", { seat })} · ${name}` : t("told.seat", { seat });
  }

  async open(alert) {
    this.alert = alert;
    this.#fill(this.#head(t("sheet.title", alert)), el("p", {}, t("sheet.loading")));
    const [response, books] = await Promise.all([
      this.store.ask("case", { ruling: alert.ruling }, alert.table), clauses([alert.clause, ...alert.also].filter(Boolean)),
    ]);
    if (this.alert !== alert || !this.node.open) return;
    const { choices = [], elsewhere = [] } = response.result || {};
    this.#choose(choices, elsewhere, books);
  }

  #choose(choices, elsewhere, books) {
    const { alert } = this;
    const problem = el("p", { className: "problem", role: "alert" });
    const form = el("form", { novalidate: true }, el("fieldset", { className: "choices" }, el("legend", {}, t("sheet.choose")), ...choices.map((one) => this.#choice(one))));
    const fields = el("div", { className: "fields" });
    const next = el("button", { className: "strong" }, t("sheet.next"));
    form.append(fields, el("p", { className: "by" }, this.store.by ? t("sheet.by", { name: this.store.by }) : t("sheet.by_role")), problem, next);
    form.addEventListener("change", (event) => { if (event.target.name === "decision") this.#ask(choices.find((one) => one.decision === form.elements.decision.value), fields); problem.textContent = ""; });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const choice = choices.find((one) => one.decision === form.elements.decision?.value);
      const given = choice && this.#given(choice, form);
      problem.textContent = !choice ? t("sheet.needs_decision") : given.problem || "";
      if (given && !given.problem) this.#confirm(choice, given, () => this.#fill(...whole));
    });
    const whole = [
      this.#head(t("sheet.title", alert)),
      el("p", { className: "ruled", data: { severity: alert.severity } }, el("b", {}, t(`severity.${alert.severity}`)), " ", inWords(alert)),
      ...this.#law(books, elsewhere),
      choices.length ? form : el("p", {}, t("sheet.over")),
    ];
    this.#fill(...whole);
  }

  #law(books, elsewhere) {
    const { alert } = this;
    const rule = books.map((one) => el("p", { className: "rule" }, el("b", { className: "clause" }, cite(one.id)), " ", one.id === alert.clause ? `${ruledHere(alert)} ` : "", el("span", { lang: "en" }, one.rule || one.then || "", one.until ? ` (${one.until})` : ""), one.rule || one.then ? "" : t("sheet.no_text")));
    const steps = alert.steps.length ? [el("h3", {}, t("sheet.steps")), el("ol", { className: "steps" }, ...alert.steps.map((step) => { const item = el("li", {}, inWords(step)); mark(item, "done", step.done); return item; }))] : [];
    const others = elsewhere.map((one) => el("li", {}, el("b", {}, `${cite(one.clause)}: `), one.decision === "floor_call" ? t("sheet.to_the_floor") : decision(one.decision)));
    const beside = books.flatMap((one) => one.beside).map((one) => el("div", { lang: "en" }, el("b", {}, one.what), el("ul", {}, ...one.books.map((book) => el("li", {}, el("b", {}, `${book.book}: `), book.says, ` (${book.clauses.map(cite).join(", ")})`)))));
    const foreign = code !== "en" && rule.length ? [el("p", { className: "foreign" }, t("clause.in_english"))] : [];
    return [
      ...foreign, ...rule, ...steps, el("h3", {}, t("sheet.elsewhere")),
      others.length ? el("ul", { className: "elsewhere" }, ...others) : el("p", {}, t("sheet.silent")),
      ...(beside.length ? [fold(t("sheet.more"), ...beside)] : []),
    ];
  }

  #choice(one) {
    const ruled = one.decision === this.alert.decision;
    const radio = el("input", { type: "radio", name: "decision", value: one.decision, disabled: Boolean(one.barred) });
    return el("label", { className: ruled ? "choice ruled" : "choice" }, radio, el("span", {}, el("b", {}, decision(one.decision)), ruled ? el("i", {}, t("sheet.ruling")) : null, el("small", {}, one.barred ? t("sheet.barred", { clause: one.barred }) : follows(one.decision))));
  }

  // Only what this decision needs, or may have.
  #ask(choice, fields) {
    const seats = choice.needs_seat || OF_A_SEAT.includes(choice.decision) ? choice.seats : [];
    fields.replaceChildren(
      ...(seats.length ? [el("fieldset", { className: "seats" }, el("legend", {}, t("sheet.seat")), ...seats.map((seat) => el("label", {}, el("input", { type: "radio", name: "seat", value: seat, checked: !choice.needs_seat && this.alert.seats[0] === seat }), el("span", {}, this.#name(seat)))))] : []),
      ...(choice.takes_amount ? [el("label", { className: "amount" }, t(choice.decision === "raise" ? "sheet.amount_raise" : choice.needs_amount ? "sheet.amount" : "sheet.amount_may"), el("input", { name: "amount", inputmode: "numeric", autocomplete: "off", maxlength: "20" }))] : []),
    );
  }

  #given(choice, form) {
    const given = { decision: choice.decision, ruling: this.alert.ruling };
    const seat = form.elements.seat?.value;
    const typed = form.elements.amount?.value.trim() || "";
    if (choice.needs_seat && !seat) return { problem: t("sheet.needs_seat") };
    if (seat) given.seat = Number(seat);
    if ((choice.needs_amount || typed) && digits(typed) === null) return { problem: t("sheet.needs_amount") };
    if (typed) given.amount = digits(typed);
    return given;
  }

  #confirm(choice, given, back) {
    const { alert } = this;
    const what = { decision: given.decision, table: alert.table, hand: alert.hand, name: given.seat ? this.#name(given.seat) : "", amount: amount(given.amount) };
    const key = `sheet.sure${given.seat ? "_seat" : ""}${given.amount === undefined ? "" : "_amount"}`;
    const yes = el("button", { type: "button", className: "strong", on: { click: () => this.#decide(given, yes) } }, t("sheet.confirm", what));
    this.#fill(this.#head(t("sheet.title", alert)), el("p", { className: "sure" }, t(key, what)), el("p", {}, follows(given.decision)),
      el("p", { className: "by" }, this.store.by ? t("sheet.by", { name: this.store.by }) : t("sheet.by_role")), el("p", {}, t("sheet.final")),
      el("div", { className: "deeds" }, el("button", { type: "button", on: { click: back } }, t("sheet.back")), yes));
    yes.focus();
  }

  async #decide(given, button) {
    button.disabled = true; // once is enough
    const { table } = this.alert;
    const response = await this.store.ask("decide", given, table);
    this.#close();
    this.told(response);
  }

  // The floor's own way back: what would be undone, and whether that is meant.
  async undo(table, what) {
    this.alert = { table };
    const head = this.#head(t("undo.title", { table }));
    if (!what) return this.#fill(head, el("p", {}, t("undo.nothing")));
    const yes = el("button", { type: "button", className: "strong", on: { click: async () => { yes.disabled = true; const response = await this.store.ask("undo", {}, table); this.#close(); this.told(response, t("undo.done")); } } }, t("undo.yes"));
    this.#fill(head, el("p", { className: "sure" }, t("undo.what", { what })), el("div", { className: "deeds" }, yes));
    return yes.focus();
  }

  // What the alert is about may be settled elsewhere while the sheet is open.
  follow(open) {
    const still = !this.alert?.id || open.some((one) => one.key === this.alert.key);
    const told = this.node.querySelector(".settled");
    if (this.node.open && !still && !told) this.node.prepend(el("p", { className: "settled", role: "status" }, t("sheet.settled")));
    if (still) told?.remove();
  }
}
