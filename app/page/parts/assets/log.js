// The taps on a hand: numbered, and sent until the draft that the server keeps has taken them in.
// What a page has not got rid of when it is loaded again, the next page sends under the number and
// the name that it has.

const UNSENT = "hu-log";
// Events that the parts of a screen may still have to show before the server's answer does.
const LATEST = 200;

// The events that an earlier page of this tab has not got rid of. A browser that blocks its storage
// keeps none.
function readUnsent() {
  try {
    return JSON.parse(sessionStorage.getItem(UNSENT) || "[]");
  } catch {
    return [];
  }
}

function keepUnsent(events) {
  try {
    sessionStorage.setItem(UNSENT, JSON.stringify(events));
  } catch {
    // The storage is blocked or full. The events are still sent, unless the page is loaded again
    // before.
  }
}

class EventLog {
  constructor() {
    const name = crypto.getRandomValues(new Uint8Array(12));
    this.load = Array.from(name, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.count = 0;
    this.sent = 0;
    this.hand = "";
    this.taken = {};
    this.events = readUnsent();
    window.addEventListener("hu-connected", () => this.deliver());
  }

  // What the server says of the hand on the screen and of the last events that it has taken in.
  update({ hand, taken }, send) {
    const isFirst = !this.send;
    this.hand = hand;
    this.taken = taken;
    this.send = send;
    keepUnsent(this.unsent);
    if (isFirst) this.deliver();
  }

  emit(...op) {
    this.count += 1;
    const event = { load: this.load, n: this.count, hand: this.hand, op };
    this.events = [...this.events, event].slice(-LATEST);
    keepUnsent(this.unsent);
    this.deliver();
  }

  // The events of a hand that are not part of it yet.
  open({ hand, taken }) {
    const isOpen = (event) => event.hand === hand && event.n > (taken[event.load] || 0);
    return this.events.filter(isOpen);
  }

  // Those of other games wait until theirs is on the screen again: its draft knows what it has
  // taken in.
  get unsent() {
    const game = (hand) => hand.split("/")[0];
    const isUnsent = (event) => {
      const isOfGame = game(event.hand) === game(this.hand);
      return isOfGame && event.n > (this.taken[event.load] || 0);
    };
    return this.events.filter(isUnsent);
  }

  deliver() {
    const { unsent } = this;
    if (!this.send || !unsent.length) return;
    // A restarted server ignores a value equal to the last one it was sent: each message has a
    // number of its own.
    this.sent += 1;
    this.send({ events: unsent, sending: this.sent });
  }
}

// Each part of a screen holds this file: whichever is loaded first makes the log.
const log = (window.huLog ||= new EventLog());
