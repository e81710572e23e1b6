// Every text of a page, in the language that its address, a person or the table has chosen.

const KEPT = "cutcard-language"; // where a browser remembers a person's choice
const WHOLE = new Intl.NumberFormat("en-US"); // amounts are written one way at every table
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NAMED = { street: "street", decision: "decision", fault: "fault", reason: "reason", side: "side", suit: "suit", rank: "rank", next: "rank", ranks: "ranks", others: "ranks", topped: "topped", post: "post", due: "post" }; // sections that name a fill
const BOOKS = { dc: "DC", california: "California", diamondjims: "Diamond Jim's", hilton: "Hilton", uspa: "USPA" };

let words = {};
let sentences = []; // [key, pattern] of what the engine says in its own English
export let code = "en";
export let names = []; // [code, name] of every language there is

export const amount = (chips) => WHOLE.format(chips ?? 0);
export const plain = (word) => String(word ?? "").replaceAll("_", " ");
export const capital = (word) => (word ? word[0].toUpperCase() + word.slice(1) : "");
export const has = (key) => key in words;

// A text by its key; what it names is filled in.
export function t(key, fill = {}) {
  const template = words[key];
  if (template === undefined) return plain(key.split(".").at(-1));
  return template.replace(/\{(\w+)\}/g, (_, name) => filled(name, fill[name]));
}

// What the table says, by keys and fills, as one text.
export const said = (phrases) => (phrases || []).map((one) => capital(t(one.key, one.fill))).join(words["language.join"]);

// What the engine said in English, in the page's own words; as it is where nobody has foreseen it.
export function heard(text) {
  for (const [key, pattern] of sentences) {
    const found = pattern.exec(text);
    if (found) return t(key, { ...found.groups, topped: found.groups?.rank });
  }
  return String(text ?? "");
}

// A hand's names, in a viewer's words: "Ace-high flush".
export const hands = (called) => called.map((name) => capital(heard(name))).join(" · ");

function filled(name, value) {
  if (name === "card") return signed(value) || t("card.unread");
  if (name === "decisions") return value.split(", ").map((one) => filled("decision", one)).join(", ");
  if (NAMED[name]) return has(`${NAMED[name]}.${plainKey(value)}`) ? t(`${NAMED[name]}.${plainKey(value)}`) : plain(value);
  if (name === "clause") return cite(value);
  if (name === "step") return within(value);
  if (name === "steps") return value.map(([when, steps]) => group(when, steps)).join("; ");
  return typeof value === "number" ? amount(value) : String(value ?? "");
}

const plainKey = (word) => String(word).replaceAll(" ", "_");

// As it is written inside a sentence.
export const inside = (text) => (words["language.small"] && text ? text[0].toLowerCase() + text.slice(1) : text);
const within = ([key, fill]) => inside(capital(t(key, fill)));

function group(when, steps) {
  const all = steps.map(within).join(", ");
  return has(`then.${when}`) ? words[`then.${when}`].replace("{steps}", all) : all;
}

export function signed(card) {
  if (card === "Jk") return "★";
  return SIGNS[card?.[1]] ? card[0].replace("T", "10") + SIGNS[card[1]] : "";
}

// A clause as people cite it: hilton.A9.h is Hilton A9h.
export function cite(clause) {
  const [book, ...parts] = String(clause ?? "").split(".");
  if (!parts.length) return book === "house" ? t("clause.house") : book;
  const name = BOOKS[book] || capital(book);
  if (book === "california") return `${name}: ${parts.join(", ")}`;
  return `${name} ${numbered(book, parts)}`.replaceAll("_", " ");
}

const isWord = (part) => part.replace(/[^a-z]/gi, "").length > 2;
const isNumber = (part) => /^\d+$/.test(part);

function numbered(book, parts) {
  return parts.reduce((sofar, part, at) => {
    if (!at) return part;
    if (book === "dc" && part.length < 3 && (!isNumber(part) || sofar.endsWith(")"))) return `${sofar}(${part})`;
    if (isWord(part) || isWord(parts[at - 1])) return `${sofar} ${part}`;
    return /^\d/.test(part) && /\d$/.test(sofar) ? `${sofar}.${part}` : sofar + part;
  }, "");
}

// Writes the texts that stand in the page itself.
function write() {
  document.documentElement.lang = code;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = t(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  for (const node of document.querySelectorAll("[data-hint]")) node.setAttribute("placeholder", t(node.dataset.hint));
}

async function load(wanted) {
  for (;;) {
    try {
      const answer = await fetch(`/words/${encodeURIComponent(wanted)}.json`);
      if (answer.ok) return await answer.json();
      if (wanted === "en") throw new Error("no words");
      return await load("en");
    } catch (error) {
      await new Promise((done) => setTimeout(done, 1000)); // without words there is no page
    }
  }
}

export async function use(wanted) {
  const found = await load(wanted);
  [code, names, words] = [found.code, found.names, found.words];
  sentences = found.heard.map(([key, pattern]) => [key, new RegExp(`^${pattern}$`)]);
  write();
}

const asked = new URL(location.href).searchParams.get("lang");
const chosen = () => asked || localStorage.getItem(KEPT);

// A person chooses, and this browser remembers it.
export function choose(wanted) {
  localStorage.setItem(KEPT, wanted);
  return use(wanted);
}

// The choice itself, for wherever a person may make it.
export function picker() {
  const select = document.createElement("select");
  select.className = "languages";
  select.setAttribute("aria-label", t("dealer.language"));
  select.append(...names.map(([value, name]) => new Option(name, value, value === code, value === code)));
  select.onchange = () => {
    const address = new URL(location.href);
    address.searchParams.delete("lang"); // what is chosen holds, and not the address
    choose(select.value).then(() => location.replace(address));
  };
  return select;
}

// The table's language, where nobody has chosen another; true where the page must be drawn anew.
export async function follow(table) {
  if (!table || chosen() || table === code) return false;
  await use(table);
  return true;
}

await use(chosen() || "en");
