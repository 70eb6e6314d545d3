// Small helpers that the page's components share. Text becomes text nodes: nothing that a player wrote is markup.

const SVG = "http://www.w3.org/2000/svg";

function make(namespace, tag, attributes, children) {
  const element = namespace ? document.createElementNS(namespace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);
const s = (tag, attributes, ...children) => make(SVG, tag, attributes, children);

const tool = (text, focus, onclick, more) =>
  h("button", { type: "button", class: "hu-tool", "data-focus": focus, onclick, ...more }, ...[text].flat());

const picture = (face, size) => h("span", { class: `hu-tile ${size || ""} hu-t-${face}`, "aria-hidden": "true" });

// The same for inside of a drawing: WebKit, and so every iPhone, shows no HTML in one.
const drawing = (face, place) => {
  const address = getComputedStyle(document.documentElement).getPropertyValue(`--hu-${face}`);
  return s("image", { href: address.replace(/^\s*url\("?|"?\)\s*$/g, ""), class: "hu-drawn", "data-face": face, ...place });
};

const fill = (text, values) =>
  Object.entries(values || {}).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), text);

// To a server that was started again, what the browser tells of an old tap is nothing new: each sending differs.
let sendings = 0;
const another = (value) => ({ ...value, sending: (sendings += 1) });

// A tap counts only if what the finger came down on is still there when the tap arrives, on an iPhone a moment after the
// finger has left. What the server answers meanwhile is drawn after it, of each place only the newest.
const TAP = 300;
const waiting = new Map();
let touched = false;
let timer = null;

function lifted(place, draw) {
  waiting.set(place, draw);
  if (!touched) drawWaiting();
}

// A component that is built and drawn only when no tap can be lost by it.
const undisturbed = (show) => (component) => lifted(component.parentElement, () => show(component));

function drawWaiting() {
  const draws = [...waiting];
  waiting.clear();
  // Its screen may have gone meanwhile.
  for (const [place, draw] of draws) if (place.isConnected) draw();
}

function down() {
  clearTimeout(timer);
  touched = true;
}

function over(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(() => ((touched = false), drawWaiting()), milliseconds);
}

window.addEventListener("pointerdown", down, true);
window.addEventListener("pointerup", () => over(TAP), true);
for (const name of ["click", "pointercancel", "contextmenu"]) window.addEventListener(name, () => over(0), true);

// Boxes are four corners [x, y], clockwise from the face's top left, in pixels of the photo.
const middle = (box) => [0, 1].map((axis) => box.reduce((sum, corner) => sum + corner[axis], 0) / 4);
const span = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const ends = (boxes, axis) => {
  const values = boxes.flat().map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
};
