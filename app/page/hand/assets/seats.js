// The table as the players sit: a tap says who won, the next one who discarded; in its middle the question or the points.
// What was tapped shows at once.

class Seats {
  constructor(data, host) {
    this.data = data;
    this.host = host;
    // What was said last, as long as the server has not answered it.
    const said = host.said("seat");
    this.pending = said && { winner: said[0], way: said[1] };
    this.answer = this.pending || data;
  }

  say(winner, way) {
    this.host.say("seat", winner, way);
  }

  // The winner once more: somebody else has won. Anybody else: the discarder.
  tap(seat) {
    const { winner, way } = this.answer;
    if (!winner) this.say(seat, null);
    else if (seat === winner) this.say(null, null);
    else this.say(winner, way === seat ? null : seat);
  }

  show() {
    const label = this.data.texts[this.answer.winner ? "source" : "winner"];
    const places = this.data.seats.map((seat) => this.seat(seat));
    const seating = h("div", { class: "hu-seating", role: "group", "aria-label": label }, ...places, this.middle());
    return h("div", { class: "hu-seats" }, seating);
  }

  role(seat) {
    const { winner, way } = this.answer;
    const { texts } = this.data;
    if (seat.seat === winner || (!this.pending && seat.won)) return ["won", texts.won];
    return seat.seat === way ? ["source", this.data.robbed ? texts.was_robbed : texts.discarded] : ["", ""];
  }

  seat(seat) {
    const [role, word] = this.role(seat);
    const amount = this.pending ? null : seat.amount;
    const notes = [seat.label, word, amount && amount.spoken].filter(Boolean);
    return h(
      "button",
      {
        type: "button",
        class: `hu-seat is-at-${seat.at} ${role && `is-${role}`}`,
        "data-focus": `seat${seat.seat}`,
        "data-name": seat.label,
        "aria-pressed": String(Boolean(role)),
        "aria-label": notes.join(", "),
        onclick: () => this.tap(seat.seat),
      },
      h("span", { class: "hu-seat-name" }, picture(seat.face, "is-wind"), h("span", {}, seat.name)),
      (word || amount || seat.points) &&
        h(
          "span",
          { class: "hu-seat-said" },
          word && h("span", { class: "hu-role" }, word),
          !this.pending && seat.points && h("span", {}, seat.points),
          amount && h("strong", { class: amount.paid ? "is-paid" : "" }, amount.text),
        ),
    );
  }

  middle() {
    const { winner, way } = this.answer;
    const { points, texts } = this.data;
    const scored = !this.pending && points !== null && way;
    const figure = scored && h("strong", { "data-points": String(points) }, String(points));
    const drawn = { class: `hu-tool${way === "self-draw" ? " is-main" : ""}`, "aria-pressed": String(way === "self-draw") };
    const self = () => this.say(winner, way === "self-draw" ? null : "self-draw");
    const open = this.pending ? "" : this.data.open;
    const asked = !winner ? texts.winner : way ? open : texts.source;
    return h(
      "div",
      { class: "hu-middle" },
      scored ? h("p", { class: "hu-points" }, figure, ` ${texts.points}`) : asked && h("p", { class: "hu-question" }, asked),
      winner && tool(texts.self_draw, "self-draw", self, drawn),
    );
  }
}
