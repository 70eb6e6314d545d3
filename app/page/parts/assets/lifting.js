// Draws a part of the page again when no finger is on the screen. A tap counts only if the element
// under the finger is still there when the finger leaves.

// On an iPhone the click arrives a moment after the finger has left.
const TAP_MS = 300;

/**
 * Makes the function that draws when no finger is on the screen.
 * @returns {function(Element, function())} takes the place of a drawing, and the function that
 *   draws it. It draws at once, or when the finger has left. Of several drawings of a place only
 *   the newest is drawn.
 */
function makeWhenLifted() {
  // The newest drawing of each place that waits.
  const draws = new Map();
  let isTouched = false;
  let timer = null;

  const drawAll = () => {
    const waiting = [...draws];
    draws.clear();
    for (const [place, draw] of waiting) {
      // Its screen may have gone meanwhile.
      if (place.isConnected) draw();
    }
  };
  const liftAfter = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTouched = false;
      drawAll();
    }, milliseconds);
  };
  const touch = () => {
    clearTimeout(timer);
    isTouched = true;
  };

  window.addEventListener("pointerdown", touch, true);
  window.addEventListener("pointerup", () => liftAfter(TAP_MS), true);
  for (const name of ["click", "pointercancel", "contextmenu"]) {
    window.addEventListener(name, () => liftAfter(0), true);
  }
  return (place, draw) => {
    draws.set(place, draw);
    if (!isTouched) drawAll();
  };
}

// Each component holds this file. The first one makes the function for all.
window.huWhenLifted ??= makeWhenLifted();
const whenLifted = window.huWhenLifted;
