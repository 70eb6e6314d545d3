// Draws a part of the page anew only while no finger is on the screen. A tap would be lost if the
// element under the finger was replaced before the finger leaves.

// On an iPhone the click arrives a moment after the finger has left.
const TAP_MS = 300;

/**
 * Makes the function `whenLifted(place, draw)`. It calls `draw` at once, or, if a finger is on the
 * screen, when the finger has left. `place` is the element that is drawn. Of several calls for the
 * same element that wait, only the newest is used.
 * @returns {function(Element, function())}
 */
function makeWhenLifted() {
  // The functions that wait, by the element that they draw.
  const waiting = new Map();
  let isTouched = false;
  let timer = null;

  const drawAll = () => {
    const draws = [...waiting];
    waiting.clear();
    for (const [place, draw] of draws) {
      // The element may have left the page meanwhile.
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
    waiting.set(place, draw);
    if (!isTouched) drawAll();
  };
}

// The script of each component contains this file. The first of them makes the function for all.
window.huWhenLifted ??= makeWhenLifted();
const whenLifted = window.huWhenLifted;
