// The table with the players at their seats. The first tap chooses who won, the next tap who
// discarded. The middle shows the next question, or the points. The effect of a tap shows at once.

// A name is written smaller if one of its words has more letters than this.
const LONG_WORD = 8;

/**
 * Who won a hand, and how.
 * @typedef {object} Win
 * @property {?string} winner - the winner's seat. Null before it is chosen.
 * @property {?string} way - `self-draw`, or the discarder's seat. Null before it is chosen.
 * @property {boolean} isPending - whether the server has not processed this answer yet.
 */

// The table as an element. Its data are those of `SeatsPart` in seats.py. Its host is the `Column`
// that shows it.
function seating(data, host) {
  const win = winOf(data, host);
  const answer = (...fields) => host.send("seat", ...fields);
  const label = win.winner ? data.texts.source : data.texts.winner;
  const seats = h(
    "div",
    { class: "hu-seating", role: "group", tabindex: -1, "aria-label": label },
    middleOfTable(data, win, answer),
    ...data.seats.map((seat) => seatButton(seat, data, win, answer)),
  );
  return h("div", { class: "hu-seats" }, seats);
}

/** @returns {Win} the player's latest answer, or the server's state. */
function winOf(data, host) {
  const pending = host.pendingAnswer("seat");
  if (!pending) return { winner: data.winner, way: data.way, isPending: false };
  const [winner, way] = pending;
  return { winner, way, isPending: true };
}

/**
 * The button of a player at the table.
 * @param {Object} view - the player, a `SeatView` of seats.py.
 * @param {Object} data - those of `SeatsPart`.
 * @param {Win} win
 * @param {function(?string, ?string)} answer - sends the winner's seat and the way of winning.
 */
function seatButton(view, data, win, answer) {
  const { seat, at, label, name, face } = view;
  const role = roleOf(view, win);
  const word = wordOf(role, data);
  const style = ["hu-seat", `is-at-${at}`];
  if (role) style.push(`is-${role}`);
  // Points and amounts come from the server. They are out of date while an answer is pending.
  const points = win.isPending ? null : view.points;
  const amount = win.isPending ? null : view.amount;
  const lines = [
    word && h("span", { class: "hu-role" }, word),
    points && h("span", {}, points),
    amount && h("strong", { class: amount.gain ? "is-gain" : "" }, amount.text),
  ].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: style.join(" "),
      style: `--hu-at: ${at}`,
      "data-focus": `seat${seat}`,
      "data-name": label,
      "aria-pressed": String(role !== ""),
      "aria-label": [label, word, amount?.spoken].filter(Boolean).join(", "),
      onclick: () => answer(...answerOfTap(seat, win)),
    },
    h(
      "span",
      { class: "hu-seat-name" },
      picture(face, "is-wind"),
      h("span", { class: hasLongWord(name) ? "is-long" : "" }, name),
    ),
    lines.length > 0 && h("span", { class: "hu-seat-said" }, ...lines),
  );
}

// Whether a name has a word that may not fit into a line. A line can end after a hyphen too.
function hasLongWord(name) {
  return name.split(/[\s-]/).some((word) => word.length > LONG_WORD);
}

// The role of a player in the hand: "won", "source" for the discarder, or empty.
function roleOf({ seat, won }, { winner, way, isPending }) {
  if (seat === winner) return "won";
  // Other players can have won with the same discard. A pending answer may change that.
  if (won && !isPending) return "won";
  return seat === way ? "source" : "";
}

// The word for a role. Empty without a role.
function wordOf(role, { texts, robbed }) {
  if (role === "won") return texts.won;
  if (role === "source") return robbed ? texts.was_robbed : texts.discarded;
  return "";
}

// The winner's seat and the way of winning after a tap on a seat, each null if it is not chosen. A
// tap on a chosen seat takes the choice back.
function answerOfTap(seat, { winner, way }) {
  if (!winner) return [seat, null];
  if (seat === winner) return [null, null];
  return [winner, way === seat ? null : seat];
}

// The points of a hand that was scored, or the next question.
function middleOfTable(data, win, answer) {
  const { winner, way, isPending } = win;
  const isScored = !isPending && data.points !== null && way;
  let line = null;
  if (isScored) {
    const attributes = { "data-points": String(data.points), "data-text": data.figure };
    const figure = h("strong", attributes, data.figure);
    line = h("p", { class: "hu-points" }, figure, ` ${data.texts.points}`);
  } else {
    const question = nextQuestion(data, win);
    line = question && h("p", { class: "hu-question" }, question);
  }
  return h("div", { class: "hu-middle" }, line, winner && selfDrawButton(data, win, answer));
}

function nextQuestion({ texts, open }, { winner, way, isPending }) {
  if (!winner) return texts.winner;
  if (!way) return texts.source;
  return isPending ? "" : open;
}

// The button of a win by self-draw. Another tap on it takes the choice back.
function selfDrawButton({ texts }, { winner, way }, answer) {
  const isSelfDrawn = way === "self-draw";
  const style = isSelfDrawn ? "hu-tool is-main" : "hu-tool";
  const attributes = { class: style, "aria-pressed": String(isSelfDrawn) };
  const tap = () => answer(winner, isSelfDrawn ? null : "self-draw");
  return tool(texts.self_draw, "self-draw", tap, attributes);
}
