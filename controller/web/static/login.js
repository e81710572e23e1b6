// Says why somebody was sent here, and where he wanted to go.

const WHY = {
  wrong: "That is not the password of this role.",
  often: "Too many wrong passwords: wait a minute.",
  expired: "This login or link has expired.",
  role: "This page is for another role.",
  site: "Log in on this page itself.",
};
const asked = new URL(location.href).searchParams;
document.getElementById("why").textContent = WHY[asked.get("why")] ?? "";
document.getElementById("to").value = asked.get("to") ?? "";
const usual = { "/floor": "floor", "/board": "display", "/overlay": "broadcast" }[asked.get("to")];
if (usual) document.querySelector(`input[value="${usual}"]`).checked = true;
