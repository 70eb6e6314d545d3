// Makes the elements of the page's components. Texts become text nodes, so that no text of a player
// is read as markup.

const SVG = "http://www.w3.org/2000/svg";

// Whether an attribute or a child is left out because of its value. The value is false, for
// example, if a caller writes `isOpen && child`.
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

/** Makes an element of HTML. */
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);
/** Makes an element of SVG, a drawing. */
const s = (tag, attributes, ...children) => make(SVG, tag, attributes, children);

/**
 * Makes a small button.
 * @param {string|Element|Array} content - its text, its element, or a list of both.
 * @param {string} name - names the button, so that the focus finds it when it is drawn again.
 * @param {function(Event)} onclick
 * @param {?Object} attributes - more attributes, or others in place of the usual ones.
 */
function tool(content, name, onclick, attributes) {
  const usual = { type: "button", class: "hu-tool", "data-focus": name, onclick };
  return h("button", { ...usual, ...attributes }, ...[content].flat());
}

// The picture of a tile. The size is a CSS class, such as `is-small`, or undefined for the usual
// size.
function picture(face, size) {
  return h("span", { class: `hu-tile ${size || ""} hu-t-${face}`, "aria-hidden": "true" });
}

// The picture of a tile inside a drawing. `place` has its attributes `x`, `y`, `width`, `height`.
// WebKit, and so every iPhone, shows no HTML in a drawing.
function drawing(face, place) {
  const style = getComputedStyle(document.documentElement).getPropertyValue(`--hu-${face}`);
  const href = style.replace(/^\s*url\("?|"?\)\s*$/g, "");
  return s("image", { href, class: "hu-drawn", "data-face": face, ...place });
}

// The address of a photo's picture. Empty until the picture has come (see picture.js).
function pictureOf(photo) {
  return window.huPicture?.name === photo ? window.huPicture.address : "";
}

// Fills the placeholders of a text, such as `{count}`. Each placeholder occurs once.
function fill(text, values) {
  let filled = text;
  for (const [name, value] of Object.entries(values || {})) {
    filled = filled.replace(`{${name}}`, value);
  }
  return filled;
}
