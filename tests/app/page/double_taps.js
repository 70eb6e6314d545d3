// What the tests of double taps run in the page. Run once in a page, this file adds the functions
// as `window.doubleTaps`.
(() => {
  if (window.doubleTaps) return;

  // Chromium without windows cannot print, and would pause the page.
  window.print = () => {};

  // What a double tap may hit.
  const CONTROLS = "button, a, summary, label, [role=button], [role=radio]";
  // Keys and steps that are tapped again and again.
  const FREE = ".hu-key, [data-focus=undo], [data-focus=redo]";
  // Milliseconds between two taps if there was no tap before.
  const NEVER = 1e6;

  // The buttons that were tapped, each with the milliseconds since the tap before.
  let reached = [];
  // When a finger came down, the last two times.
  let downs = [-Infinity, -Infinity];

  function isVisible(control) {
    return control.checkVisibility({ visibilityProperty: true });
  }

  function isEnabled(control) {
    return !control.disabled && control.getAttribute("aria-disabled") !== "true";
  }

  function nameOf(control) {
    const place = control.closest("[class*=st-key-]")?.className.match(/st-key-\S+/)?.[0];
    const label = control.getAttribute("aria-label");
    const facts = [control.dataset.focus, label, place, control.innerText];
    return facts.filter(Boolean).join(" ").slice(0, 80);
  }

  function controlsInSight() {
    return [...document.querySelectorAll(CONTROLS)].filter(isVisible);
  }

  window.addEventListener(
    "pointerdown",
    (event) => {
      downs = [downs[1], event.timeStamp];
    },
    true,
  );
  window.addEventListener(
    "click",
    (event) => {
      const isByFinger = event.isTrusted && event.detail > 0;
      const control = event.target.closest(CONTROLS);
      if (!isByFinger || !control || event.target.closest("input, select, textarea")) return;
      const [before, last] = downs;
      reached.push([nameOf(control), Math.min(last - before, NEVER)]);
    },
    true,
  );

  // The names of the buttons that can be tapped, each with whether it may be tapped several times.
  function buttons() {
    return controlsInSight()
      .filter((control) => isEnabled(control) && control.getBoundingClientRect().width > 0)
      .map((control) => [nameOf(control), control.matches(FREE)]);
  }

  // Brings a button into the middle of the screen, and returns where to tap it. Null if it is gone
  // or covered.
  function placeOf(name) {
    const control = controlsInSight().find((other) => nameOf(other) === name);
    if (!control) return null;
    const middle = showInMiddle(control);
    const top = document.elementFromPoint(...middle);
    const isFree = top && (control.contains(top) || top.contains(control));
    return isFree ? middle : null;
  }

  function showInMiddle(control) {
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = control.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }

  function forget() {
    reached = [];
  }

  // Notes as `isReached` whether a tap would reach a button in the first frame that shows it. This
  // is asked inside the page, because on a busy machine a tap of the test can come after the page
  // is deaf.
  function lookOutFor(selector) {
    window.doubleTaps.isReached = null;
    const look = () => {
      const button = document.querySelector(selector);
      const isSettling = document.documentElement.classList.contains("hu-is-settling");
      const isShown = button?.checkVisibility() && !document.querySelector("[role=dialog]");
      if (!isShown || isSettling) {
        requestAnimationFrame(look);
        return;
      }
      const middle = showInMiddle(button);
      window.doubleTaps.isReached = button.contains(document.elementFromPoint(...middle));
    };
    look();
  }

  // Puts a button into the corner of the screen. When it is tapped, its name goes to `names`.
  function addButton(name, style) {
    document.querySelector("#corner")?.remove();
    const button = document.createElement("button");
    button.id = "corner";
    button.style = "position: fixed; left: 0; top: 0; width: 99px; height: 99px; z-index: 9999999";
    button.textContent = name;
    button.className = style;
    button.onclick = () => window.doubleTaps.names.push(name);
    document.body.append(button);
  }

  window.doubleTaps = {
    names: [],
    isReached: null,
    addButton,
    buttons,
    forget,
    lookOutFor,
    placeOf,
    reached: () => reached,
  };
})();
