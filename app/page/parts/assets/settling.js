// Ignores taps for a while after a change of the screen, so that the second of two quick taps does
// not hit a button of the new screen.

const root = document.documentElement;

// What a finger can tap.
const CONTROLS =
  "button, a, summary, label, [role=button], [role=radio], [role=option], [data-tile]";

// The parts of a new screen move each other while they come. So page.css hides the screen until it
// is settled: until nothing has changed for REST_MS, at the latest after LONGEST_MS. Taps count
// again DEAF_MS later. When a dialog opens or closes, taps are ignored just as long, but the screen
// stays visible. A slow server can send buttons after that. Then taps are ignored for DEAF_MS more.
const REST_MS = 80;
const LONGEST_MS = 1500;
const DEAF_MS = 600;
const LOOK_FOR_REST_MS = 20;
// Selects an element that exists only while the server still makes the screen.
const RUNNING =
  "[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-testid=stSkeleton]";
// The observer of the latest call of `ignoreTapsUntilSettled`. Null before the first call.
let latestObserver = null;

// Whether some changes of the page, as a MutationObserver reports them, have added a control.
function hasNewControl(changes) {
  const isOrHasControl = (node) => node.matches?.(CONTROLS) || node.querySelector?.(CONTROLS);
  return changes.some(({ addedNodes }) => [...addedNodes].some(isOrHasControl));
}

/**
 * Ignores taps until a changed screen has settled, and for DEAF_MS after that.
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

  // This call takes the place of an earlier one that still waits.
  latestObserver?.disconnect();
  const observer = new MutationObserver((changes) => {
    changeTime = performance.now();
    if (!isSettled || !hasNewControl(changes)) return;
    // A slow server has sent a button after the screen had settled.
    tapTime = changeTime + DEAF_MS;
    root.classList.add("hu-is-deaf");
  });
  latestObserver = observer;
  const main = document.querySelector("[data-testid=stMain]");
  observer.observe(main, { childList: true, subtree: true });

  const look = () => {
    // A later call has taken the place of this one.
    if (latestObserver !== observer) return;
    const now = performance.now();
    const isRunning = document.querySelector(RUNNING) !== null;
    const isChanging = now - changeTime < REST_MS || isRunning;
    const isOverdue = now - startTime > LONGEST_MS;
    if (!isSettled && (!isChanging || isOverdue)) {
      isSettled = true;
      root.classList.remove("hu-is-settling");
      tapTime = now + DEAF_MS;
    }
    const isDeaf = now < tapTime;
    root.classList.toggle("hu-is-deaf", isDeaf);
    if (isDeaf || isRunning) {
      setTimeout(look, LOOK_FOR_REST_MS);
      return;
    }
    observer.disconnect();
  };
  look();
}

// A dialog can leave the page before the frame hears of it. A tap in between would reach the button
// below.
const DIALOG = "[role=dialog]:not(.hu-sheet)";
let hasDialog = false;

function noteDialog() {
  const isOpen = document.querySelector(DIALOG) !== null;
  if (isOpen === hasDialog) return;
  hasDialog = isOpen;
  ignoreTapsUntilSettled({ isNewScreen: false });
}

// This file may be loaded again. Only the first one listens.
if (!globalThis.huNoteDialog) {
  globalThis.huNoteDialog = noteDialog;
  new MutationObserver(noteDialog).observe(document.body, { childList: true, subtree: true });
}
