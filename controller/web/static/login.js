// Says why somebody was sent here, and keeps what he typed already and where he wanted to go.

const WHY = {
  wrong: "Wrong password for this role. Try again.",
  often: "Too many wrong passwords. Wait a minute, then try again.",
  expired: "Your login or link has expired. Log in again.",
  role: "That page needs another role.",
  site: "Refused: the login came from another site. Log in here.",
  out: "Logged out.",
};
const USUAL = { "/dealer": "dealer", "/console": "dealer", "/floor": "floor", "/board": "display", "/overlay": "broadcast" };

const asked = new URL(location.href).searchParams;
const form = document.querySelector("form");
const why = document.getElementById("why");
why.textContent = WHY[asked.get("why")] ?? "";
why.classList.toggle("fine", asked.get("why") === "out");
form.elements.to.value = asked.get("to") ?? "";
form.elements.by.value = asked.get("by") ?? "";
const role = [...form.elements.role].find((one) => one.value === (asked.get("role") ?? USUAL[asked.get("to")]));
if (role) role.checked = true;
if (asked.has("by")) form.elements.password.focus();
