// The log of this tab's events. It numbers the taps on a hand, and sends them until the server has
// made them a part of the draft that it keeps. When the page is loaded again, the next page sends
// the events that are left, with the number and the name of the page that made them.

/**
 * An event.
 * @typedef {object} LoggedEvent
 * @property {string} load - the name of the page that made it. Each load of the page has a name.
 * @property {number} n - its number on that page, from 1.
 * @property {string} hand - the name of the hand that was on the screen: the code of the game, `/`,
 *   and the token of the hand.
 * @property {Array} op - the name of the event and its fields.
 */

// The events that are left are kept under this name in the browser's storage.
const UNSENT = "hu-log";
// The most events that are kept.
const MOST_EVENTS = 200;

// The events that an earlier page of this tab left. A browser that blocks its storage keeps none.
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
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    this.load = digits.join("");
    // The number of this page's last event.
    this.count = 0;
    // How many messages with events this page has sent.
    this.messageCount = 0;
    // The name of the hand on the screen.
    this.hand = "";
    // The number of the last event of each page that is a part of that hand, by the page's name.
    this.taken = {};
    /** @type {LoggedEvent[]} */
    this.events = readUnsent();
    window.addEventListener("hu-connected", () => this.deliver());
  }

  /**
   * Takes in the server's answer.
   * @param {{hand: string, taken: Object<string, number>}} answer
   * @param {function(Object)} send - sends a message to the server.
   */
  update({ hand, taken }, send) {
    const isFirst = !this.send;
    this.hand = hand;
    this.taken = taken;
    this.send = send;
    keepUnsent(this.unsent);
    if (isFirst) this.deliver();
  }

  /**
   * Notes and sends an event of the hand on the screen.
   * @param {...*} op - the name of the event and its fields.
   */
  emit(...op) {
    this.count += 1;
    const event = { load: this.load, n: this.count, hand: this.hand, op };
    this.events = [...this.events, event].slice(-MOST_EVENTS);
    keepUnsent(this.unsent);
    this.deliver();
  }

  /**
   * The events of a hand that are not a part of it yet.
   * @param {{hand: string, taken: Object<string, number>}} state - of the hand.
   * @returns {LoggedEvent[]}
   */
  pendingOf({ hand, taken }) {
    const isPending = (event) => event.hand === hand && isAfter(event, taken);
    return this.events.filter(isPending);
  }

  // The events of the game on the screen that the server has not taken in. Events of another game
  // wait until that game is on the screen again, because only its draft knows what it has taken in.
  get unsent() {
    const gameOf = (hand) => hand.split("/")[0];
    const isOfGame = (event) => gameOf(event.hand) === gameOf(this.hand);
    const isUnsent = (event) => isOfGame(event) && isAfter(event, this.taken);
    return this.events.filter(isUnsent);
  }

  deliver() {
    const { unsent } = this;
    if (!this.send || !unsent.length) return;
    // A server that was started again ignores a value that is equal to the last one. With its
    // number each message is different.
    this.messageCount += 1;
    this.send({ events: unsent, sending: this.messageCount });
  }
}

// Whether an event is later than the last event of its page that a hand has taken in.
function isAfter(event, taken) {
  const last = taken[event.load] || 0;
  return event.n > last;
}

// Each part of a screen holds this file. The first one that is loaded makes the log for all.
const log = (window.huLog ||= new EventLog());
