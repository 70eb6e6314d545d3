// The table as the players sit: a tap says who won, the next one who discarded; in its middle the question or the points.
// What was tapped shows at once.

function seating(data, host) {
  const { texts } = data;
  // What was said last, as long as the server has not answered it.
  const pending = host.said("seat");
  const [winner, way] = pending || [data.winner, data.way];
  const say = (...answer) => host.say("seat", ...answer);

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

  const scored = !pending && data.points !== null && way;
  const asked = !winner ? texts.winner : !way ? texts.source : pending ? "" : data.open;
  const figure = () => h("strong", { "data-points": String(data.points), "data-text": data.figure }, data.figure);
  const drawn = way === "self-draw";
  const look = { class: `hu-tool${drawn ? " is-main" : ""}`, "aria-pressed": String(drawn) };
  const middle = h(
    "div",
    { class: "hu-middle" },
    scored ? h("p", { class: "hu-points" }, figure(), ` ${texts.points}`) : asked && h("p", { class: "hu-question" }, asked),
    winner && tool(texts.self_draw, "self-draw", () => say(winner, drawn ? null : "self-draw"), look),
  );
  const label = texts[winner ? "source" : "winner"];
  return h("div", { class: "hu-seats" }, h("div", { class: "hu-seating", role: "group", tabindex: -1, "aria-label": label }, ...data.seats.map(place), middle));
}
