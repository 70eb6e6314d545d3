// Small helpers that the page's components share. Text becomes text nodes, so that nothing that a
// player wrote is markup.

const SVG = "http://www.w3.org/2000/svg";

// Whether an attribute or a child is left out: a condition that does not hold gives such a value.
function isLeftOut(value) {
  return value === null || value === undefined || value === false;
}

/**
 * Makes an element.
 * @param {?string} namespace - null for HTML.
 * @param {string} tag
 * @param {?Object} attributes - by name. A name such as `onclick` gives a listener.
 * @param {Array} children - elements and texts.
 */
function make(namespace, tag, attributes, children) {
  const element = namespace
    ? document.createElementNS(namespace, tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (isLeftOut(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => !isLeftOut(child)));
  return element;
}

// An element of HTML, and one of a drawing.
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);
const s = (tag, attributes, ...children) => make(SVG, tag, attributes, children);

// A small button. `content` is its text, or a list of its contents.
function tool(content, focus, onclick, more) {
  const look = { type: "button", class: "hu-tool", "data-focus": focus, onclick, ...more };
  return h("button", look, ...[content].flat());
}

// The picture of a tile.
function picture(face, size) {
  return h("span", { class: `hu-tile ${size || ""} hu-t-${face}`, "aria-hidden": "true" });
}

// The picture of a tile inside a drawing, where WebKit, and so every iPhone, shows no HTML.
function drawing(face, place) {
  const style = getComputedStyle(document.documentElement).getPropertyValue(`--hu-${face}`);
  const href = style.replace(/^\s*url\("?|"?\)\s*$/g, "");
  return s("image", { href, class: "hu-drawn", "data-face": face, ...place });
}

// Fills the placeholders of a text, such as `{count}`, each once.
function fill(text, values) {
  let filled = text;
  for (const [name, value] of Object.entries(values || {})) {
    filled = filled.replace(`{${name}}`, value);
  }
  return filled;
}

// A button that picks a file, or several. The same file can be picked again.
function picker(text, look, attributes, take) {
  const pick = ({ target }) => {
    for (const file of target.files) take(file);
    target.value = "";
  };
  const field = h("input", {
    type: "file",
    class: "hu-file",
    "aria-label": text,
    onchange: pick,
    ...attributes,
  });
  return h("label", { class: look }, field, h("span", {}, text));
}

// The message about a photo that is larger than the server takes. Null for any other photo.
function tooLarge({ size }, { limit, texts }) {
  if (size <= limit * 1e6) return null;
  return fill(texts.too_large, { size: Math.ceil(size / 1e6), limit });
}

const ANSWER_MS = 4000;

// Asks whether the server answers now. Without a network, loading the page again would show the
// browser's own error in place of the page.
async function isAnswering() {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch("./_stcore/health", { cache: "no-store", signal });
    return answer.ok;
  } catch {
    return false;
  }
}

// The uploader is looked for this often, with this pause between two looks.
const LOOKS = 1200;
const LOOK_MS = 50;

/**
 * Gives a file to the uploader that Streamlit has put beside a component. It sends the file as it
 * is. Streamlit shows an error in place of an uploader whose script was lost on its way. Then the
 * page is loaded again once its server answers.
 * @param {string} key - names the uploader.
 * @param {number|string} number - the number of a rack's photo, followed by `x` and the long side
 *   of the photo itself if the file is a smaller copy. 0 for any other file.
 * @param {File} file
 */
async function post(key, number, file) {
  const place = `.st-key-post-${CSS.escape(key)}`;
  const find = (part) => document.querySelector(`${place} ${part}`);
  for (let look = 0; !find("input[type=file]"); look += 1) {
    const isLost = find("[data-testid=stAlertContentError]") !== null;
    if (isLost && (await isAnswering())) {
      location.reload();
      return;
    }
    if (look === LOOKS) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  const carried = new DataTransfer();
  carried.items.add(new File([file], `${number}-${file.name}`, { type: file.type }));
  const field = find("input[type=file]");
  field.files = carried.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// Streamlit sends files by XMLHttpRequest and does not report how much has been sent. From now on
// each request for a file does, as an event `hu-sent` with a share from 0 to 1.
function reportSending() {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function sendAndReport(body) {
    if (body instanceof FormData) {
      const report = (detail) => window.dispatchEvent(new CustomEvent("hu-sent", { detail }));
      this.upload.addEventListener("progress", ({ loaded, total }) => report(loaded / total));
      this.upload.addEventListener("load", () => report(1));
    }
    return send.call(this, body);
  };
}

if (!window.huReportsSending) reportSending();
window.huReportsSending = true;

// The address of a photo's picture, once it has come (picture.js).
function pictureOf(name) {
  return window.huPicture?.name === name ? window.huPicture.address : "";
}

// On an iPhone the click arrives a moment after the finger has left.
const TAP_MS = 300;

/**
 * Returns a function that draws at once, or when the finger that is down has left: a tap counts
 * only if the element under the finger is still there.
 */
function makeLifted() {
  // The newest drawing of each place.
  const draws = new Map();
  let isTouched = false;
  let timer = null;

  const drawAll = () => {
    const waiting = [...draws];
    draws.clear();
    for (const [place, draw] of waiting) {
      // Its screen may have gone meanwhile.
      if (place.isConnected) draw();
    }
  };
  const lift = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTouched = false;
      drawAll();
    }, milliseconds);
  };
  const touch = () => {
    clearTimeout(timer);
    isTouched = true;
  };

  window.addEventListener("pointerdown", touch, true);
  window.addEventListener("pointerup", () => lift(TAP_MS), true);
  for (const name of ["click", "pointercancel", "contextmenu"]) {
    window.addEventListener(name, () => lift(0), true);
  }
  return (place, draw) => {
    draws.set(place, draw);
    if (!isTouched) drawAll();
  };
}

// Each component holds this file. The first one makes the function for all.
window.huLifted ??= makeLifted();
const lifted = window.huLifted;

// Boxes are four corners [x, y], clockwise from the face's top left, in pixels of the photo.

// The middle of a box.
function middle(box) {
  return [0, 1].map((axis) => box.reduce((sum, corner) => sum + corner[axis], 0) / 4);
}

// The turn of a box in degrees, clockwise. 0 for a tile that is upright in the photo.
function turnOf([topLeft, topRight]) {
  const angle = Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0]);
  return (angle * 180) / Math.PI;
}

// The distance of two points.
function span(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

// Whether a point is in a box: on the same side of each of its edges.
function covers(box, [x, y]) {
  const sides = box.map(([startX, startY], index) => {
    const [endX, endY] = box[(index + 1) % 4];
    return (endX - startX) * (y - startY) - (endY - startY) * (x - startX);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

// The least and the greatest coordinate of some boxes, along an axis.
function ends(boxes, axis) {
  const values = boxes.flat().map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
}
