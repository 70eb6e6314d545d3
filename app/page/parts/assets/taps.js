// Which taps count. For a while after a change of the screen no tap counts. The second tap of a
// double tap counts only on a button that is tapped again and again, such as a key of the keyboard.

const root = document.documentElement;

const CONTROLS =
  "button, a, summary, label, [role=button], [role=radio], [role=option], [data-tile]";

// A new screen comes in parts that move each other. It is shown once nothing has changed for
// REST_MS, at the latest after LONGEST_MS, and takes taps DEAF_MS later. A dialog that opens or
// closes takes taps DEAF_MS later too, and is shown at once. From a slow server, buttons can come
// after that. They take taps DEAF_MS after they have come.
const REST_MS = 80;
const LONGEST_MS = 1500;
const DEAF_MS = 600;
const RUNNING =
  "[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-testid=stSkeleton]";
// The observer of the latest change of the screen.
let settling = null;

// Whether a button came with some changes of the page.
function bringControl(changes) {
  return changes.some(({ addedNodes }) =>
    [...addedNodes].some((node) => node.matches?.(CONTROLS) || node.querySelector?.(CONTROLS)),
  );
}

function settle(isScreen) {
  const begun = performance.now();
  let changed = begun;
  // When the screen was shown, or when the latest button came after that.
  let shown = null;
  root.classList.add("hu-is-deaf");
  if (isScreen) root.classList.add("hu-is-settling");
  settling?.disconnect();
  const watcher = new MutationObserver((changes) => {
    changed = performance.now();
    if (shown === null || !bringControl(changes)) return;
    shown = changed;
    root.classList.add("hu-is-deaf");
  });
  settling = watcher;
  const main = document.querySelector("[data-testid=stMain]");
  watcher.observe(main, { childList: true, subtree: true });
  const look = () => {
    if (settling !== watcher) return;
    const now = performance.now();
    const isRunning = document.querySelector(RUNNING) !== null;
    const isMoving = now - changed < REST_MS || isRunning;
    if (shown === null && (!isMoving || now - begun > LONGEST_MS)) {
      root.classList.remove("hu-is-settling");
      shown = now;
    }
    const isDeaf = shown === null || now - shown < DEAF_MS;
    root.classList.toggle("hu-is-deaf", isDeaf);
    if (isDeaf || isRunning) {
      setTimeout(look, 20);
      return;
    }
    watcher.disconnect();
  };
  look();
}

// Taps of one double tap are at most this many milliseconds and pixels apart.
const TWICE_MS = 450;
const TWICE_PX = 24;
// Buttons that are tapped again and again: keys of the keyboard, and the steps of a hand's undo.
const FREE = ".hu-key, [data-focus=undo], [data-focus=redo]";
const FIELDS = "input, select, textarea";
// The latest press of a finger. A press counts even if no click follows, because the button below
// was taken off the screen meanwhile.
let latest = null;

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
  press.isIgnored = isRepetition(press, latest);
  latest = press;
}

// Whether a press is a later one of a double tap. After a press that was ignored, the next one on
// the same button is ignored too.
function isRepetition(press, before) {
  if (!before) return false;
  const isNear = Math.hypot(press.x - before.x, press.y - before.y) < TWICE_PX;
  if (!isNear || press.time - before.time >= TWICE_MS) return false;
  const isAgain = press.isFree && press.name === before.name;
  return before.isIgnored || !isAgain;
}

function judge(event) {
  // A press of a key, or a click by a script, is no tap.
  if (!event.isTrusted || event.detail === 0) return;
  // A tap on a label is followed by the browser's own click on its field.
  if (event.target.closest?.(FIELDS)) return;
  if (!latest?.isIgnored) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

function forgetPresses() {
  latest = null;
}

// A dialog can leave the page before the frame hears of it. A tap in between would reach the button
// below.
const DIALOG = "[role=dialog]:not(.hu-sheet)";
let hasDialog = false;

function noteDialog() {
  const isOpen = document.querySelector(DIALOG) !== null;
  if (isOpen === hasDialog) return;
  hasDialog = isOpen;
  settle(false);
}

// This file may be loaded again. The first one listens.
if (!globalThis.huTaps) {
  globalThis.huTaps = judge;
  window.addEventListener("pointerdown", notePress, true);
  window.addEventListener("click", judge, true);
  new MutationObserver(noteDialog).observe(document.body, { childList: true, subtree: true });
  // A tap after an input, or after a swipe that scrolls, is not the second tap of a double tap.
  window.addEventListener("input", forgetPresses, true);
  window.addEventListener("pointercancel", forgetPresses, true);
}
