// The log of this tab's events. It numbers the events, and sends each until the server has
// processed it. The draft of a hand notes the last event that was processed. When the page is
// loaded again, the new page load sends the remaining events with the name and the numbers of the
// page load that made them. Events of a game wait until that game is on the screen.

/**
 * An event.
 * @typedef {object} LoggedEvent
 * @property {string} load - the random name of the page load that made it.
 * @property {number} n - its number among the events of that page load, from 1.
 * @property {string} hand - the name of the hand that was on the screen: the code of the game, `/`,
 *   and the token of the hand.
 * @property {Array} op - the name of the event and its fields.
 */

// The name in the browser's storage under which unprocessed events are kept.
const UNSENT = "hu-log";
// The most events that are kept.
const MOST_EVENTS = 200;

// The events that an earlier page load of this tab left. A browser that blocks storage keeps none.
function readUnsent() {
  try {
    return JSON.parse(sessionStorage.getItem(UNSENT) || "[]");
  } catch {
    return [];
  }
}

// Keeps unprocessed events for the next page load of this tab, in place of those kept before.
function keepUnsent(events) {
  try {
    sessionStorage.setItem(UNSENT, JSON.stringify(events));
  } catch {
    // The storage is blocked or full. The events are lost only if the page is loaded again before
    // they are sent.
  }
}

class EventLog {
  constructor() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    this.load = digits.join("");
    // The number of this page load's last event.
    this.count = 0;
    // How many messages this page load has sent.
    this.messageCount = 0;
    // The name of the hand on the screen.
    this.hand = "";
    // For each game that was on the screen, the number of the last event that the server has
    // processed, by the name of the page load. The key is the code of the game, empty for no game.
    this.takenOf = {};
    /** @type {LoggedEvent[]} */
    this.events = readUnsent();
    window.addEventListener("hu-connected", () => this.deliver());
  }

  /**
   * Notes which events the server has processed.
   * @param {{hand: string, taken: Object<string, number>}} answer
   * @param {function(Object)} send - sends a message to the server.
   */
  update({ hand, taken }, send) {
    const isFirst = !this.send;
    this.hand = hand;
    this.takenOf[gameOf(hand)] = taken;
    this.send = send;
    keepUnsent(this.waiting);
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
    keepUnsent(this.waiting);
    this.deliver();
  }

  /**
   * The events of a hand that the server has not processed yet.
   * @param {{hand: string, taken: Object<string, number>}} state - the name of the hand, and the
   *   number of the last event that the server has processed, by the name of the page load.
   * @returns {LoggedEvent[]}
   */
  pendingOf({ hand, taken }) {
    const isPending = (event) => event.hand === hand && isAfter(event, taken);
    return this.events.filter(isPending);
  }

  // The events that the server has not processed, as far as is known. The draft of a game's hand
  // notes which events of that game were processed. So the last events before a player left a game
  // count as waiting until that game is on the screen again.
  get waiting() {
    const isWaiting = (event) => isAfter(event, this.takenOf[gameOf(event.hand)] || {});
    return this.events.filter(isWaiting);
  }

  // The waiting events of the game on the screen.
  get unsent() {
    const isOfGame = (event) => gameOf(event.hand) === gameOf(this.hand);
    return this.waiting.filter(isOfGame);
  }

  // Sends all unsent events in one message, once the server has sent its first data.
  deliver() {
    const { unsent } = this;
    if (!this.send || !unsent.length) return;
    // A server that was restarted ignores a message that is equal to the message before. The number
    // `sending` makes each message different.
    this.messageCount += 1;
    this.send({ events: unsent, sending: this.messageCount });
  }
}

// The code of a hand's game. Empty for a hand without a game.
function gameOf(hand) {
  return hand.split("/")[0];
}

// Whether an event is later than the last event of its page load that was processed.
function isAfter(event, taken) {
  const last = taken[event.load] || 0;
  return event.n > last;
}

// The scripts of several components contain this file. The first of them makes the log for all.
const log = (window.huLog ||= new EventLog());
