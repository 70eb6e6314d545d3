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

// A file as an address with its content inside; empty for one that cannot be read.
const addressOf = (file) =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onloadend = () => done(reader.result || "");
    reader.readAsDataURL(file);
  });

// A file's content as base64 text. Photos are sent as they are, so that they are read just as from a file.
const contentOf = async (file) => (await addressOf(file)).split(",", 2)[1] || "";

// To a server that was started again, what the browser tells of an old tap is nothing new: each sending differs.
let sendings = 0;
const another = (value) => ({ ...value, sending: (sendings += 1) });

// Draws at once, or when the finger that is down has left: a tap counts only if what it came down on is still there.
const lifted = (place, draw) => (window.huLifted ? window.huLifted(place, draw) : draw());

// A component that is built and drawn only when no tap can be lost by it.
const undisturbed = (show) => (component) => lifted(component.parentElement, () => show(component));

// Boxes are four corners [x, y], clockwise from the face's top left, in pixels of the photo.
const middle = (box) => [0, 1].map((axis) => box.reduce((sum, corner) => sum + corner[axis], 0) / 4);
// Its turn in degrees, clockwise; 0 for a tile that stands upright in the photo.
const turnOf = ([a, b]) => (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
const span = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
// Whether a point lies in a box: on the inner side of each of its edges, whichever way round they go.
const covers = (box, [x, y]) => {
  const sides = box.map(([u, v], k) => (box[(k + 1) % 4][0] - u) * (y - v) - (box[(k + 1) % 4][1] - v) * (x - u));
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
};
const ends = (boxes, axis) => {
  const values = boxes.flat().map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
};
