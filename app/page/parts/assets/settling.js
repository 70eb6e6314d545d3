// Ignores taps for a while after a change of the screen, so that the second of two quick taps does
// not hit a button of the new screen. page.css ignores taps while the root element has the class
// `hu-is-deaf`.

const root = document.documentElement;

// The elements that a finger can tap.
const CONTROLS =
  "button, a, summary, label, [role=button], [role=radio], [role=option], [data-tile]";

// The parts of a new screen come one after the other, and each moves the others. So page.css hides
// the screen until it has settled. It has settled when nothing has changed for REST_MS, or after
// LONGEST_MS at the latest. Taps count again IGNORE_MS after that. When a dialog opens or closes,
// taps are ignored for the same time, but the screen stays visible. If a slow server sends buttons
// after the screen has settled, taps are ignored for another IGNORE_MS.
const REST_MS = 80;
const LONGEST_MS = 1500;
const IGNORE_MS = 600;
// How often the page is checked.
const CHECK_MS = 20;
// Selects an element that exists only while the server still makes the screen.
const RUNNING =
  "[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-testid=stSkeleton]";
// The observer of the latest call of `ignoreTapsUntilSettled`. Null before the first call.
let latestObserver = null;

// Whether changes that a MutationObserver reports have added an element that a finger can tap.
function hasNewControl(changes) {
  const isOrHasControl = (node) => node.matches?.(CONTROLS) || node.querySelector?.(CONTROLS);
  return changes.some(({ addedNodes }) => [...addedNodes].some(isOrHasControl));
}

/**
 * Ignores taps until a changed screen has settled, and for IGNORE_MS after that.
 * @param {Object} change
 * @param {boolean} change.isNewScreen - whether the whole screen is new. It is then hidden until it
 *   has settled. If not, only a dialog has opened or closed.
 */
function ignoreTapsUntilSettled({ isNewScreen }) {
  const startTime = performance.now();
  // The time of the latest change of the page.
  let changeTime = startTime;
  // Whether the page has stopped changing, or LONGEST_MS are over.
  let isSettled = false;
  // The time from which taps count again. Infinity until the screen is settled.
  let tapTime = Infinity;
  root.classList.add("hu-is-deaf");
  if (isNewScreen) root.classList.add("hu-is-settling");

  // This call replaces an earlier call that still waits.
  latestObserver?.disconnect();
  const observer = new MutationObserver((changes) => {
    changeTime = performance.now();
    if (!isSettled || !hasNewControl(changes)) return;
    // A slow server has sent a button after the screen had settled.
    tapTime = changeTime + IGNORE_MS;
    root.classList.add("hu-is-deaf");
  });
  latestObserver = observer;
  const main = document.querySelector("[data-testid=stMain]");
  observer.observe(main, { childList: true, subtree: true });

  const check = () => {
    // A later call has replaced this call.
    if (latestObserver !== observer) return;
    const now = performance.now();
    const isRunning = document.querySelector(RUNNING) !== null;
    const isChanging = now - changeTime < REST_MS || isRunning;
    const isOverdue = now - startTime > LONGEST_MS;
    if (!isSettled && (!isChanging || isOverdue)) {
      isSettled = true;
      root.classList.remove("hu-is-settling");
      tapTime = now + IGNORE_MS;
    }
    const ignoresTaps = now < tapTime;
    root.classList.toggle("hu-is-deaf", ignoresTaps);
    if (ignoresTaps || isRunning) {
      setTimeout(check, CHECK_MS);
      return;
    }
    observer.disconnect();
  };
  check();
}

const DIALOG = "[role=dialog]:not(.hu-sheet)";
let hasDialog = false;

// Ignores taps as soon as a dialog has opened or closed on the page. The server's message about the
// dialog comes later, and a tap in between could hit a button below a closed dialog.
function noteDialog() {
  const isOpen = document.querySelector(DIALOG) !== null;
  if (isOpen === hasDialog) return;
  hasDialog = isOpen;
  ignoreTapsUntilSettled({ isNewScreen: false });
}

// This file may be loaded several times. Only the first time it adds the observer.
if (!globalThis.huNoteDialog) {
  globalThis.huNoteDialog = noteDialog;
  new MutationObserver(noteDialog).observe(document.body, { childList: true, subtree: true });
}
