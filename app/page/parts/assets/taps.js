// Ignores the second tap of a double tap. It counts only on a repeatable button, which players tap
// several times in a row, such as a key of the keyboard. The controls that can be tapped are
// `CONTROLS` of settling.js.

// The two taps of a double tap are at most this many milliseconds and pixels apart.
const TWICE_MS = 450;
const TWICE_PX = 24;
// The repeatable buttons: the keys of the keyboard, and the buttons that undo and redo corrections.
const REPEATABLE = ".hu-key, [data-focus=undo], [data-focus=redo]";
const FIELDS = "input, select, textarea";

/**
 * A press of a finger. It is noted even if no click follows, because the button below the finger
 * may leave the page before the finger does.
 * @typedef {object} Press
 * @property {?string} name - the name of the button. Null if no button was pressed.
 * @property {boolean} isRepeatable - whether the button is repeatable.
 * @property {number} time - in milliseconds.
 * @property {number} x - in pixels of the screen.
 * @property {number} y
 * @property {boolean} isIgnored - whether its click is ignored.
 */

/** @type {?Press} */
let lastPress = null;

// A name for a button, by which it is recognised after it was drawn anew.
function nameOf(control) {
  if (!control) return null;
  const { focus } = control.dataset;
  return focus || `${control.getAttribute("aria-label")} ${control.textContent}`;
}

// Notes a press outside of fields, and whether its click is to be ignored.
function notePress({ target, timeStamp, clientX, clientY }) {
  // In a field a double tap selects a word.
  if (target.closest?.(FIELDS)) return;
  const press = {
    name: nameOf(target.closest?.(CONTROLS) || null),
    isRepeatable: Boolean(target.closest?.(REPEATABLE)),
    time: timeStamp,
    x: clientX,
    y: clientY,
  };
  press.isIgnored = isRepetition(press, lastPress);
  lastPress = press;
}

// Whether a press is to be ignored as the second press of a double tap, or as a further press after
// an ignored press. A second press of the same repeatable button is not ignored.
function isRepetition(press, before) {
  if (!before) return false;
  const isNear = Math.hypot(press.x - before.x, press.y - before.y) < TWICE_PX;
  const isSoon = press.time - before.time < TWICE_MS;
  if (!isNear || !isSoon) return false;
  if (before.isIgnored) return true;
  const isSameButton = press.name === before.name;
  return !(press.isRepeatable && isSameButton);
}

// Stops the click of a press that is ignored.
function dropIgnoredClick(event) {
  // Clicks by a key of the computer's keyboard or by a script are no taps.
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

// This file may be loaded several times. Only the first time it adds its listeners.
if (!globalThis.huTaps) {
  globalThis.huTaps = dropIgnoredClick;
  window.addEventListener("pointerdown", notePress, true);
  window.addEventListener("click", dropIgnoredClick, true);
  // A tap after an input, or after a swipe that scrolls, is not the second tap of a double tap.
  window.addEventListener("input", forgetPresses, true);
  window.addEventListener("pointercancel", forgetPresses, true);
}
