// The hand on the page: the photo with its outlines, the tiles below it, and the keyboard of faces.
// Everything that changes the hand is an event for the server, numbered and sent until the server has acknowledged it,
// so that fast fingers on a slow network lose nothing. What is selected or open stays in the browser.

const NS = "http://www.w3.org/2000/svg";
const instances = new WeakMap();
const BLOCKS = [
  ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z", "back", null, "5z", "6z", "7z"],
];
const BONUS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];
// A finger covers this many pixels; the nearest tile within it is meant.
const FINGER = 30;

function make(namespace, tag, attributes, children) {
  const element = namespace ? document.createElementNS(namespace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);
const s = (tag, attributes, ...children) => make(NS, tag, attributes, children);

const middle = (box) => [0, 1].map((axis) => box.reduce((sum, corner) => sum + corner[axis], 0) / 4);
const span = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

class HandView {
  constructor(root) {
    this.root = root;
    this.frame = h("div", { class: "hu-photo-frame" });
    this.body = h("div", { class: "hu-rack-frame" });
    this.dialog = h("dialog", { class: "hu-sheet", onclose: () => this.closed(), onclick: (event) => this.outside(event) });
    root.replaceChildren(this.frame, this.body, this.dialog);
    this.pending = [];
    this.count = 0;
    this.open = null;
    this.whole = false;
    this.cropping = null;
    this.photos = new Map();
    new ResizeObserver(() => this.photo()).observe(this.frame);
  }

  update(data, send) {
    this.data = data;
    this.send = send;
    this.count = Math.max(this.count, data.ack);
    this.pending = this.pending.filter((event) => event.n > data.ack);
    if (data.photo?.source) {
      this.photos.clear();
      this.photos.set(data.photo.key, data.photo.source);
    }
    this.tiles = new Map(data.groups.flatMap((group) => group.tiles.map((tile) => [tile.id, { ...tile, group }])));
    this.render();
  }

  emit(...op) {
    this.count += 1;
    this.pending.push({ n: this.count, op });
    this.send({ events: this.pending, photos: [...this.photos.keys()] });
  }

  text(key, values) {
    return Object.entries(values || {}).reduce((text, [name, value]) => text.replace(`{${name}}`, value), this.data.texts[key]);
  }

  // ------------------------------------------------------------------ the page itself

  render() {
    const held = document.activeElement?.dataset?.focus;
    this.photo();
    this.rack();
    this.sheet();
    if (held && this.root.contains(document.activeElement) === false) {
      this.root.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    }
  }

  region() {
    const photo = this.data.photo;
    const all = [0, 0, photo.width, photo.height];
    const boxes = [...this.tiles.values()].filter((tile) => tile.box && tile.group.kind !== "aside").map((tile) => tile.box);
    if (this.whole || this.cropping || !boxes.length) return all;
    const margin = span(boxes[0][0], boxes[0][3]) * 0.75;
    const [xs, ys] = [0, 1].map((axis) => boxes.flat().map((corner) => corner[axis]));
    const left = Math.max(0, Math.min(...xs) - margin);
    const top = Math.max(0, Math.min(...ys) - margin);
    const width = Math.min(photo.width, Math.max(...xs) + margin) - left;
    const height = Math.min(photo.height, Math.max(...ys) + margin) - top;
    return [left, top, width, height];
  }

  photo() {
    const photo = this.data?.photo;
    const source = photo && this.photos.get(photo.key);
    if (!source) return this.frame.replaceChildren();
    const region = this.region();
    const pixel = region[2] / (this.frame.clientWidth || 360);
    if (this.image?.key !== photo.key) {
      this.image = { key: photo.key, element: s("image", { href: source, width: photo.width, height: photo.height }) };
    }
    const shapes = [...this.tiles.values()].filter((tile) => tile.box).map((tile) => this.outline(tile, pixel));
    const picture = s(
      "svg",
      { class: "hu-photo", viewBox: region.join(" "), role: "group", "aria-label": this.text("photo"), onclick: (event) => this.tap(event) },
      this.image.element,
      ...shapes,
      this.cropping?.box && s("rect", { class: "hu-crop", ...this.cropping.box, "stroke-width": 3 * pixel }),
    );
    if (this.cropping) this.cropGestures(picture);
    this.frame.replaceChildren(picture, this.photoTools());
  }

  outline(tile, pixel) {
    const selected = this.open?.tile === tile.id;
    const marks = [tile.group.kind, tile.doubt && "doubt", tile.bad && "bad", selected && "selected"].filter(Boolean);
    const top = Math.min(...tile.box.map((corner) => corner[1]));
    const label = tile.face === "back" ? "▪" : tile.face;
    return s(
      "g",
      { class: `hu-outline ${marks.map((mark) => `is-${mark}`).join(" ")}`, "data-tile": tile.id },
      s("polygon", { points: tile.box.map((corner) => corner.join(",")).join(" "), "stroke-width": (selected ? 4 : 2.5) * pixel }),
      tile.group.kind !== "aside" &&
        s(
          "text",
          { x: middle(tile.box)[0], y: top - 4 * pixel, "font-size": 12 * pixel, "stroke-width": 3 * pixel, "aria-hidden": true },
          tile.doubt ? `${label}?` : label,
        ),
    );
  }

  photoTools() {
    const tool = (name, action, pressed) =>
      h("button", { type: "button", class: "hu-tool", "data-focus": name, "aria-pressed": pressed, onclick: action }, this.text(name));
    if (this.cropping) {
      const ready = this.cropping.box;
      return h(
        "div",
        { class: "hu-tools" },
        h("span", { class: "hu-hint" }, this.text("crop_hint")),
        ready && h("button", { type: "button", class: "hu-tool is-main", onclick: () => this.crop() }, this.text("crop_read")),
        tool("cancel", () => this.setCropping(null)),
      );
    }
    return h(
      "div",
      { class: "hu-tools" },
      tool("turn", () => this.emit("read", { turn: 1 })),
      tool("crop", () => this.setCropping({})),
      tool("whole", () => { this.whole = !this.whole; this.photo(); }, String(this.whole)),
      tool("again", () => this.emit("retake")),
    );
  }

  // ------------------------------------------------------------------ touching the photo

  point(event, picture) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  tap(event) {
    if (this.cropping) return;
    const picture = event.currentTarget;
    const at = this.point(event, picture);
    const finger = FINGER / picture.getScreenCTM().a;
    const near = [...this.tiles.values()]
      .filter((tile) => tile.box)
      .map((tile) => ({ tile, away: Math.max(0, span(at, middle(tile.box)) - span(tile.box[0], tile.box[1]) / 2) }))
      .filter((one) => one.away < finger)
      .sort((a, b) => a.away - b.away)[0];
    if (near) this.show({ tile: near.tile.id });
    else this.show({ add: null, point: at });
  }

  setCropping(value) {
    this.cropping = value;
    this.photo();
  }

  cropGestures(picture) {
    let start = null;
    picture.addEventListener("pointerdown", (event) => {
      start = this.point(event, picture);
      picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener("pointermove", (event) => {
      if (!start) return;
      const at = this.point(event, picture);
      this.cropping.box = {
        x: Math.min(at[0], start[0]), y: Math.min(at[1], start[1]),
        width: Math.abs(at[0] - start[0]), height: Math.abs(at[1] - start[1]),
      };
      let mark = picture.querySelector(".hu-crop");
      if (!mark) picture.append((mark = s("rect", { class: "hu-crop", "stroke-width": 3 / picture.getScreenCTM().a })));
      for (const [name, value] of Object.entries(this.cropping.box)) mark.setAttribute(name, value);
    });
    picture.addEventListener("pointerup", () => {
      start = null;
      if (this.cropping?.box && Math.min(this.cropping.box.width, this.cropping.box.height) < 20) this.cropping.box = null;
      this.photo();
    });
  }

  crop() {
    const { x, y, width, height } = this.cropping.box;
    const photo = this.data.photo;
    this.cropping = null;
    this.emit("read", { crop: [x / photo.width, y / photo.height, (x + width) / photo.width, (y + height) / photo.height] });
  }

  // ------------------------------------------------------------------ the tiles below

  picture(face) {
    return h("span", { class: `hu-tile hu-t-${face}`, "aria-hidden": "true" });
  }

  rack() {
    const { undo, redo } = this.data;
    const button = (name, sign, enabled, action) =>
      h(
        "button",
        { type: "button", class: "hu-tool", "data-focus": name, "aria-label": this.text(name), title: this.text(name), disabled: !enabled, onclick: action },
        sign,
      );
    this.body.replaceChildren(
      h("div", { class: "hu-rack" }, ...this.data.groups.filter((group) => group.kind !== "aside").map((group) => this.set(group))),
      h(
        "div",
        { class: "hu-tools" },
        h(
          "button",
          { type: "button", class: "hu-tool is-main", "data-focus": "add", onclick: () => this.show({ add: null }) },
          `+ ${this.text("add")}`,
        ),
        button("undo", "↶", undo, () => this.emit("undo")),
        button("redo", "↷", redo, () => this.emit("redo")),
      ),
    );
  }

  set(group) {
    const shown = group.kind !== "standing";
    return h(
      "div",
      { class: `hu-set is-${group.kind}${group.bad ? " is-bad" : ""}`, role: "group", "aria-label": group.label },
      h("div", { class: "hu-set-tiles" }, ...group.tiles.map((tile) => this.tile(tile))),
      shown &&
        h(
          "button",
          { type: "button", class: "hu-set-kind", "data-focus": `kind${group.id}`, onclick: () => this.show({ set: group.id }) },
          group.label,
        ),
      group.bad && h("p", { class: "hu-problem" }, group.bad),
    );
  }

  tile(tile) {
    const won = this.data.winning === tile.id;
    const marks = [tile.doubt && "doubt", tile.bad && "bad", won && "winning"].filter(Boolean);
    const notes = [tile.name, tile.doubt && this.text("doubt"), won && this.text("winning"), tile.bad && this.text("wrong")];
    return h(
      "button",
      {
        type: "button",
        class: `hu-key ${marks.map((mark) => `is-${mark}`).join(" ")}`,
        "data-tile": tile.id,
        "data-focus": `tile${tile.id}`,
        "aria-label": notes.filter(Boolean).join(", "),
        onclick: () => this.show({ tile: tile.id }),
      },
      this.picture(tile.face),
      tile.doubt && h("span", { class: "hu-flag", "aria-hidden": "true" }, "?"),
      won && h("span", { class: "hu-flag is-winning", "aria-hidden": "true" }, "★"),
    );
  }

  // ------------------------------------------------------------------ the sheet with the keyboard

  show(what) {
    this.open = what;
    this.moving = false;
    this.render();
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  hide() {
    if (this.dialog.open) this.dialog.close();
    else this.closed();
  }

  closed() {
    this.open = null;
    this.photo();
  }

  outside(event) {
    if (event.target === this.dialog) this.hide();
  }

  act(...op) {
    this.emit(...op);
    this.hide();
  }

  sheet() {
    if (!this.open) return;
    const tile = this.tiles.get(this.open.tile);
    const group = this.data.groups.find((one) => one.id === this.open.set);
    if (this.open.tile && !tile) return this.hide();
    if (this.open.set && !group) return this.hide();
    const content = tile ? this.tileSheet(tile) : group ? this.setSheet(group) : this.addSheet();
    this.dialog.setAttribute("aria-label", content.title);
    this.dialog.replaceChildren(
      h(
        "header",
        { class: "hu-sheet-head" },
        tile && this.closeUp(tile),
        h("h2", {}, content.title),
        h("button", { type: "button", class: "hu-tool", "data-focus": "close", onclick: () => this.hide() }, this.text(content.close || "close")),
      ),
      ...content.parts.filter(Boolean),
    );
  }

  tileSheet(tile) {
    const choose = (face) => this.act("face", tile.id, face);
    const likely = [...(tile.doubt ? [tile.face] : []), ...tile.alternatives].slice(0, 4);
    return {
      title: tile.name,
      parts: [
        likely.length > 0 &&
          h(
            "section",
            { class: "hu-likely", "aria-label": this.text("likely") },
            h("div", { class: "hu-row" }, ...likely.map((face) => this.key(face, () => choose(face), "is-large"))),
          ),
        this.moving ? this.targets(tile) : this.actions(tile),
        this.keyboard(choose, () => this.act("remove", tile.id)),
      ],
    };
  }

  actions(tile) {
    const action = (name, run, ...content) =>
      h("button", { type: "button", class: "hu-tool", "data-focus": name, onclick: run }, ...(content.length ? content : [this.text(name)]));
    const won = this.data.winning === tile.id;
    const aside = tile.group.kind === "aside";
    const small = (numbers) => numbers.map((number) => h("span", { class: `hu-tile is-small hu-t-${this.tiles.get(number).face}` }));
    return h(
      "div",
      { class: "hu-tools" },
      aside && action("take", () => this.act("move", tile.id, "standing")),
      !aside && this.data.winnable && action(won ? "not_winning" : "is_winning", () => this.act("win", won ? null : tile.id)),
      ...tile.sets.map((numbers, place) =>
        h(
          "button",
          {
            type: "button",
            class: "hu-tool",
            "data-focus": `lay${place}`,
            "aria-label": `${this.text("lay")}: ${numbers.map((number) => this.tiles.get(number).name).join(", ")}`,
            onclick: () => this.act("lay", numbers),
          },
          this.text("lay"),
          ...small(numbers),
        ),
      ),
      !aside && action("move", () => { this.moving = true; this.sheet(); }),
    );
  }

  targets(tile) {
    const groups = this.data.groups.filter((group) => group.id !== tile.group.id && group.kind !== "aside");
    const target = (label, where, tiles) =>
      h(
        "button",
        { type: "button", class: "hu-tool", "data-focus": `to${where}`, onclick: () => this.act("move", tile.id, where) },
        label,
        ...tiles.map((one) => h("span", { class: `hu-tile is-small hu-t-${one.face}` })),
      );
    return h(
      "section",
      { "aria-label": this.text("move") },
      h("h3", {}, this.text("move_where")),
      h(
        "div",
        { class: "hu-tools" },
        ...groups.map((group) => target(group.label, group.id, group.tiles)),
        target(this.text("new_set"), "exposed", []),
      ),
    );
  }

  setSheet(group) {
    const kinds = ["exposed", ...(group.tiles.length === 4 ? ["quad"] : []), "standing"];
    return {
      title: group.label,
      parts: [
        h("p", { class: "hu-hint" }, this.text("set_hint")),
        h(
          "div",
          { class: "hu-choices" },
          ...kinds.map((kind) =>
            h(
              "button",
              {
                type: "button",
                class: `hu-choice${group.kind === kind ? " is-chosen" : ""}`,
                "data-focus": `set-${kind}`,
                "aria-pressed": String(group.kind === kind),
                onclick: () => this.act("turn", group.id, kind),
              },
              this.text(`kind_${kind}`),
            ),
          ),
        ),
      ],
    };
  }

  addSheet() {
    const add = (face) => {
      this.emit("add", face, this.open.add, this.open.point || null);
      if (this.open.point) this.hide();
    };
    const count = this.data.count;
    return { title: this.text("add_title", { count }), close: "done", parts: [this.keyboard(add, null)] };
  }

  keyboard(choose, remove) {
    const none = () =>
      remove
        ? h("button", { type: "button", class: "hu-key is-word", "data-focus": "none", onclick: remove }, this.text("no_tile"))
        : h("span", {});
    const block = (faces) => h("div", { class: "hu-block" }, ...faces.map((face) => (face ? this.key(face, () => choose(face)) : none())));
    return h(
      "section",
      { class: "hu-keyboard", "aria-label": this.text("keyboard") },
      ...BLOCKS.map(block),
      h("div", { class: "hu-block is-wide" }, ...BONUS.map((face) => this.key(face, () => choose(face)))),
    );
  }

  key(face, action, extra) {
    const name = this.data.names[face];
    return h(
      "button",
      { type: "button", class: `hu-key ${extra || ""}`, "data-face": face, "data-focus": `key${extra || ""}${face}`, "aria-label": name, title: name, onclick: action },
      this.picture(face),
    );
  }

  // The tile as the photo shows it, upright and large, to compare with the pictures.
  closeUp(tile) {
    const source = tile.box && this.data.photo && this.photos.get(this.data.photo.key);
    if (!source) return this.picture(tile.face);
    const [width, height] = [span(tile.box[0], tile.box[1]), span(tile.box[0], tile.box[3])];
    const [x, y] = middle(tile.box);
    const turn = (Math.atan2(tile.box[1][1] - tile.box[0][1], tile.box[1][0] - tile.box[0][0]) * 180) / Math.PI;
    const { width: wide, height: high } = this.data.photo;
    return s(
      "svg",
      { class: "hu-close-up", viewBox: [x - width * 0.58, y - height * 0.58, width * 1.16, height * 1.16].join(" "), "aria-hidden": "true" },
      s("image", { href: source, width: wide, height: high, transform: `rotate(${-turn} ${x} ${y})` }),
    );
  }
}

export default function (component) {
  const root = component.parentElement.querySelector(".hu-hand");
  if (!instances.has(root)) instances.set(root, new HandView(root));
  instances.get(root).update(component.data, (value) => component.setStateValue("log", value));
}
