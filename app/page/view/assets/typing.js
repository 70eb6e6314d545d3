// Lets a player go on typing when a field is drawn anew. Streamlit draws an open dialog anew with
// each run of the page, for example after an answer or when another phone has saved a hand.

// A field that left the page longer ago than this is forgotten. A dialog that is opened again then
// shows the values of the server.
const RESUME_MS = 2000;
const FIELD = ".hu-panel input[data-focus]";

// Notes which field has the focus. It is kept in `window`, because this file may be loaded several
// times.
function noteField({ target }) {
  // A dialog that is drawn anew takes the focus itself.
  if (target.matches("[role=dialog]")) return;
  window.huField = target.matches(FIELD) ? { input: target, goneAt: null } : null;
}

// Forgets a field that the player leaves. A field that is drawn anew loses the focus too, but by
// the time of the check it is no longer on the page.
function forgetField({ target }) {
  setTimeout(() => {
    const isLeft = target.isConnected && document.activeElement !== target;
    if (isLeft && window.huField?.input === target) window.huField = null;
  });
}

/** Notes that the fields of a panel have left the page. */
function noteGone(root) {
  const field = window.huField;
  if (field && root.contains(field.input)) field.goneAt = performance.now();
}

/** Gives a field the focus, a text, and the caret behind the text. */
function continueText(input, text) {
  input.focus({ preventScroll: true });
  // A new text puts the caret at its end. The text that the field already has leaves it where it
  // is.
  input.value = "";
  input.value = text;
}

/** Gives the focus and the text of a field that was drawn anew to the new field in a panel. */
function resumeTyping(root) {
  const field = window.huField;
  if (!field || field.input.isConnected) return;
  if (field.goneAt !== null && performance.now() - field.goneAt > RESUME_MS) return;
  const name = CSS.escape(field.input.dataset.focus);
  const successor = root.querySelector(`input[data-focus="${name}"]`);
  if (successor !== null) continueText(successor, field.input.value);
}

if (!window.huNotesField) {
  window.huNotesField = true;
  document.addEventListener("focusin", noteField);
  document.addEventListener("focusout", forgetField);
}
