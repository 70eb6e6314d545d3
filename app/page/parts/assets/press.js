// What the server says while a finger is down, and what the page would draw, waits until its tap has arrived, on an iPhone
// a moment after the finger has left: what is drawn meanwhile replaces or moves what the finger is on, and the press is lost.
(() => {
  const TAP = 300;
  // Bytes per millisecond.
  const SLOWEST = 10;
  const waiting = [];
  // Of each place only the newest.
  const draws = new Map();
  let touched = false;
  let timer = null;

  // Its screen may have gone meanwhile.
  const drawAll = () => {
    const found = [...draws];
    draws.clear();
    for (const [place, draw] of found) if (place.isConnected) draw();
  };
  window.huLifted = (place, draw) => {
    draws.set(place, draw);
    if (!touched) drawAll();
  };
  const over = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      touched = false;
      for (const [socket, data] of waiting.splice(0)) {
        if (socket.readyState === WebSocket.OPEN) socket.dispatchEvent(new MessageEvent("message", { data }));
      }
      drawAll();
    }, milliseconds);
  };
  const down = () => {
    clearTimeout(timer);
    touched = true;
  };
  window.addEventListener("pointerdown", down, true);
  window.addEventListener("pointerup", () => over(TAP), true);
  for (const name of ["click", "pointercancel", "contextmenu"]) window.addEventListener(name, () => over(0), true);

  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      window.huLine = this;
      this.heard = performance.now();
      this.patience = 0;
      this.addEventListener("message", (event) => {
        this.heard = performance.now();
        if (!touched) return;
        event.stopImmediatePropagation();
        waiting.push([this, event.data]);
      });
    }

    // What is sent may need as long as on the slowest of networks.
    send(content) {
      this.patience = performance.now() + (content.byteLength ?? content.size ?? 0) / SLOWEST;
      super.send(content);
    }
  };
})();
