// Which table is meant, where there are several: the same page again, with the table in its address.

import { byId, el, keyed, mark, text } from "./lib/dom.js";
import { Store, away } from "./lib/stream.js";
import { t } from "./lib/language.js";
import { game, stakes } from "./lib/words.js";

const page = location.pathname.slice(1);

function at(table) {
  const address = new URL(location.href);
  address.searchParams.set("table", table);
  return address.pathname + address.search;
}

function makeTable(name) {
  return el("a", { href: at(name) }, el("b", {}, name), el("span"));
}

function draw(store) {
  const names = Object.keys(store.tables).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  away(store);
  text(byId("page"), t(`page.${page}`));
  keyed(byId("tables"), names, (name) => name, makeTable, (node, name) => {
    const online = store.value("status", name) === "online";
    const info = store.value("info", name);
    mark(node, "offline", !online);
    text(node.querySelector("span"), online ? [game(info), stakes(info)].filter(Boolean).join(" · ") : t("login.offline"));
  });
}

new Store(page, draw, { picking: true });
