// The hand on the page: the photo with its outlines, the tiles below it, and the sheet with the
// keyboard of faces. Every correction is an event for the server. Only the browser knows which tile
// is selected and what the sheet shows.

// A group of more tiles than this takes a line of its own.
const LONG_GROUP = 6;
// If several tiles may have won, tiles that give the same result have the same colour. There are
// this many colours.
const RESULT_COLOURS = 4;

/**
 * A tile: the data of `EditorTile` in editor.py, and its group.
 * @typedef {object} Tile
 * @property {number} id - its number.
 * @property {string} face - the code of its face, such as `0m` for a red five.
 * @property {string} name - the name of the face.
 * @property {string[]} alternatives - its other possible faces, the likeliest first.
 * @property {boolean} doubt - whether its face is in doubt.
 * @property {boolean} bad - whether a problem of the hand is about tiles with its face.
 * @property {?number[][]} box - its corners in the photo. Null for a tile that was added.
 * @property {number[][]} melds - the melds that it can make, each as the numbers of its tiles.
 * @property {Object} group - its group, an `EditorGroup`.
 */

/** The hand. Its data are those of `EditorPart` in editor.py. */
class HandView {
  constructor() {
    this.root = h("div", { class: "hu-hand" });
    // Each `Tile` by its number.
    this.tiles = new Map();
    // The questions, the tiles, and the buttons below them.
    this.body = h("div", { class: "hu-rack-frame" });
    this.photo = new PhotoView(this);
    this.why = new Why(this);
    this.sheet = new Sheet(this);
    // Whether the hand was on the page before.
    this.isBegun = false;
    this.root.replaceChildren(this.photo.frame, this.body, this.sheet.dialog);
    document.addEventListener("keydown", (event) => this.pressKey(event));
  }

  // Ctrl+Z undoes a correction. Ctrl+Shift+Z redoes a correction.
  pressKey(event) {
    const isCtrlZ = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (!isCtrlZ || !this.root.isConnected) return;
    // In a text field, the browser undoes the typing.
    if (event.target.closest("input, textarea, [contenteditable]")) return;
    event.preventDefault();
    this.send(event.shiftKey ? "tile-redo" : "tile-undo");
  }

  /** Shows the server's data, with the corrections that the server has not processed yet. */
  update(data) {
    this.data = structuredClone(data);
    for (const { op } of window.huLog.pendingOf(data)) {
      const [name, seat, step] = op;
      if (name === "tile" && seat === data.seat) this.foresee(step);
    }
    this.indexTiles();
    this.render();
    if (data.begins && !this.isBegun) {
      // A dialog can be opened only on the page. The panel puts the hand there a moment later.
      queueMicrotask(() => {
        if (this.root.isConnected) this.sheet.show({ add: null });
      });
    }
    this.isBegun = true;
  }

  indexTiles() {
    this.tiles = new Map();
    for (const group of this.data.groups) {
      for (const tile of group.tiles) this.tiles.set(tile.id, { ...tile, group });
    }
  }

  /**
   * Whether a hand may still get a tile although it seems complete. That is so if the hand was
   * tapped in and has three tiles of the same face, which may become a quad, unless the hand is as
   * large as the rules allow.
   */
  mayGrow() {
    if (this.data.photo) return false;
    const isOfHand = (tile) => tile.group.kind !== "aside";
    const faces = [...this.tiles.values()].filter(isOfHand).map((tile) => tile.face);
    if (faces.length >= this.data.largest) return false;
    const countOf = (face) => faces.filter((other) => other === face).length;
    return faces.some((face) => countOf(face) === 3);
  }

  /**
   * Applies a correction to the data, so that its result shows before the server answers. Only a
   * new winning tile, another face and a removed tile are shown so early.
   * @param {Array} step - the name of the step and its fields (see draft/editing/steps.py).
   */
  foresee([name, ...fields]) {
    if (name === "win") {
      const [number] = fields;
      this.data.winning = number;
    } else if (name === "face") {
      const [number, face] = fields;
      this.foreseeFace(number, face);
    } else if (name === "remove") {
      const [number] = fields;
      for (const group of this.data.groups) {
        group.tiles = group.tiles.filter((tile) => tile.id !== number);
      }
    }
  }

  // Gives a tile of the data another face, if the tile is still there.
  foreseeFace(number, face) {
    const tiles = this.data.groups.flatMap((group) => group.tiles);
    const tile = tiles.find((other) => other.id === number);
    if (!tile) return;
    tile.face = face;
    tile.name = this.data.names[face];
    tile.doubt = false;
  }

  /**
   * Corrects the tiles of this rack.
   * @param {...*} step - the name of the step and its fields (see draft/editing/steps.py).
   */
  correct(...step) {
    this.foresee(step);
    this.indexTiles();
    this.render();
    window.huLog.emit("tile", this.data.seat, step);
  }

  /** Sends another event about this rack or its photo. */
  send(name, ...fields) {
    window.huLog.emit(name, this.data.seat, ...fields);
  }

  /** A text in the language of the page. */
  text(key, values) {
    return fill(this.data.texts[key], values);
  }

  // Draws the photo, the tiles and the sheet again. The focus stays on the same button.
  render() {
    const name = document.activeElement?.dataset?.focus;
    this.photo.render();
    this.renderRack();
    this.sheet.render();
    const hasFocus = this.root.contains(document.activeElement);
    if (!name || hasFocus) return;
    // The button with the focus was drawn anew.
    const control = this.root.querySelector(`[data-focus="${CSS.escape(name)}"]`);
    control?.focus({ preventScroll: true });
  }

  // Draws the questions, the tiles and the buttons below them.
  renderRack() {
    const groups = this.groupsInOrder();
    const isFlowerInDoubt = (tile) => tile.doubt && BONUS.includes(tile.face);
    const flowers = groups.flatMap((group) => group.tiles.filter(isFlowerInDoubt));
    const hasChoices = Object.keys(this.data.choices).length > 0;
    const rack = h("div", { class: "hu-rack" }, ...groups.map((group) => this.group(group)));
    const parts = [
      ...this.data.questions.map((question) => this.placeQuestion(question)),
      ...flowers.map((tile) => this.flowerQuestion(tile)),
      hasChoices && h("p", { class: "hu-ask" }, this.text("which")),
      rack,
      !this.photo.isFolded && h("div", { class: "hu-tools" }, ...this.stepButtons()),
    ];
    this.body.replaceChildren(...parts.filter(Boolean));
  }

  // The groups of the hand. Groups that need a line of their own come first, so that small groups
  // share lines.
  groupsInOrder() {
    const groups = this.data.groups.filter((group) => group.kind !== "aside");
    const isLong = (group) => group.tiles.length > LONG_GROUP;
    const long = groups.filter(isLong);
    const short = groups.filter((group) => !isLong(group));
    return [...long, ...short];
  }

  /**
   * The buttons that explain the reading, add a tile, undo and redo.
   * @param {{isShort?: boolean}} options - whether they share a line with the folded photo.
   */
  stepButtons({ isShort = false } = {}) {
    const { undo, redo, count } = this.data;
    const add = this.text("add");
    const style = count ? "hu-tool" : "hu-tool is-main";
    const attributes = { class: style, "aria-label": add };
    const showKeyboard = () => this.sheet.show({ add: null });
    const hasReasons = this.data.why && this.data.groups.length > 0;
    const buttons = [
      hasReasons && this.why.button("hand", { hand: true }),
      tool(isShort ? "+" : `+ ${add}`, "add", showKeyboard, attributes),
      this.historyButton("undo", "↶", undo),
      this.historyButton("redo", "↷", redo),
    ];
    return buttons.filter(Boolean);
  }

  // The button that takes back a step, or makes it again.
  historyButton(name, sign, isEnabled) {
    const label = this.text(name);
    const attributes = { "aria-label": label, title: label, disabled: !isEnabled };
    return tool(sign, name, () => this.send(`tile-${name}`), attributes);
  }

  /**
   * Asks a question that the photo leaves open: whether a meld is claimed or concealed, whether
   * flowers are this player's or another's, or whether tiles such as North were set aside.
   * @param {{tiles: number[], about: string}} question - the numbers of the tiles, and the kind of
   *   the question: "claim", "flowers" or "set-aside" (`PlaceTopic` in draft/editing/hand.py).
   */
  placeQuestion({ tiles: numbers, about }) {
    const tiles = numbers.map((number) => this.tiles.get(number)).filter(Boolean);
    // `isYes` is the answer: yes, the meld was claimed, the flowers are the player's, or the tiles
    // were set aside.
    const answer = (name, step, isYes) => {
      const correct = () => this.correct(step, numbers, isYes);
      return tool(this.text(name), `${name}${numbers[0]}`, correct);
    };
    let text = "";
    let answers;
    if (about === "flowers") {
      answers = [answer("take", "settle", true), answer("label_aside", "settle", false)];
    } else if (about === "set-aside") {
      text = this.text("ask_aside");
      answers = [answer("is_aside", "settle-aside", true), answer("take", "settle-aside", false)];
    } else {
      text = this.text("ask_set");
      answers = [answer("lay", "settle", true), answer("concealed", "settle", false)];
    }
    if (this.why.of(tiles[0])) {
      answers.push(this.why.button(`ask${numbers[0]}`, { tile: numbers[0], why: true }));
    }
    return this.question(tiles, text, answers);
  }

  // Asks which flower a tile is. The rules of the game give no hint about that.
  flowerQuestion(tile) {
    const answer = (face) => {
      const attributes = { class: "hu-key", "aria-label": this.data.names[face] };
      const choose = () => this.correct("face", tile.id, face);
      return tool(picture(face, "is-small"), `which${tile.id}${face}`, choose, attributes);
    };
    const faces = [tile.face, ...tile.alternatives];
    return this.question([tile], this.text("doubt"), faces.map(answer));
  }

  // A question about tiles, with its answers as buttons. A single tile is shown as the photo has
  // it.
  question(tiles, text, answers) {
    const names = tiles.map((tile) => tile.name).join(", ");
    const photo = tiles.length === 1 && this.photo.closeUp(tiles[0]);
    const pictures = tiles.map((tile) => picture(tile.face, "is-small"));
    return h(
      "section",
      { class: "hu-ask", role: "group", "aria-label": `${names} ${text}` },
      photo || h("span", { class: "hu-group" }, ...pictures),
      text && h("span", {}, text),
      ...answers,
    );
  }

  // A group of tiles. A tap on its label opens the sheet with the kinds of melds.
  group(group) {
    const showSheet = () => this.sheet.show({ group: group.id });
    const marks = ["hu-set", `is-${group.kind}`];
    if (group.bad) marks.push("is-bad");
    const tiles = group.tiles.map((tile) => this.tile(this.tiles.get(tile.id)));
    return h(
      "div",
      { class: marks.join(" "), role: "group", "aria-label": group.label },
      h("div", { class: "hu-set-tiles" }, ...tiles),
      group.kind !== "standing" &&
        tool(group.label, `kind${group.id}`, showSheet, { class: "hu-set-kind" }),
      group.bad && h("p", { class: "hu-problem" }, group.bad),
    );
  }

  // A tile is a button. If it may have won, a tap makes it the winning tile. Otherwise a tap opens
  // the sheet.
  tile(tile) {
    const isWinning = this.data.winning === tile.id;
    const choice = this.choiceOf(tile);
    const marks = ["hu-key"];
    // A screen reader reads the meaning of the marks.
    const labels = [tile.name];
    if (tile.doubt) {
      marks.push("is-doubt");
      labels.push(this.text("doubt"));
    }
    if (isWinning) {
      marks.push("is-winning");
      labels.push(this.text("winning"));
    }
    if (tile.bad) {
      marks.push("is-bad");
      labels.push(this.text("wrong"));
    }
    if (choice) {
      marks.push("is-choice", `is-result-${choice.result % RESULT_COLOURS}`);
      labels.push(String(choice.points));
    }
    const tap = () => {
      if (choice) this.correct("win", tile.id);
      else this.sheet.show({ tile: tile.id });
    };
    const label = labels.join(", ");
    return h(
      "button",
      {
        type: "button",
        class: marks.join(" "),
        "data-tile": tile.id,
        "data-focus": `tile${tile.id}`,
        "aria-label": label,
        title: label,
        onclick: tap,
      },
      picture(tile.face),
      tile.doubt && this.badge("?"),
      choice?.isFirst && this.badge(choice.points, "is-points"),
      isWinning && this.badge("★", "is-winning"),
    );
  }

  badge(text, style = "") {
    return h("span", { class: `hu-flag ${style}`, "aria-hidden": "true" }, text);
  }

  /**
   * The result of the hand if a tile is the winning tile.
   * @param {Tile} tile
   * @returns {?{points: string, result: number, isFirst: boolean}} the points, the number of the
   *   result, and whether no tile with the same result is at its left. Only such a tile shows the
   *   points. Null if the tile cannot be the winning tile.
   */
  choiceOf(tile) {
    const { group } = tile;
    const { choices } = this.data;
    // A tile that may be misread must be corrected first.
    if (group.kind !== "standing" || tile.doubt || tile.bad) return null;
    const choice = choices[tile.face];
    if (!choice) return null;
    const [points, result] = choice;
    const index = group.tiles.findIndex((other) => other.id === tile.id);
    // The neighbour at the left. Undefined for the first tile of the group.
    const neighbour = group.tiles[index - 1];
    const neighboursChoice = neighbour && choices[neighbour.face];
    if (!neighboursChoice) return { points, result, isFirst: true };
    const [, neighboursResult] = neighboursChoice;
    return { points, result, isFirst: neighboursResult !== result };
  }
}
