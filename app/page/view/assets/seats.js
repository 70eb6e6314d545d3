// The table as the players sit. A tap says who won, the next tap who discarded. In its middle is
// the question, or the points. A tap shows at once.

function seating(data, host) {
  const { texts } = data;
  // What was said last, as long as the server has not answered it.
  const pending = host.pendingAnswer("seat");
  const [winner, way] = pending || [data.winner, data.way];
  const say = (...answer) => host.send("seat", ...answer);

  // The winner once more: somebody else has won. Anybody else: the discarder.
  const tap = (seat) => {
    if (!winner) say(seat, null);
    else if (seat === winner) say(null, null);
    else say(winner, way === seat ? null : seat);
  };

  const roleOf = ({ seat, won }) => {
    if (seat === winner || (!pending && won)) return ["won", texts.won];
    return seat === way ? ["source", data.robbed ? texts.was_robbed : texts.discarded] : ["", ""];
  };

  const place = (seat) => {
    const [role, word] = roleOf(seat);
    const [points, amount] = pending ? [] : [seat.points, seat.amount];
    const said = [
      word && h("span", { class: "hu-role" }, word),
      points && h("span", {}, points),
      amount && h("strong", { class: amount.paid ? "is-paid" : "" }, amount.text),
    ].filter(Boolean);
    return h(
      "button",
      {
        type: "button",
        class: `hu-seat is-at-${seat.at} ${role && `is-${role}`}`,
        style: `--hu-at: ${seat.at}`,
        "data-focus": `seat${seat.seat}`,
        "data-name": seat.label,
        "aria-pressed": String(Boolean(role)),
        "aria-label": [seat.label, word, amount?.spoken].filter(Boolean).join(", "),
        onclick: () => tap(seat.seat),
      },
      h("span", { class: "hu-seat-name" }, picture(seat.face, "is-wind"), h("span", {}, seat.name)),
      said.length > 0 && h("span", { class: "hu-seat-said" }, ...said),
    );
  };

  const label = texts[winner ? "source" : "winner"];
  const seats = h(
    "div",
    { class: "hu-seating", role: "group", tabindex: -1, "aria-label": label },
    middleOfTable(data, { winner, way, isPending: Boolean(pending), say }),
    ...data.seats.map(place),
  );
  return h("div", { class: "hu-seats" }, seats);
}

// The points of a hand that was scored, or the next question.
function middleOfTable(data, { winner, way, isPending, say }) {
  const { texts } = data;
  const isScored = !isPending && data.points !== null && way;
  let shown = null;
  if (isScored) {
    const look = { "data-points": String(data.points), "data-text": data.figure };
    const figure = h("strong", look, data.figure);
    shown = h("p", { class: "hu-points" }, figure, ` ${texts.points}`);
  } else {
    const question = nextQuestion(data, { winner, way, isPending });
    shown = question && h("p", { class: "hu-question" }, question);
  }
  return h("div", { class: "hu-middle" }, shown, winner && selfDrawButton(texts, way, winner, say));
}

function nextQuestion({ texts, open }, { winner, way, isPending }) {
  if (!winner) return texts.winner;
  if (!way) return texts.source;
  return isPending ? "" : open;
}

function selfDrawButton(texts, way, winner, say) {
  const isSelfDrawn = way === "self-draw";
  const style = isSelfDrawn ? "hu-tool is-main" : "hu-tool";
  const look = { class: style, "aria-pressed": String(isSelfDrawn) };
  const tap = () => say(winner, isSelfDrawn ? null : "self-draw");
  return tool(texts.self_draw, "self-draw", tap, look);
}
