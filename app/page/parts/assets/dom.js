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

// A button that picks a file, or several. The same file can be picked again.
const picker = (text, look, attributes, take) => {
  const pick = ({ target }) => {
    for (const file of target.files) take(file);
    target.value = "";
  };
  const field = h("input", { type: "file", class: "hu-file", "aria-label": text, onchange: pick, ...attributes });
  return h("label", { class: look }, field, h("span", {}, text));
};

// What to tell of a photo that the server would not take, by its limit in megabytes.
const tooLarge = ({ size }, { limit, texts }) =>
  size > limit * 1e6 ? fill(texts.too_large, { size: Math.ceil(size / 1e6), limit }) : null;

// Whether the server answers now: without a network, loading the page again would show the browser's own error instead.
const ANSWER_MS = 4000;
const isAnswering = async () => {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch("./_stcore/health", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.ok);
};

const [LOOK_MS, LOOKS] = [50, 1200];
// Gives a file to the uploader that Streamlit has put beside a component; it sends the file as it is. Streamlit shows an
// error in place of an uploader whose script was lost on its way: then the page is loaded again, once its server answers.
const post = async (key, number, file) => {
  const find = (part) => document.querySelector(`.st-key-post-${CSS.escape(key)} ${part}`);
  for (let look = 0; !find("input[type=file]"); look += 1) {
    if (find("[data-testid=stAlertContentError]") && (await isAnswering())) return location.reload();
    if (look === LOOKS) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  const carried = new DataTransfer();
  carried.items.add(new File([file], `${number}-${file.name}`, { type: file.type }));
  const field = find("input[type=file]");
  field.files = carried.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

// Streamlit sends files by XMLHttpRequest and tells nobody how much has been sent. Each request for a file here says it as
// an event `hu-sent` with a share from 0 to 1.
function sayWhatIsSent() {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function sendAndSay(body) {
    if (body instanceof FormData) {
      const say = (detail) => window.dispatchEvent(new CustomEvent("hu-sent", { detail }));
      this.upload.addEventListener("progress", ({ loaded, total }) => say(loaded / total));
      this.upload.addEventListener("load", () => say(1));
    }
    return send.call(this, body);
  };
}

if (!window.huSaysSent) sayWhatIsSent();
window.huSaysSent = true;

// The picture of a photo, once it has come; see picture.js.
const pictureOf = (name) => (window.huPicture?.name === name ? window.huPicture.address : "");

// Draws at once, or when the finger that is down has left: a tap counts only if what it came down on is still there.
// On an iPhone the tap arrives a moment after the finger has left.
const TAP_MS = 300;
window.huLifted ??= (() => {
  // Of each place only the newest; its screen may have gone meanwhile.
  const draws = new Map();
  let touched = false;
  let timer = null;
  const drawAll = () => {
    const found = [...draws];
    draws.clear();
    for (const [place, draw] of found) if (place.isConnected) draw();
  };
  const over = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      touched = false;
      drawAll();
    }, milliseconds);
  };
  const down = () => {
    clearTimeout(timer);
    touched = true;
  };
  window.addEventListener("pointerdown", down, true);
  window.addEventListener("pointerup", () => over(TAP_MS), true);
  for (const name of ["click", "pointercancel", "contextmenu"]) window.addEventListener(name, () => over(0), true);
  return (place, draw) => {
    draws.set(place, draw);
    if (!touched) drawAll();
  };
})();
const lifted = window.huLifted;

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
