// Says why somebody was sent here, and keeps what he typed already and where he wanted to go.

import { picker, t } from "./lib/language.js";

const WHY = new Set(["wrong", "often", "expired", "role", "site", "out"]);
const USUAL = { "/dealer": "dealer", "/console": "dealer", "/floor": "floor", "/board": "display", "/overlay": "broadcast", "/producer": "broadcast", "/clock": "display" };

document.querySelector("form").append(picker());
const asked = new URL(location.href).searchParams;
const form = document.querySelector("form");
const why = document.getElementById("why");
why.textContent = WHY.has(asked.get("why")) ? t(`login.${asked.get("why")}`) : "";
why.classList.toggle("fine", asked.get("why") === "out");
form.elements.to.value = asked.get("to") ?? "";
form.elements.by.value = asked.get("by") ?? "";
const role = [...form.elements.role].find((one) => one.value === (asked.get("role") ?? USUAL[asked.get("to")]));
if (role) role.checked = true;
if (asked.has("by")) form.elements.password.focus();
