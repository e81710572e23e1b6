// Every visible text whose contrast with what lies behind it is below a bound, worst case taken.

const least = arguments[0];
const ends = arguments[1]; // what may shine through where nothing opaque lies behind

const numbers = (text) => text.match(/[\d.]+/g).map(Number);
const colour = (text) => {
  const [r, g, b, a = 1] = numbers(text.replace(/color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)( \/ ([\d.]+))?\)/,
    (_, x, y, z, __, alpha) => `rgb(${x * 255}, ${y * 255}, ${z * 255}, ${alpha ?? 1})`));
  return [r, g, b, a];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
const ratio = (one, two) => {
  const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

// All the colours that may lie behind an element: gradients count with each of theirs.
function behind(node) {
  if (!node) return ends.map(colour);
  const style = getComputedStyle(node);
  const flat = colour(style.backgroundColor);
  const gradient = [...style.backgroundImage.matchAll(/rgba?\([^)]*\)|color\([^)]*\)/g)].map(([text]) => colour(text));
  let under = flat[3] === 1 ? [flat] : behind(node.parentElement).map((one) => over(flat, one));
  if (gradient.length) under = gradient.flatMap((one) => under.map((below) => over(one, below)));
  return under;
}

function seeThrough(node) {
  let all = 1;
  for (let at = node; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
  return all;
}

const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  const text = walker.currentNode.textContent.trim();
  if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest("option")) continue;
  const ink = colour(getComputedStyle(node).color);
  ink[3] *= seeThrough(node);
  const worst = Math.min(...behind(node).map((ground) => ratio(over(ink, ground), ground)));
  if (worst < least) found.push(`${worst.toFixed(2)} ${node.className || node.id || node.tagName}: ${text.slice(0, 40)}`);
}
return found;
