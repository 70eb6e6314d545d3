// Lets a player go on typing when a field is drawn anew. Streamlit draws an open dialog anew with
// each run of the page, such as after an answer or after another phone's save.

// A field that went longer ago is forgotten, so that a dialog opens with the values of the server.
const RESUME_MS = 2000;
const FIELD = ".hu-panel input[data-focus]";

// Notes which field has the focus. `window` holds it, because this file may be loaded again.
function noteField({ target }) {
  // A dialog that is drawn anew takes the focus itself.
  if (target.matches("[role=dialog]")) return;
  window.huField = target.matches(FIELD) ? { input: target, goneAt: null } : null;
}

// Forgets the field that the player leaves. A field that is only drawn anew has left the page by
// the time of the check.
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
  // A new text puts the caret at its end. The text that the field already has leaves it where it is.
  input.value = "";
  input.value = text;
}

/** Gives the focus and the text of a field that was drawn anew to its successor in a panel. */
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
