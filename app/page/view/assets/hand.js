// The hand on the page: the photo with its outlines, the tiles below it, and the sheet with the keyboard of faces.
// Everything that changes the hand is an event for the server. What is selected or open stays in the browser.

class HandView {
  constructor() {
    this.root = h("div", { class: "hu-hand" });
    this.tiles = new Map();
    this.body = h("div", { class: "hu-rack-frame" });
    this.photo = new PhotoView(this);
    this.why = new Why(this);
    this.sheet = new Sheet(this);
    this.root.replaceChildren(this.photo.frame, this.body, this.sheet.dialog);
    document.addEventListener("keydown", (event) => {
      if (!this.root.isConnected || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      if (event.target.closest("input, textarea, [contenteditable]")) return;
      event.preventDefault();
      this.say(event.shiftKey ? "tile-redo" : "tile-undo");
    });
  }

  update(data) {
    this.data = structuredClone(data);
    for (const { op } of window.huLog.open(data)) if (op[0] === "tile" && op[1] === data.seat) this.foresee(op[2]);
    this.index();
    this.render();
    // The first time its place on the page comes a moment later.
    if (data.begins && !this.begun) queueMicrotask(() => this.root.isConnected && this.sheet.show({ add: null }));
    this.begun = true;
  }

  index() {
    this.tiles = new Map(this.data.groups.flatMap((group) => group.tiles.map((tile) => [tile.id, { ...tile, group }])));
  }

  // Whether a fourth tile may follow three of a kind that were tapped in, so that a hand with its last tile is not whole.
  mayGrow() {
    if (this.data.photo) return false;
    const faces = [...this.tiles.values()].filter(({ group }) => group.kind !== "aside").map(({ face }) => face);
    return faces.length < this.data.largest && faces.some((face) => faces.filter((other) => other === face).length === 3);
  }

  // What a tap will do is shown at once; the server's answer takes its place.
  foresee([name, number, face]) {
    const { groups, names } = this.data;
    if (name === "win") this.data.winning = number;
    for (const group of groups) {
      const tile = group.tiles.find((other) => other.id === number);
      if (tile && name === "face") Object.assign(tile, { face, name: names[face], doubt: false });
      if (tile && name === "remove") group.tiles = group.tiles.filter((other) => other !== tile);
    }
  }

  // Corrects the tiles of this rack.
  emit(...step) {
    this.foresee(step);
    this.index();
    this.render();
    window.huLog.emit("tile", this.data.seat, step);
  }

  // Says something else of this rack or its photo.
  say(name, ...more) {
    window.huLog.emit(name, this.data.seat, ...more);
  }

  text(key, values) {
    return fill(this.data.texts[key], values);
  }

  render() {
    const held = document.activeElement?.dataset?.focus;
    this.photo.show();
    this.rack();
    this.sheet.render();
    if (held && !this.root.contains(document.activeElement)) {
      this.root.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    }
  }

  rack() {
    const { groups } = this.data;
    // What needs a line of its own comes first; small groups then share lines.
    const long = (group) => (group.tiles.length > 6 ? 1 : 0);
    const shown = groups.filter((group) => group.kind !== "aside").sort((a, b) => long(b) - long(a));
    const sets = shown.map((group) => this.set(group));
    const parts = [
      ...this.data.asks.map((numbers) => this.ask(numbers)),
      ...shown.flatMap((group) => group.tiles.filter((tile) => tile.doubt && BONUS.includes(tile.face)).map((tile) => this.which(tile))),
      ...(Object.keys(this.data.choices).length ? [h("p", { class: "hu-ask" }, this.text("which"))] : []),
      h("div", { class: "hu-rack" }, ...sets, this.data.why && sets.length > 0 && this.why.button("hand", { hand: true })),
      !this.photo.folded && h("div", { class: "hu-tools" }, ...this.steps()),
    ];
    this.body.replaceChildren(...parts.filter(Boolean));
  }

  // Adding a tile, undoing and redoing; short where they share a line with the folded photo.
  steps(short) {
    const { undo, redo, count } = this.data;
    const step = (name, sign, enabled) =>
      tool(sign, name, () => this.say(`tile-${name}`), { "aria-label": this.text(name), title: this.text(name), disabled: !enabled });
    const look = { class: `hu-tool${count ? "" : " is-main"}`, "aria-label": this.text("add") };
    const add = tool(short ? "+" : `+ ${this.text("add")}`, "add", () => this.sheet.show({ add: null }), look);
    return [add, step("undo", "↶", undo), step("redo", "↷", redo)];
  }

  // What the photo leaves open: a set that may be claimed or concealed, flowers that may be another player's.
  ask(numbers) {
    const tiles = numbers.map((number) => this.tiles.get(number)).filter(Boolean);
    const flowers = tiles.every((tile) => BONUS.includes(tile.face));
    const answer = (name, claimed) =>
      tool(this.text(name), `${name}${numbers[0]}`, () => this.emit("settle", numbers, claimed));
    const ways = flowers ? ["take", "label_aside"] : ["lay", "concealed"];
    const why = this.why.of(tiles[0]) && this.why.button(`ask${numbers[0]}`, { tile: numbers[0], why: true });
    const answers = ways.map((name, place) => answer(name, !place));
    return this.asked(tiles, flowers ? "" : this.text("ask_set"), [...answers, why].filter(Boolean));
  }

  // A flower: no rule of the game tells which it is.
  which(tile) {
    const choice = (face) => {
      const look = { class: "hu-key", "aria-label": this.data.names[face] };
      return tool(picture(face, "is-small"), `which${tile.id}${face}`, () => this.emit("face", tile.id, face), look);
    };
    return this.asked([tile], this.text("doubt"), [tile.face, ...tile.alternatives].map(choice));
  }

  asked(tiles, question, answers) {
    const names = tiles.map((tile) => tile.name).join(", ");
    const photo = tiles.length === 1 && this.photo.closeUp(tiles[0]);
    return h(
      "section",
      { class: "hu-ask", role: "group", "aria-label": `${names} ${question}` },
      photo || h("span", { class: "hu-group" }, ...tiles.map((tile) => picture(tile.face, "is-small"))),
      question && h("span", {}, question),
      ...answers,
    );
  }

  set(group) {
    const kind = tool(group.label, `kind${group.id}`, () => this.sheet.show({ set: group.id }), { class: "hu-set-kind" });
    return h(
      "div",
      { class: `hu-set is-${group.kind}${group.bad ? " is-bad" : ""}`, role: "group", "aria-label": group.label },
      h("div", { class: "hu-set-tiles" }, ...group.tiles.map((tile) => this.tile(this.tiles.get(tile.id)))),
      group.kind !== "standing" && kind,
      group.bad && h("p", { class: "hu-problem" }, group.bad),
    );
  }

  tile(tile) {
    const won = this.data.winning === tile.id;
    // A tile that may be misread is corrected first.
    const lit = tile.group.kind === "standing" && !tile.doubt && !tile.bad;
    const [points, result] = (lit && this.data.choices[tile.face]) || [];
    const choice = points !== undefined;
    // Choices that give the same are one: one colour, and the points once for tiles side by side.
    const beside = tile.group.tiles[tile.group.tiles.findIndex((other) => other.id === tile.id) - 1];
    const first = choice && (!beside || this.data.choices[beside.face]?.[1] !== result);
    const marks = [tile.doubt && "doubt", tile.bad && "bad", won && "winning", choice && `choice is-result-${result % 4}`].filter(Boolean);
    const notes = [tile.doubt && this.text("doubt"), won && this.text("winning"), tile.bad && this.text("wrong"), choice && String(points)];
    // Its badges say what they are.
    const label = [tile.name, ...notes.filter(Boolean)].join(", ");
    return h(
      "button",
      {
        type: "button",
        class: `hu-key ${marks.map((mark) => `is-${mark}`).join(" ")}`,
        "data-tile": tile.id,
        "data-focus": `tile${tile.id}`,
        "aria-label": label,
        title: label,
        onclick: () => (choice ? this.emit("win", tile.id) : this.sheet.show({ tile: tile.id })),
      },
      picture(tile.face),
      tile.doubt && h("span", { class: "hu-flag", "aria-hidden": "true" }, "?"),
      first && h("span", { class: "hu-flag is-points", "aria-hidden": "true" }, String(points)),
      won && h("span", { class: "hu-flag is-winning", "aria-hidden": "true" }, "★"),
    );
  }
}
