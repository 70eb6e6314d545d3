// The sheet of a hand, a dialog that rises from below. It shows the likely faces of a tile, the
// keyboard of all faces, the groups that a tile may move to, or the kinds of a meld.

// The rows of the keyboard. At the place of null there is no face, but the element `none`.
const BLOCKS = [
  ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z", "back", null, "5z", "6z", "7z"],
];
const RED = ["0m", "0p", "0s"];
const BONUS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];
// The most likely faces of a tile that the sheet shows.
const MOST_LIKELY_FACES = 4;

/**
 * A key of the keyboard with the picture of a face.
 * @param {string} face - its code.
 * @param {string} name - its name in the player's language.
 * @param {function()} onclick
 * @param {string} style - another class of the key.
 */
function faceKey(face, name, onclick, style = "") {
  const attributes = {
    type: "button",
    class: `hu-key ${style}`,
    "data-face": face,
    "data-focus": `key${style}${face}`,
    "aria-label": name,
    title: name,
    onclick,
  };
  return h("button", attributes, picture(face));
}

/**
 * The keyboard of faces.
 * @param {Object} keys
 * @param {string} keys.label - names the keyboard to screen readers.
 * @param {Object<string, string>} keys.names - the names of the faces that have a key.
 * @param {function(string)} keys.choose - called with the face of a key.
 * @param {Element} [keys.none] - the element at the place of `BLOCKS` that has no face.
 * @param {...Element} head - elements above the keys.
 */
function keyboard({ label, names, choose, none }, ...head) {
  const key = (face) => {
    if (!face) return none;
    return names[face] && faceKey(face, names[face], () => choose(face));
  };
  const block = (faces, style) => h("div", { class: `hu-block ${style}` }, ...faces.map(key));
  return h(
    "section",
    { class: "hu-keyboard", "aria-label": label },
    ...head,
    ...BLOCKS.map((faces) => block(faces, "")),
    names[RED[0]] && block(RED, ""),
    names[BONUS[0]] && block(BONUS, "is-wide"),
  );
}

// The browser's Back button closes the sheet, because an open sheet has an entry in the browser's
// history. A tap that closes the sheet does not remove the entry. The next sheet uses it again.
let hasHistoryEntry = false;
let latestSheet = null;

function enterHistory(sheet) {
  latestSheet = sheet;
  // After a reload of the page, the entry of an earlier sheet may still be there.
  const isAtSheetEntry = Boolean(history.state?.huSheet);
  if (!hasHistoryEntry && !isAtSheetEntry) {
    history.pushState({ ...history.state, huSheet: true }, "");
  }
  hasHistoryEntry = true;
}

function goBack(event) {
  if (!hasHistoryEntry) return;
  hasHistoryEntry = false;
  event.stopImmediatePropagation();
  if (latestSheet?.dialog.open && latestSheet.dialog.isConnected) {
    latestSheet.hide();
    return;
  }
  // A tap had closed the sheet before, so this step back has only left its entry. Take the step
  // that the player wanted.
  history.back();
}

// This file may be loaded several times. Only the first time it adds its listener.
if (!globalThis.huBack) {
  globalThis.huBack = goBack;
  window.addEventListener("popstate", goBack, true);
}

/**
 * The subject of the sheet: a tile, a group, the reasons of the hand, or new tiles.
 * @typedef {object} Subject
 * @property {number} [tile] - the number of a tile.
 * @property {number} [group] - the number of a group.
 * @property {boolean} [why] - whether the sheet shows the reasons of this tile or group.
 * @property {boolean} [hand] - whether it shows the reasons of the hand.
 * @property {?number} [add] - for new tiles: the number of the group that they join. Null for the
 *   longest group of standing tiles.
 * @property {number[]} [point] - the point of the photo at which a new tile was tapped.
 */

/** The sheet of a hand. Its host is the `HandView` of the hand. */
class Sheet {
  constructor(host) {
    this.host = host;
    /** @type {?Subject} null while the sheet is closed. */
    this.subject = null;
    // Whether the hand was complete when the sheet was last drawn. Null before that.
    this.wasComplete = null;
    // Whether the sheet of a tile shows the groups that the tile may move to.
    this.isMoving = false;
    const tap = (event) => {
      const isOutside = event.target === this.dialog;
      if (isOutside) this.hide();
    };
    const attributes = { class: "hu-sheet", onclose: () => this.noteClosed(), onclick: tap };
    this.dialog = h("dialog", attributes);
  }

  /** @param {Subject} subject */
  show(subject) {
    this.subject = subject;
    this.wasComplete = null;
    this.isMoving = false;
    this.host.render();
    if (!this.dialog.open) this.dialog.showModal();
    enterHistory(this);
    this.dialog.scrollTop = 0;
  }

  hide() {
    if (this.dialog.open) this.dialog.close();
    else this.noteClosed();
  }

  // Forgets the subject after the dialog was closed.
  noteClosed() {
    // The browser calls this a moment after the dialog was closed. The next tap may have opened the
    // sheet again by then.
    if (this.dialog.open) return;
    this.subject = null;
    // The browser gives the focus back to the button that opened the sheet. If that button is gone,
    // no element has the focus.
    const focused = document.activeElement;
    if (focused === document.body || this.dialog.contains(focused)) {
      this.host.root.querySelector("[data-focus=add]")?.focus({ preventScroll: true });
    }
    // The outline of the tile in the photo must no longer look selected.
    whenLifted(this.dialog, () => this.host.photo.render());
  }

  correctAndHide(...step) {
    this.host.correct(...step);
    this.hide();
  }

  render() {
    if (!this.subject) return;
    const tile = this.host.tiles.get(this.subject.tile);
    const group = this.host.data.groups.find((other) => other.id === this.subject.group);
    if (this.isOutdated(tile, group)) {
      this.hide();
      return;
    }
    this.wasComplete = this.isComplete();
    const content = this.content(tile, group);
    this.dialog.setAttribute("aria-label", content.title);
    const head = h(
      "header",
      { class: "hu-sheet-head" },
      tile && (this.host.photo.closeUp(tile) || picture(tile.face)),
      h("h2", {}, content.title),
      tool(this.host.text(content.close || "close"), "close", () => this.hide()),
    );
    this.dialog.replaceChildren(head, ...content.parts.filter(Boolean));
  }

  // Whether the tile, the group or the reasons that the sheet shows are gone, or the last new tile
  // has made the hand complete.
  isOutdated(tile, group) {
    const { subject } = this;
    const isTileGone = subject.tile && !tile;
    const isGroupGone = subject.group && !group;
    if (isTileGone || isGroupGone) return true;
    const isForNewTiles = "add" in subject;
    if (isForNewTiles && this.wasComplete === false && this.isComplete()) return true;
    const isAboutReasons = subject.hand || subject.why;
    return Boolean(isAboutReasons && !this.host.data.why);
  }

  isComplete() {
    return this.host.data.settled && !this.host.mayGrow();
  }

  /**
   * The content of the sheet.
   * @param {?Tile} tile - the subject, if it is a tile.
   * @param {?Object} group - the subject, if it is a group.
   * @returns {{title: string, close: string, parts: Element[]}} `close` is the key of the text of
   *   the button that closes the sheet. Without it the text is "close".
   */
  content(tile, group) {
    const { why } = this.host;
    const { subject } = this;
    if (subject.hand) return why.ofHand();
    if (tile && subject.why && why.of(tile)) {
      const showTile = () => this.show({ tile: tile.id });
      return why.ofTile(tile, showTile);
    }
    if (tile) return this.ofTile(tile);
    if (group && subject.why) return why.ofGroup(group);
    return group ? this.ofGroup(group) : this.ofNewTiles();
  }

  // The likely faces of a tile, the buttons that use it in another way, and the keyboard.
  ofTile(tile) {
    const choose = (face) => this.correctAndHide("face", tile.id, face);
    const remove = () => this.correctAndHide("remove", tile.id);
    const none = tool(this.host.text("no_tile"), "none", remove, { class: "hu-key is-word" });
    return {
      title: tile.name,
      parts: [
        this.likelyFaces(tile, choose),
        this.isMoving ? this.targets(tile) : this.actions(tile),
        this.keyboard(choose, none),
      ],
    };
  }

  // The keys of the likely faces of a tile. Null if there are none. A face that is in doubt has a
  // key too, so that the player can confirm it.
  likelyFaces(tile, choose) {
    const { names } = this.host.data;
    const candidates = tile.doubt ? [tile.face, ...tile.alternatives] : tile.alternatives;
    const faces = candidates.filter((face) => names[face]).slice(0, MOST_LIKELY_FACES);
    if (!faces.length) return null;
    const keys = faces.map((face) => faceKey(face, names[face], () => choose(face), "is-large"));
    const attributes = { class: "hu-likely", "aria-label": this.host.text("likely") };
    return h("section", attributes, h("div", { class: "hu-row" }, ...keys));
  }

  // The buttons that use a tile in another way. `textTool` makes a button whose text has the same
  // name as the button.
  actions(tile) {
    const { why, data } = this.host;
    const { kind, label, id } = tile.group;
    const isAside = kind === "aside";
    const isBonus = kind === "bonus";
    const isOfHand = !isAside && !isBonus;
    const isWinning = data.winning === tile.id;
    const textTool = (name, action) => tool(this.host.text(name), name, action);
    const moveTo = (target) => () => this.correctAndHide("move", tile.id, target);
    const win = () => this.correctAndHide("win", isWinning ? null : tile.id);
    const showKinds = () => this.show({ group: id });
    const chooseTarget = () => {
      this.isMoving = true;
      this.render();
    };
    const buttons = [];
    if (isAside && tile.box) buttons.push(textTool("read_row", () => this.readRow(tile)));
    if (!isOfHand) buttons.push(textTool("take", moveTo("standing")));
    const canBeSetAside = data.set_aside.includes(tile.face);
    if (canBeSetAside && !isBonus) buttons.push(textTool("set_aside", moveTo("bonus")));
    const winText = isWinning ? "not_winning" : "is_winning";
    if (isOfHand && data.winnable) buttons.push(textTool(winText, win));
    const isMeld = ["exposed", "quad"].includes(kind);
    if (isMeld) buttons.push(tool(`${label} ▾`, "kind", showKinds));
    // The melds that the tile can form with other tiles of the hand.
    for (const [index, numbers] of tile.melds.entries()) {
      buttons.push(...this.meldButtons(numbers, index));
    }
    if (!isAside) buttons.push(textTool("move", chooseTarget));
    if (why.of(tile)) {
      buttons.push(why.button(`tile${tile.id}`, { tile: tile.id, why: true }));
    }
    return h("div", { class: "hu-tools" }, ...buttons);
  }

  // Has the server read the photo again with the tile's row as the hand, or with the tile's meld as
  // a part of the hand.
  readRow(tile) {
    const { width, height } = this.host.data.photo;
    const [x, y] = middle(tile.box);
    this.host.send("photo-row", [x / width, y / height]);
    this.hide();
  }

  /**
   * The buttons that make a meld of tiles of the hand. Four tiles may also be a concealed quad.
   * @param {number[]} numbers - the numbers of the tiles.
   * @param {number} index - the index of this meld among the melds that the tile can make.
   */
  meldButtons(numbers, index) {
    const tiles = numbers.map((number) => this.host.tiles.get(number));
    tiles.sort((a, b) => a.face.localeCompare(b.face));
    const names = tiles.map((tile) => tile.name).join(", ");
    const button = (key, ...step) => {
      const text = this.host.text(key);
      const content = [text, ...tiles.map((tile) => picture(tile.face, "is-small"))];
      const lay = () => this.correctAndHide(...step);
      return tool(content, `${key}${index}`, lay, { "aria-label": `${text}: ${names}` });
    };
    const buttons = [button("lay", "lay", numbers)];
    if (tiles.length === 4) buttons.push(button("label_quad", "lay", numbers, "quad"));
    return buttons;
  }

  // The groups that a tile may move to.
  targets(tile) {
    const { groups, set_aside: bonusFaces } = this.host.data;
    // Of all tiles that may be moved, only those that players set aside can join the bonus tiles.
    const isTarget = (group) => {
      if (group.id === tile.group.id || group.kind === "aside") return false;
      return group.kind !== "bonus" || bonusFaces.includes(tile.face);
    };
    // `destination` is the number of a group, or the kind of a new group.
    const target = (label, destination, tiles) => {
      const content = [label, ...tiles.map((other) => picture(other.face, "is-small"))];
      const move = () => this.correctAndHide("move", tile.id, destination);
      return tool(content, `to${destination}`, move);
    };
    const targetOf = (group) => target(group.label, group.id, group.tiles);
    return h(
      "section",
      { "aria-label": this.host.text("move") },
      h("h3", {}, this.host.text("move_where")),
      h(
        "div",
        { class: "hu-tools" },
        ...groups.filter(isTarget).map(targetOf),
        target(this.host.text("new_set"), "exposed", []),
      ),
    );
  }

  // The kinds of a group: an exposed meld, a concealed quad, or tiles that are no meld.
  ofGroup(group) {
    const { why } = this.host;
    const isQuad = group.tiles.length === 4;
    const kinds = isQuad ? ["exposed", "quad", "standing"] : ["exposed", "standing"];
    const choice = (kind) => {
      const isChosen = group.kind === kind;
      const style = isChosen ? "hu-choice is-chosen" : "hu-choice";
      const choose = () => this.correctAndHide("turn", group.id, kind);
      const attributes = { class: style, "aria-pressed": String(isChosen) };
      return tool(this.host.text(`kind_${kind}`), `set-${kind}`, choose, attributes);
    };
    const hasReasons = group.tiles.some((tile) => why.of(tile));
    return {
      title: group.label,
      parts: [
        h("p", { class: "hu-hint" }, this.host.text("set_hint")),
        h("div", { class: "hu-choices" }, ...kinds.map(choice)),
        hasReasons && why.button(`set${group.id}`, { group: group.id, why: true }),
      ],
    };
  }

  // The keyboard that adds tiles. It closes when the hand is complete. If a point of the photo was
  // tapped, it closes after one tile.
  ofNewTiles() {
    const { add: group, point } = this.subject;
    const add = (face) => {
      this.host.correct("add", face, group, point || null);
      if (point) this.hide();
    };
    const title = this.host.text("add_title", { count: this.host.data.count });
    return { title, close: "done", parts: [this.keyboard(add, h("span", {}))] };
  }

  keyboard(choose, none) {
    const { names } = this.host.data;
    return keyboard({ label: this.host.text("keyboard"), names, choose, none });
  }
}
