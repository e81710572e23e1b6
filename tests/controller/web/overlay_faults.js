// What leaves the picture, is cut, or lies on something else; nothing where all is well.
const said = (node) => `${node.id || node.className}: ${node.textContent.trim().slice(0, 40)}`;
const seen = (node) => {
  for (let at = node; at && at.nodeType === 1; at = at.parentNode) {
    const style = getComputedStyle(at);
    if (style.display === "none" || style.visibility === "hidden" || Number(style.opacity) === 0) return false;
  }
  const box = node.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
};
const all = (css) => [...document.querySelectorAll(css)].filter(seen);
const faults = [];
for (const node of all("body *")) {
  const box = node.getBoundingClientRect();
  if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) faults.push(`leaves the picture: ${said(node)}`);
}
const boxes = ".name, .stack, .act, .odds, .hint, #pots, #blinds, #banner, #lower, #who, #about, #counts, .stats, #delay";
for (const node of all(boxes)) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [drawn, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
  if (drawn.left < box.left - 1.5 || drawn.right > box.right + 1.5 || drawn.height > box.height + 3) faults.push(`does not fit: ${said(node)} ${drawn.width}/${box.width} ${drawn.height}/${box.height}`);
  if (parseFloat(getComputedStyle(node).fontSize) < 10) faults.push(`too small: ${said(node)}`);
}
const blocks = all(".player, .odds, .act, #pots, #community, #blinds, #banner, #lower, #counts, #sponsor, #clock, #delay");
const within = all(".about, .hole, .photo");
for (const group of [blocks, within]) {
  group.forEach((one, at) => group.slice(at + 1).forEach((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
    if (!apart && !one.contains(other) && !other.contains(one)) faults.push(`lies on: ${said(one)} | ${said(other)}`);
  }));
}
return faults;
