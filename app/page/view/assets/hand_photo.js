// The photo with its outlines: the part that holds the hand, in as many rows as it takes to show tiles large enough.

// A finger covers this many pixels of the screen; the nearest tile within it is meant.
const FINGER = 30;
// A tile narrower than this many pixels of the screen is hard to recognise.
const LEGIBLE = 30;
// No photo is higher than this share of the screen, see .hu-photo.
const HIGHEST = 0.62;

class PhotoView {
  constructor(host) {
    this.host = host;
    this.frame = h("div", { class: "hu-photo-frame" });
    this.whole = false;
    this.cropping = null;
    // Where a finger that draws the part to read came down; null while none does.
    this.start = null;
    // True or false once the player has opened or folded it; until then it folds when nothing is left to correct.
    this.open = null;
    // The width for which the photo was last drawn: a new picture makes the frame higher or lower, and nothing follows.
    this.width = 0;
    // A new picture would lose the finger that draws on this one.
    window.addEventListener("hu-picture", () => this.host.root.isConnected && this.host.data && this.host.render());
    const fit = () => {
      if (this.frame.clientWidth === this.width) return;
      const before = this.frame.classList.contains("is-folded");
      this.show();
      if (before !== this.folded) this.host.rack();
    };
    new ResizeObserver(() => lifted(this.frame, fit)).observe(this.frame);
  }

  get data() {
    return this.host.data?.photo;
  }

  get source() {
    return this.data && pictureOf(this.data.key);
  }

  // Pixels of the screen from side to side; before the frame is laid out those of a phone.
  get room() {
    return this.frame.clientWidth || 360;
  }

  get folded() {
    return Boolean(this.source) && this.compact;
  }

  // Everything up to the answers on one screen of a phone.
  get compact() {
    const phone = matchMedia("(max-width: 640px), (max-height: 480px)").matches;
    return phone && !this.cropping && !(this.open ?? !this.host.data?.settled);
  }

  // The photo as a strip above the tiles; a tap opens it again.
  strip() {
    const regions = this.regions();
    const [left, top] = regions[0];
    const [x, , wide, high] = regions.at(-1);
    const view = [left, top, x + wide - left, high].join(" ");
    const unfold = () => this.setOpen(true);
    const { width, height } = this.data;
    const picture = s(
      "svg",
      { class: "hu-strip-photo", viewBox: view, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
      s("image", { href: this.source, width, height }),
    );
    const look = { class: "hu-strip", "aria-expanded": "false" };
    return tool([picture, h("span", {}, `${this.host.text("unfold")} ▾`)], "unfold", unfold, look);
  }

  show() {
    this.width = this.frame.clientWidth;
    document.documentElement.classList.toggle("hu-is-folded", this.compact);
    this.host.body.classList.toggle("is-compact", this.compact);
    this.frame.classList.toggle("is-folded", this.folded);
    if (!this.source) return this.frame.replaceChildren();
    if (this.folded) return this.frame.replaceChildren(this.strip(), ...this.host.steps(true));
    const regions = this.regions();
    const longest = Math.max(...regions.map((region) => region[2]));
    const tallest = Math.max(...regions.map((region) => region[3]));
    const pixel = Math.max(longest / this.room, tallest / (HIGHEST * window.innerHeight));
    this.frame.replaceChildren(...regions.map((region) => this.picture(region, pixel, longest)), this.tools());
  }

  regions() {
    const { width, height } = this.data;
    const tiles = [...this.host.tiles.values()].filter((tile) => tile.box && tile.group.kind !== "aside");
    if (this.whole || this.cropping || !tiles.length) return [[0, 0, width, height]];
    const boxes = tiles.map((tile) => tile.box);
    const margin = span(boxes[0][0], boxes[0][3]) * 0.6;
    const [left, right] = ends(boxes, 0);
    const [top, bottom] = ends(boxes, 1);
    const x = Math.max(0, left - margin);
    const y = Math.max(0, top - margin);
    const region = [x, y, Math.min(width, right + margin) - x, Math.min(height, bottom + margin) - y];
    return this.rows(region, boxes);
  }

  // A long row of tiles is shown as two or three shorter ones, cut where no tile is cut.
  rows([x, y, wide, high], boxes) {
    const spans = boxes.map((box) => ends([box], 0));
    const width = spans.map(([low, up]) => up - low).sort((a, b) => a - b)[spans.length >> 1];
    const count = Math.min(3, Math.ceil((LEGIBLE * wide) / (this.room * width)), Math.floor(wide / high / 1.5) || 1);
    // Outlines of neighbours overlap a little: what counts is how deep the cut goes into a tile.
    const depth = (at) => Math.max(0, ...spans.map(([low, up]) => Math.min(at - low, up - at)));
    const cuts = Array.from({ length: count + 1 }, (_, row) => {
      const wanted = x + (wide * row) / count;
      if (row === 0 || row === count) return wanted;
      const near = Array.from({ length: 81 }, (_, step) => wanted + ((step - 40) / 40) * width);
      return near.sort((a, b) => depth(a) - depth(b) || Math.abs(a - wanted) - Math.abs(b - wanted))[0];
    });
    return cuts.slice(1).map((cut, row) => [cuts[row], y, cut - cuts[row], high]);
  }

  picture(region, pixel, longest) {
    const { width, height } = this.data;
    const [left, , wide] = region;
    // What a high photo shows at its sides.
    const aside = ((this.room * wide * pixel) / longest - wide) / 2;
    const within = (tile) => tile.box && left <= middle(tile.box)[0] && middle(tile.box)[0] <= left + wide;
    const tiles = [...this.host.tiles.values()].filter(within);
    const picture = s(
      "svg",
      {
        class: `hu-photo${this.cropping ? " is-cropping" : ""}`, viewBox: region.join(" "), role: "group", "aria-label": this.host.text("photo"),
        style: `width: ${(100 * wide) / longest}%`,
        onclick: (event) => this.tap(event),
      },
      s("image", { href: this.source, width, height }),
      ...tiles.map((tile) => this.outline(tile, pixel, [left - aside, region[1], wide + 2 * aside, region[3]])),
      this.cropping?.box && s("rect", { class: "hu-crop", ...this.cropping.box, "stroke-width": 3 * pixel }),
    );
    if (this.cropping) this.dragging(picture);
    return picture;
  }

  outline(tile, pixel, region) {
    const selected = this.host.sheet.open?.tile === tile.id;
    const marks = [tile.group.kind, tile.doubt && "doubt", tile.bad && "bad", selected && "selected"].filter(Boolean);
    return s(
      "g",
      { class: `hu-outline ${marks.map((mark) => `is-${mark}`).join(" ")}`, "data-tile": tile.id },
      s("polygon", { points: tile.box.join(" "), "stroke-width": (selected ? 4 : 2.5) * pixel }),
      tile.group.kind !== "aside" && this.readAs(tile, pixel, region),
    );
  }

  // What was read stands beside the tile, turned as it is: above its face, or where no other tile of the hand lies.
  readAs(tile, pixel, [left, ceiling, wide, high]) {
    const [width, height] = [20 * pixel, (20 / 0.75) * pixel];
    const [a, b, , d] = tile.box;
    const [x, y] = middle(tile.box);
    const reach = Math.max(width, height) / 2;
    const inside = (at, from, room) => Math.min(Math.max(at, from + reach), from + room - reach);
    const boxes = [...this.host.tiles.values()].filter((other) => other !== tile && other.box).map((other) => other.box);
    // The middle of the picture on each side, in the order in which they are wanted: above, below, right, left. At the
    // photo's edge it lies a little on its own tile.
    const places = [[a, d, height], [d, a, height], [b, a, width], [a, b, width]].map(([to, from, size]) => {
      const away = 0.5 + (size / 2 + 2 * pixel) / span(to, from);
      const wanted = [x + (to[0] - from[0]) * away, y + (to[1] - from[1]) * away];
      const at = [inside(wanted[0], left, wide), inside(wanted[1], ceiling, high)];
      const end = [0, 1].map((axis) => at[axis] + ((to[axis] - from[axis]) * size) / 2 / span(to, from));
      return { at, free: span(at, wanted) < reach && !boxes.some((box) => covers(box, at) || covers(box, end)) };
    });
    const [u, v] = (places.find(({ free }) => free) || places[0]).at;
    const place = { x: u - width / 2, y: v - height / 2, width, height, "aria-hidden": "true" };
    const mark = { x: u + width / 2 + 5 * pixel, y: v + 6 * pixel, "font-size": 16 * pixel, "stroke-width": 3 * pixel, "aria-hidden": true };
    return s("g", { transform: `rotate(${turnOf(tile.box)} ${u} ${v})` }, drawing(tile.face, place), tile.doubt && s("text", mark, "?"));
  }

  tools() {
    const named = (name, action, more) => tool(this.host.text(name), name, action, more);
    if (this.cropping) {
      const main = { class: "hu-tool is-main" };
      return h(
        "div",
        { class: "hu-tools" },
        h("span", { class: "hu-hint" }, this.host.text("crop_hint")),
        this.cropping.box && tool(this.host.text("crop_read"), "crop_read", () => this.crop(), main),
        named("cancel", () => this.setCropping(null)),
      );
    }
    const whole = () => {
      this.whole = !this.whole;
      this.show();
    };
    return h(
      "div",
      { class: "hu-tools" },
      named("turn", () => this.host.say("photo-turn")),
      named("crop", () => this.setCropping({})),
      named("whole", whole, { "aria-pressed": String(this.whole) }),
      named("again", () => window.huLog.emit("retake")),
      this.host.data.settled && named("fold", () => this.setOpen(false), { class: "hu-tool hu-fold" }),
    );
  }

  setOpen(open) {
    this.open = open;
    this.host.render();
  }

  at(event, picture) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  tap(event) {
    if (this.cropping) return;
    const picture = event.currentTarget;
    const at = this.at(event, picture);
    const finger = FINGER / picture.getScreenCTM().a;
    const away = (tile) => Math.max(0, span(at, middle(tile.box)) - span(tile.box[0], tile.box[1]) / 2);
    const [nearest] = [...this.host.tiles.values()]
      .filter((tile) => tile.box && away(tile) < finger)
      .sort((a, b) => away(a) - away(b));
    // Another player's open hand, whose tiles lie aside of this one.
    const other = this.host.data.table.find(({ boxes }) => boxes.some((box) => box && away({ box }) === 0));
    if (other && (!nearest || nearest.group.kind === "aside")) return window.huLog.emit("photo-hand", other.side);
    this.host.sheet.show(nearest ? { tile: nearest.id } : { add: null, point: at });
  }

  setCropping(value) {
    this.cropping = value;
    this.show();
  }

  dragging(picture) {
    picture.addEventListener("pointerdown", (event) => {
      this.start = this.at(event, picture);
      picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener("pointermove", (event) => {
      if (!this.start) return;
      const at = this.at(event, picture);
      const [x, y] = [0, 1].map((axis) => Math.min(at[axis], this.start[axis]));
      this.cropping.box = { x, y, width: Math.abs(at[0] - this.start[0]), height: Math.abs(at[1] - this.start[1]) };
      picture.querySelector(".hu-crop")?.remove();
      picture.append(s("rect", { class: "hu-crop", ...this.cropping.box, "stroke-width": 3 / picture.getScreenCTM().a }));
    });
    const end = () => {
      this.start = null;
      const box = this.cropping?.box;
      if (box && Math.min(box.width, box.height) < 20) this.cropping.box = null;
      this.show();
    };
    picture.addEventListener("pointerup", end);
    picture.addEventListener("pointercancel", end);
  }

  crop() {
    const { x, y, width, height } = this.cropping.box;
    const photo = this.data;
    this.cropping = null;
    const part = [x / photo.width, y / photo.height, (x + width) / photo.width, (y + height) / photo.height];
    this.host.say("photo-crop", part);
  }

  // One tile as the photo shows it, upright and large, to compare with the pictures.
  closeUp(tile) {
    if (!tile.box || !this.source) return null;
    const [width, height] = [span(tile.box[0], tile.box[1]), span(tile.box[0], tile.box[3])];
    const [x, y] = middle(tile.box);
    const view = [x - width * 0.58, y - height * 0.58, width * 1.16, height * 1.16];
    const place = { width: this.data.width, height: this.data.height, transform: `rotate(${-turnOf(tile.box)} ${x} ${y})` };
    return s(
      "svg",
      { class: "hu-close-up", viewBox: view.join(" "), "aria-hidden": "true" },
      s("image", { href: this.source, ...place }),
    );
  }
}
