// Decides which taps count. The second tap of a double tap counts only on a button that is tapped
// again and again, such as a key of the keyboard. The controls that can be tapped are `CONTROLS` of
// settling.js.

// Taps of one double tap are at most this many milliseconds and pixels apart.
const TWICE_MS = 450;
const TWICE_PX = 24;
// Buttons that are tapped again and again: keys of the keyboard, and the steps of a hand's undo.
const FREE = ".hu-key, [data-focus=undo], [data-focus=redo]";
const FIELDS = "input, select, textarea";

/**
 * A press of a finger. It counts even if no click follows, because the button below may be taken
 * off the screen meanwhile.
 * @typedef {object} Press
 * @property {?string} name - the name of the button. Null beside all buttons.
 * @property {boolean} isFree - whether the button may be tapped again and again.
 * @property {number} time - in milliseconds.
 * @property {number} x - in pixels of the screen.
 * @property {number} y
 * @property {boolean} isIgnored - whether its click does not count.
 */

/** @type {?Press} */
let lastPress = null;

// Names a button, so that it is recognised when it has been drawn again.
function nameOf(control) {
  if (!control) return null;
  const { focus } = control.dataset;
  return focus || `${control.getAttribute("aria-label")} ${control.textContent}`;
}

function notePress({ target, timeStamp, clientX, clientY }) {
  // In a field a double tap marks a word.
  if (target.closest?.(FIELDS)) return;
  const press = {
    name: nameOf(target.closest?.(CONTROLS) || null),
    isFree: Boolean(target.closest?.(FREE)),
    time: timeStamp,
    x: clientX,
    y: clientY,
  };
  press.isIgnored = isRepetition(press, lastPress);
  lastPress = press;
}

// Whether a press is a later one of a double tap. On a button that is tapped again and again it is
// none, unless the press before was ignored.
function isRepetition(press, before) {
  if (!before) return false;
  const isNear = Math.hypot(press.x - before.x, press.y - before.y) < TWICE_PX;
  const isSoon = press.time - before.time < TWICE_MS;
  if (!isNear || !isSoon) return false;
  if (before.isIgnored) return true;
  const isSameButton = press.name === before.name;
  return !(press.isFree && isSameButton);
}

// Drops the click of a press that does not count.
function dropIgnoredClick(event) {
  // The press of a key on a keyboard, or a click by a script, is no tap.
  if (!event.isTrusted || event.detail === 0) return;
  // A tap on a label is followed by the browser's own click on its field.
  if (event.target.closest?.(FIELDS)) return;
  if (!lastPress?.isIgnored) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

function forgetPresses() {
  lastPress = null;
}

// This file may be loaded again. Only the first one listens.
if (!globalThis.huTaps) {
  globalThis.huTaps = dropIgnoredClick;
  window.addEventListener("pointerdown", notePress, true);
  window.addEventListener("click", dropIgnoredClick, true);
  // A tap after an input, or after a swipe that scrolls, is not the second tap of a double tap.
  window.addEventListener("input", forgetPresses, true);
  window.addEventListener("pointercancel", forgetPresses, true);
}
