// Ignores taps for a while after a change of the screen, so that the second of two quick taps does
// not hit a button of the new screen.

const root = document.documentElement;

// What a finger can tap.
const CONTROLS =
  "button, a, summary, label, [role=button], [role=radio], [role=option], [data-tile]";

// The parts of a new screen move each other while they come. The screen is shown once nothing has
// changed for REST_MS, at the latest after LONGEST_MS. It takes taps DEAF_MS later. After a dialog
// has opened or closed, the screen stays visible and takes taps at the same time. From a slow server
// buttons can come later. They take taps DEAF_MS after they have come.
const REST_MS = 80;
const LONGEST_MS = 1500;
const DEAF_MS = 600;
const LOOK_FOR_REST_MS = 20;
const RUNNING =
  "[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-testid=stSkeleton]";
// Observes the screen after its latest change. Null before the first change.
let latestObserver = null;

// Whether a control came with some changes of the page.
function hasNewControl(changes) {
  const isOrHasControl = (node) => node.matches?.(CONTROLS) || node.querySelector?.(CONTROLS);
  return changes.some(({ addedNodes }) => [...addedNodes].some(isOrHasControl));
}

/**
 * Ignores taps after a change of the screen.
 * @param {boolean} isScreen - whether the whole screen is new, and not only its dialog.
 */
function settle(isScreen) {
  const startTime = performance.now();
  let changeTime = startTime;
  // Whether the screen has come to rest, or did not in LONGEST_MS.
  let isSettled = false;
  // The time from which the screen takes taps. Infinity until it is settled.
  let tapTime = Infinity;
  root.classList.add("hu-is-deaf");
  if (isScreen) root.classList.add("hu-is-settling");

  latestObserver?.disconnect();
  const observer = new MutationObserver((changes) => {
    changeTime = performance.now();
    if (!isSettled || !hasNewControl(changes)) return;
    // Buttons of a slow server.
    tapTime = changeTime + DEAF_MS;
    root.classList.add("hu-is-deaf");
  });
  latestObserver = observer;
  const main = document.querySelector("[data-testid=stMain]");
  observer.observe(main, { childList: true, subtree: true });

  const look = () => {
    // The screen has changed again.
    if (latestObserver !== observer) return;
    const now = performance.now();
    const isRunning = document.querySelector(RUNNING) !== null;
    const isMoving = now - changeTime < REST_MS || isRunning;
    const isLate = now - startTime > LONGEST_MS;
    if (!isSettled && (!isMoving || isLate)) {
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
  settle(false);
}

// This file may be loaded again. Only the first one listens.
if (!globalThis.huNoteDialog) {
  globalThis.huNoteDialog = noteDialog;
  new MutationObserver(noteDialog).observe(document.body, { childList: true, subtree: true });
}
