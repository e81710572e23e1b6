// Who is logged in here, and the way out; nobody is where a page was opened by a link.

import { byId, el, mark } from "./dom.js";
import { capital } from "./words.js";

function withoutTable() {
  const address = new URL(location.href);
  address.searchParams.delete("table");
  return address.pathname + address.search;
}

export function account(store) {
  byId("account")?.remove();
  mark(document.body, "logged-in", store.loggedIn);
  if (!store.loggedIn) return;
  const name = store.by || capital(store.loggedIn);
  const several = store.names.length > 1 && store.page !== "floor" && !store.picking;
  const menu = el("div", { className: "menu" },
    el("p", {}, el("b", {}, name), store.by ? capital(store.loggedIn) : ""),
    several ? el("a", { href: withoutTable() }, "Change table") : null,
    el("form", { method: "post", action: "/logout" }, el("button", {}, "Log out")));
  const initial = [...name][0].toUpperCase();
  document.body.append(el("details", { id: "account" }, el("summary", { "aria-label": `${name}: log out` }, initial), menu));
}
