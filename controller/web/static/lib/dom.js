// Building and changing a page. Text goes in as text only: no markup is ever read.

export function el(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  const { className, data, on, ...attributes } = options;
  if (className) node.className = className;
  for (const [name, value] of Object.entries(data || {})) node.dataset[name] = value;
  for (const [name, call] of Object.entries(on || {})) node.addEventListener(name, call);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

// Writes only what has changed: a screen reader hears it once, and nothing is laid out for naught.
export function text(node, value) {
  const wanted = String(value ?? "");
  if (node.textContent !== wanted) node.textContent = wanted;
}

export function mark(node, name, on) {
  node.classList.toggle(name, Boolean(on));
}

export function attribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

export function data(node, name, value) {
  if (node.dataset[name] !== String(value)) node.dataset[name] = value;
}

// One element an item, kept for as long as its key is there, in the items' order.
export function keyed(parent, items, keyOf, make, update) {
  const old = parent.kept || new Map();
  const kept = new Map();
  items.forEach((item, at) => {
    const key = String(keyOf(item, at));
    const node = old.get(key) || make(item);
    kept.set(key, node);
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] || null);
    update(node, item, at);
  });
  for (const [key, node] of old) if (!kept.has(key)) node.remove();
  parent.kept = kept;
}

// Makes a text as large as its box lets it be, within two bounds.
export function fit(node, most, least) {
  let size = most;
  node.style.fontSize = `${size}px`;
  while (size > least && (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth)) {
    size -= 2;
    node.style.fontSize = `${size}px`;
  }
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
