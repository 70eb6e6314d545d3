// The sheet that rises from below: what a tile may be, the keyboard of all faces, where it belongs, how a set lies.

const BLOCKS = [
  ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z", "back", null, "5z", "6z", "7z"],
];
const RED = ["0m", "0p", "0s"];
const BONUS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];

const faceKey = (face, name, onclick, style = "") => {
  const marks = { class: `hu-key ${style}`, "data-face": face, "data-focus": `key${style}${face}` };
  return h("button", { type: "button", ...marks, "aria-label": name, title: name, onclick }, picture(face));
};

// The keyboard of all faces that have a name here; ``none`` stands in its empty place.
function keyboard({ label, names, choose, none }, ...head) {
  const key = (face) => (face ? names[face] && faceKey(face, names[face], () => choose(face)) : none);
  const block = (faces, style = "") => h("div", { class: `hu-block ${style}` }, ...faces.map(key));
  const rest = [names[RED[0]] && block(RED), names[BONUS[0]] && block(BONUS, "is-wide")];
  return h("section", { class: "hu-keyboard", "aria-label": label }, ...head, ...BLOCKS.map((faces) => block(faces)), ...rest);
}

// The browser's own Back closes the sheet: it stands in the browser's history as a page of its own.
let marked = false;
let current = null;

function mark(sheet) {
  current = sheet;
  if (!marked && !history.state?.huSheet) history.pushState({ ...history.state, huSheet: true }, "");
  marked = true;
}

function back(event) {
  if (!marked) return;
  marked = false;
  event.stopImmediatePropagation();
  if (current?.dialog.open && current.dialog.isConnected) current.hide();
  // The sheet was closed by a tap: this step back leads nowhere, so take the next one.
  else history.back();
}

if (!globalThis.huBack) window.addEventListener("popstate", (globalThis.huBack = back), true);

class Sheet {
  constructor(host) {
    this.host = host;
    this.subject = null;
    const outside = (event) => event.target === this.dialog && this.hide();
    this.dialog = h("dialog", { class: "hu-sheet", onclose: () => this.closed(), onclick: outside });
  }

  show(what) {
    this.subject = what;
    this.moving = false;
    this.host.render();
    if (!this.dialog.open) this.dialog.showModal();
    mark(this);
    this.dialog.scrollTop = 0;
  }

  hide() {
    if (this.dialog.open) this.dialog.close();
    else this.closed();
  }

  closed() {
    // The browser tells of it a moment later, when the next tap may have opened the sheet again.
    if (this.dialog.open) return;
    this.subject = null;
    lifted(this.dialog, () => this.host.photo.render());
  }

  act(...op) {
    this.host.correct(...op);
    this.hide();
  }

  render() {
    if (!this.subject) return;
    const tile = this.host.tiles.get(this.subject.tile);
    const group = this.host.data.groups.find((one) => one.id === this.subject.set);
    if ((this.subject.tile && !tile) || (this.subject.set && !group)) return this.hide();
    const whole = this.host.data.settled && !this.host.mayGrow();
    if (this.subject.whole === false && whole) return this.hide();
    if ("add" in this.subject) this.subject.whole = whole;
    if ((this.subject.hand || this.subject.why) && !this.host.data.why) return this.hide();
    const content = this.content(tile, group);
    this.dialog.setAttribute("aria-label", content.title);
    this.dialog.replaceChildren(
      h(
        "header",
        { class: "hu-sheet-head" },
        tile && (this.host.photo.closeUp(tile) || picture(tile.face)),
        h("h2", {}, content.title),
        tool(this.host.text(content.close || "close"), "close", () => this.hide()),
      ),
      ...content.parts.filter(Boolean),
    );
  }

  content(tile, group) {
    const { why } = this.host;
    if (this.subject.hand) return why.ofHand();
    if (tile && this.subject.why && why.of(tile)) return why.ofTile(tile, () => this.show({ tile: tile.id }));
    if (tile) return this.ofTile(tile);
    if (group && this.subject.why) return why.ofSet(group);
    return group ? this.ofSet(group) : this.ofNew();
  }

  ofTile(tile) {
    const choose = (face) => this.act("face", tile.id, face);
    const likely = [...(tile.doubt ? [tile.face] : []), ...tile.alternatives].filter((face) => this.host.data.names[face]).slice(0, 4);
    const keys = likely.map((face) => faceKey(face, this.host.data.names[face], () => choose(face), "is-large"));
    return {
      title: tile.name,
      parts: [
        keys.length > 0 &&
          h("section", { class: "hu-likely", "aria-label": this.host.text("likely") }, h("div", { class: "hu-row" }, ...keys)),
        this.moving ? this.targets(tile) : this.actions(tile),
        this.keyboard(choose, tool(this.host.text("no_tile"), "none", () => this.act("remove", tile.id), { class: "hu-key is-word" })),
      ],
    };
  }

  actions(tile) {
    const named = (name, run) => tool(this.host.text(name), name, run);
    const won = this.host.data.winning === tile.id;
    const aside = tile.group.kind === "aside";
    const isBonus = tile.group.kind === "bonus";
    const canBeSetAside = !isBonus && this.host.data.set_aside.includes(tile.face);
    const move = () => {
      this.moving = true;
      this.render();
    };
    // Its row becomes the hand, or the set that it is of is taken in.
    const readRow = () => {
      const { width, height } = this.host.data.photo;
      const [x, y] = middle(tile.box);
      this.host.send("photo-row", [x / width, y / height]);
      this.hide();
    };
    return h(
      "div",
      { class: "hu-tools" },
      aside && tile.box && named("read_row", readRow),
      (aside || isBonus) && named("take", () => this.act("move", tile.id, "standing")),
      canBeSetAside && named("set_aside", () => this.act("move", tile.id, "bonus")),
      !aside && !isBonus && this.host.data.winnable && named(won ? "not_winning" : "is_winning", () => this.act("win", won ? null : tile.id)),
      ["exposed", "quad"].includes(tile.group.kind) && tool(`${tile.group.label} ▾`, "kind", () => this.show({ set: tile.group.id })),
      ...tile.sets.flatMap((numbers, place) => this.layDown(numbers, place)),
      !aside && named("move", move),
      this.host.why.of(tile) && this.host.why.button(`tile${tile.id}`, { tile: tile.id, why: true }),
    );
  }

  layDown(numbers, place) {
    const tiles = numbers.map((number) => this.host.tiles.get(number)).sort((a, b) => a.face.localeCompare(b.face));
    const way = (kind, ...more) => {
      const label = `${this.host.text(kind)}: ${tiles.map((tile) => tile.name).join(", ")}`;
      const content = [this.host.text(kind), ...tiles.map((tile) => picture(tile.face, "is-small"))];
      return tool(content, `${kind}${place}`, () => this.act("lay", numbers, ...more), { "aria-label": label });
    };
    return [way("lay"), ...(tiles.length === 4 ? [way("label_quad", "quad")] : [])];
  }

  targets(tile) {
    const takes = (group) => group.kind !== "aside" && (group.kind !== "bonus" || this.host.data.set_aside.includes(tile.face));
    const groups = this.host.data.groups.filter((group) => group.id !== tile.group.id && takes(group));
    const target = (label, where, tiles) => {
      const content = [label, ...tiles.map((one) => picture(one.face, "is-small"))];
      return tool(content, `to${where}`, () => this.act("move", tile.id, where));
    };
    return h(
      "section",
      { "aria-label": this.host.text("move") },
      h("h3", {}, this.host.text("move_where")),
      h(
        "div",
        { class: "hu-tools" },
        ...groups.map((group) => target(group.label, group.id, group.tiles)),
        target(this.host.text("new_set"), "exposed", []),
      ),
    );
  }

  ofSet(group) {
    const kinds = ["exposed", ...(group.tiles.length === 4 ? ["quad"] : []), "standing"];
    const choice = (kind) => {
      const chosen = group.kind === kind;
      const look = { class: `hu-choice${chosen ? " is-chosen" : ""}`, "aria-pressed": String(chosen) };
      return tool(this.host.text(`kind_${kind}`), `set-${kind}`, () => this.act("turn", group.id, kind), look);
    };
    const hint = h("p", { class: "hu-hint" }, this.host.text("set_hint"));
    const isSeen = group.tiles.some((tile) => this.host.why.of(tile));
    const why = isSeen && this.host.why.button(`set${group.id}`, { set: group.id, why: true });
    return { title: group.label, parts: [hint, h("div", { class: "hu-choices" }, ...kinds.map(choice)), why] };
  }

  // It stays open, to tap in tile after tile until the hand is whole; but a tile missed in the photo is one tile.
  ofNew() {
    const add = (face) => {
      this.host.correct("add", face, this.subject.add, this.subject.point || null);
      if (this.subject.point) this.hide();
    };
    const title = this.host.text("add_title", { count: this.host.data.count });
    return { title, close: "done", parts: [this.keyboard(add, h("span", {}))] };
  }

  keyboard(choose, none) {
    return keyboard({ label: this.host.text("keyboard"), names: this.host.data.names, choose, none });
  }
}
