// Who is logged in here, and the way out; nobody is where a page was opened by a link.

import { byId, el, mark } from "./dom.js";
import { picker, t } from "./language.js";

function withoutTable() {
  const address = new URL(location.href);
  address.searchParams.delete("table");
  return address.pathname + address.search;
}

export function account(store) {
  byId("account")?.remove();
  mark(document.body, "logged-in", store.loggedIn);
  if (!store.loggedIn) return;
  const role = t(`login.${store.loggedIn}`);
  const name = store.by || role;
  const several = store.names.length > 1 && store.page !== "floor" && !store.picking;
  const menu = el("div", { className: "menu" },
    el("p", {}, el("b", {}, name), store.by ? role : ""),
    several ? el("a", { href: withoutTable() }, t("login.change_table")) : null,
    picker(),
    el("form", { method: "post", action: "/logout" }, el("button", {}, t("login.leave"))));
  const initial = [...name][0].toUpperCase();
  document.body.append(el("details", { id: "account" }, el("summary", { "aria-label": t("login.leave_name", { name }) }, initial), menu));
}
