// The taps on a hand: numbered, and sent until the draft that the server keeps has taken them in. What a page has not got
// rid of when it is loaded again, the next page sends under the number and the name that it has.

const UNSENT = "hu-log";
// Events that the parts of a screen may still have to show before the server's answer does.
const LATEST = 200;

class EventLog {
  constructor() {
    const name = crypto.getRandomValues(new Uint8Array(12));
    this.load = Array.from(name, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.count = 0;
    this.sent = 0;
    this.hand = "";
    this.taken = {};
    this.events = JSON.parse(sessionStorage.getItem(UNSENT) || "[]");
    window.addEventListener("hu-connected", () => this.deliver());
  }

  // What the server says of the hand on the screen and of the last events that it has taken in.
  update({ hand, taken }, send) {
    const first = !this.send;
    Object.assign(this, { hand, taken, send });
    this.keep();
    if (first) this.deliver();
  }

  emit(...op) {
    this.count += 1;
    this.events = [...this.events, { load: this.load, n: this.count, hand: this.hand, op }].slice(-LATEST);
    this.keep();
    this.deliver();
  }

  // The events of a hand that are not part of it yet.
  open({ hand, taken }) {
    return this.events.filter((event) => event.hand === hand && event.n > (taken[event.load] || 0));
  }

  // Those of other games wait until theirs is on the screen again: its draft knows what it has taken in.
  get unsent() {
    const game = (hand) => hand.split("/")[0];
    return this.events.filter((event) => game(event.hand) === game(this.hand) && event.n > (this.taken[event.load] || 0));
  }

  keep() {
    sessionStorage.setItem(UNSENT, JSON.stringify(this.unsent));
  }

  deliver() {
    // A restarted server ignores a value equal to the last one it was sent: each message has a number of its own.
    if (this.send && this.unsent.length) this.send({ events: this.unsent, sending: (this.sent += 1) });
  }
}

// Each part of a screen holds this file: whichever is loaded first makes the log.
const log = (window.huLog ||= new EventLog());
