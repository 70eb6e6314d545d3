// The sheet that rises from below. It shows the likely faces of a tile, the keyboard of all faces,
// the groups that a tile may move to, and the kinds of a meld.

const BLOCKS = [
  ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z", "back", null, "5z", "6z", "7z"],
];
const RED = ["0m", "0p", "0s"];
const BONUS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];
// A tile may be one of at most so many likely faces.
const MOST_LIKELY_FACES = 4;

/** A key of the keyboard with the picture of a face. */
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
 * @param {{label: string, names: Object, choose: function(string), none: Element}} keys - the names
 *   of the faces that have a key, the action of a key, and the element at the empty place.
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

// The browser's own Back closes the sheet, which is a page of its own in the browser's history.
let isInHistory = false;
let currentSheet = null;

function enterHistory(sheet) {
  currentSheet = sheet;
  if (!isInHistory && !history.state?.huSheet) {
    history.pushState({ ...history.state, huSheet: true }, "");
  }
  isInHistory = true;
}

function goBack(event) {
  if (!isInHistory) return;
  isInHistory = false;
  event.stopImmediatePropagation();
  if (currentSheet?.dialog.open && currentSheet.dialog.isConnected) {
    currentSheet.hide();
    return;
  }
  // The sheet was closed by a tap. This step back changes nothing on the screen, so take the next.
  history.back();
}

// This file may be loaded again. The first one listens.
if (!globalThis.huBack) {
  globalThis.huBack = goBack;
  window.addEventListener("popstate", goBack, true);
}

/** The sheet of a hand. Its host is the `HandView` of the hand. */
class Sheet {
  constructor(host) {
    this.host = host;
    // What the sheet shows, or null if it is closed: `tile` or `set` is the number of a tile or of
    // a group, with `why` for its reasons. `hand` shows the reasons of the hand. `add` is the group
    // of a new tile, and `point` its place in the photo.
    this.subject = null;
    this.isMoving = false;
    const tap = (event) => {
      const isOutside = event.target === this.dialog;
      if (isOutside) this.hide();
    };
    const look = { class: "hu-sheet", onclose: () => this.close(), onclick: tap };
    this.dialog = h("dialog", look);
  }

  show(subject) {
    this.subject = subject;
    this.isMoving = false;
    this.host.render();
    if (!this.dialog.open) this.dialog.showModal();
    enterHistory(this);
    this.dialog.scrollTop = 0;
  }

  hide() {
    if (this.dialog.open) this.dialog.close();
    else this.close();
  }

  close() {
    // The browser's event comes a moment after the dialog was closed. The next tap may have opened
    // the sheet again.
    if (this.dialog.open) return;
    this.subject = null;
    lifted(this.dialog, () => this.host.photo.render());
  }

  correctAndHide(...step) {
    this.host.correct(...step);
    this.hide();
  }

  render() {
    if (!this.subject) return;
    const tile = this.host.tiles.get(this.subject.tile);
    const group = this.host.data.groups.find((other) => other.id === this.subject.set);
    if (this.isOutdated(tile, group)) {
      this.hide();
      return;
    }
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

  // Whether the subject of the sheet is gone, or the hand became complete with the last tile.
  isOutdated(tile, group) {
    const { subject } = this;
    if (subject.tile && !tile) return true;
    if (subject.set && !group) return true;
    const isComplete = this.host.data.settled && !this.host.mayGrow();
    if (subject.whole === false && isComplete) return true;
    if ("add" in subject) subject.whole = isComplete;
    return Boolean((subject.hand || subject.why) && !this.host.data.why);
  }

  content(tile, group) {
    const { why } = this.host;
    if (this.subject.hand) return why.ofHand();
    if (tile && this.subject.why && why.of(tile)) {
      return why.ofTile(tile, () => this.show({ tile: tile.id }));
    }
    if (tile) return this.ofTile(tile);
    if (group && this.subject.why) return why.ofSet(group);
    return group ? this.ofSet(group) : this.ofNew();
  }

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

  likelyFaces(tile, choose) {
    const { names } = this.host.data;
    const candidates = tile.doubt ? [tile.face, ...tile.alternatives] : tile.alternatives;
    const faces = candidates.filter((face) => names[face]).slice(0, MOST_LIKELY_FACES);
    if (!faces.length) return null;
    const keys = faces.map((face) => faceKey(face, names[face], () => choose(face), "is-large"));
    const look = { class: "hu-likely", "aria-label": this.host.text("likely") };
    return h("section", look, h("div", { class: "hu-row" }, ...keys));
  }

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
    const showKinds = () => this.show({ set: id });
    const chooseTarget = () => {
      this.isMoving = true;
      this.render();
    };
    return h(
      "div",
      { class: "hu-tools" },
      isAside && tile.box && textTool("read_row", () => this.readRow(tile)),
      !isOfHand && textTool("take", moveTo("standing")),
      !isBonus && data.set_aside.includes(tile.face) && textTool("set_aside", moveTo("bonus")),
      isOfHand && data.winnable && textTool(isWinning ? "not_winning" : "is_winning", win),
      ["exposed", "quad"].includes(kind) && tool(`${label} ▾`, "kind", showKinds),
      ...tile.sets.flatMap((numbers, place) => this.meldButtons(numbers, place)),
      !isAside && textTool("move", chooseTarget),
      why.of(tile) && why.button(`tile${tile.id}`, { tile: tile.id, why: true }),
    );
  }

  // Makes the tile's row the hand, or takes in the meld that the tile is part of.
  readRow(tile) {
    const { width, height } = this.host.data.photo;
    const [x, y] = middle(tile.box);
    this.host.send("photo-row", [x / width, y / height]);
    this.hide();
  }

  // The buttons that make a meld of tiles of the hand. Four tiles may also be a concealed quad.
  meldButtons(numbers, place) {
    const tiles = numbers.map((number) => this.host.tiles.get(number));
    tiles.sort((a, b) => a.face.localeCompare(b.face));
    const names = tiles.map((tile) => tile.name).join(", ");
    const button = (key, ...kind) => {
      const text = this.host.text(key);
      const content = [text, ...tiles.map((tile) => picture(tile.face, "is-small"))];
      const lay = () => this.correctAndHide("lay", numbers, ...kind);
      return tool(content, `${key}${place}`, lay, { "aria-label": `${text}: ${names}` });
    };
    if (tiles.length === 4) return [button("lay"), button("label_quad", "quad")];
    return [button("lay")];
  }

  // The groups that a tile may move to.
  targets(tile) {
    const { groups, set_aside: bonusFaces } = this.host.data;
    const isTarget = (group) => {
      if (group.id === tile.group.id || group.kind === "aside") return false;
      return group.kind !== "bonus" || bonusFaces.includes(tile.face);
    };
    const target = (label, where, tiles) => {
      const content = [label, ...tiles.map((other) => picture(other.face, "is-small"))];
      return tool(content, `to${where}`, () => this.correctAndHide("move", tile.id, where));
    };
    const ofGroup = (group) => target(group.label, group.id, group.tiles);
    return h(
      "section",
      { "aria-label": this.host.text("move") },
      h("h3", {}, this.host.text("move_where")),
      h(
        "div",
        { class: "hu-tools" },
        ...groups.filter(isTarget).map(ofGroup),
        target(this.host.text("new_set"), "exposed", []),
      ),
    );
  }

  ofSet(group) {
    const { why } = this.host;
    const kinds = ["exposed", "standing"];
    if (group.tiles.length === 4) kinds.splice(1, 0, "quad");
    const choice = (kind) => {
      const isChosen = group.kind === kind;
      const style = isChosen ? "hu-choice is-chosen" : "hu-choice";
      const turn = () => this.correctAndHide("turn", group.id, kind);
      const look = { class: style, "aria-pressed": String(isChosen) };
      return tool(this.host.text(`kind_${kind}`), `set-${kind}`, turn, look);
    };
    const hasReasons = group.tiles.some((tile) => why.of(tile));
    return {
      title: group.label,
      parts: [
        h("p", { class: "hu-hint" }, this.host.text("set_hint")),
        h("div", { class: "hu-choices" }, ...kinds.map(choice)),
        hasReasons && why.button(`set${group.id}`, { set: group.id, why: true }),
      ],
    };
  }

  // Adds tiles. The sheet stays open until the hand is complete. After a tile that was missed in
  // the photo it closes.
  ofNew() {
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
