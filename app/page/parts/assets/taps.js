// Which taps count. After a change of the screen none does for a while. The second tap of a double tap counts only on a
// button that is tapped again and again, such as a key of the keyboard.

const root = document.documentElement;

// A new screen comes in parts that move each other. It is shown once it stands still, and takes taps a while later. A dialog
// that opens or closes takes taps a while later too, and is shown at once.
const [REST, LONGEST, DEAF] = [80, 1500, 600];
const running = "[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-testid=stSkeleton]";
let settling = null;

function settle(isScreen) {
  const begun = performance.now();
  let changed = begun;
  let still = null;
  root.classList.add("hu-is-deaf");
  if (isScreen) root.classList.add("hu-is-settling");
  settling?.disconnect();
  const watcher = (settling = new MutationObserver(() => (changed = performance.now())));
  watcher.observe(document.querySelector("[data-testid=stMain]"), { childList: true, subtree: true });
  const look = () => {
    if (settling !== watcher) return;
    const now = performance.now();
    const moving = now - changed < REST || document.querySelector(running);
    if (still === null && (!moving || now - begun > LONGEST)) {
      root.classList.remove("hu-is-settling");
      still = now;
    }
    if (still === null || now - still < DEAF) {
      setTimeout(look, 20);
      return;
    }
    watcher.disconnect();
    root.classList.remove("hu-is-deaf");
  };
  look();
}

// Taps of one double tap are at most this many milliseconds and pixels apart.
const [TWICE_MS, TWICE_PX] = [450, 24];
const CONTROLS = "button, a, summary, label, [role=button], [role=radio], [role=option], [data-tile]";
// What is tapped again and again: keys of the keyboard, the steps of a hand's undo, those of a number.
const FREE = ".hu-key, [data-focus=undo], [data-focus=redo], [data-testid=stNumberInput] button";
const FIELDS = "input, select, textarea";
let last = null;

// Names a button, so that it is recognised when it has been drawn again.
const nameOf = (control) => control && (control.dataset.focus || `${control.getAttribute("aria-label")} ${control.textContent}`);

function judge(event) {
  // A press of a key, or a click by a script, is no tap. In a field a double tap marks a word, and a tap on a label is
  // followed by the browser's own click on its field.
  if (!event.isTrusted || event.detail === 0 || event.target.closest?.(FIELDS)) return;
  const control = event.target.closest?.(CONTROLS) || null;
  const isFree = Boolean(event.target.closest?.(FREE));
  const before = last;
  last = { name: nameOf(control), time: event.timeStamp, x: event.clientX, y: event.clientY };
  const isNear = before && Math.hypot(last.x - before.x, last.y - before.y) < TWICE_PX;
  const isSecond = isNear && last.time - before.time < TWICE_MS;
  if (!isSecond || (isFree && last.name === before.name)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

if (!globalThis.huTaps) {
  window.addEventListener("click", (globalThis.huTaps = judge), true);
  // Whoever has entered something since does not tap twice.
  window.addEventListener("input", () => (last = null), true);
}
