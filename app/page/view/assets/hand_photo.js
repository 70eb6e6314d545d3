// The photo with its outlines. It shows the part of the photo that has the hand. If the tiles would
// be too small in one row, it shows that part in several rows, one below the other.
//
// Lengths are in pixels of the photo, unless another unit is given.

/**
 * A rectangle in the photo.
 * @typedef {{x: number, y: number, width: number, height: number}} Region
 */

// A tap selects the nearest tile within this many pixels of the screen, which a finger covers.
const FINGER = 30;
// A tile narrower than this many pixels of the screen is hard to recognise.
const LEGIBLE = 30;
// A photo has at most this share of the screen's height. page.css has it too, for `.hu-photo`.
const HIGHEST = 0.62;
// The width of the photo's frame that is assumed before the browser has laid it out: that of a
// phone, in pixels of the screen.
const USUAL_WIDTH = 360;
const PHONE = "(max-width: 640px), (max-height: 480px)";
// Free space around the hand, as a share of the height of a tile.
const MARGIN = 0.6;
const MOST_ROWS = 3;
// The least width of a row, as a multiple of its height.
const LEAST_ASPECT = 1.5;
// A cut between two rows is tried at this many places on each side of the wanted place.
const CUT_STEPS = 40;
// Width of the picture of a face beside its tile, in pixels of the screen.
const FACE_WIDTH = 20;
const FACE_ASPECT = 0.75;
// A crop with a side shorter than this counts as drawn by mistake.
const LEAST_CROP = 20;
// The sides of the close-up of a tile, as a multiple of the sides of the tile.
const CLOSE_UP = 1.16;

function viewBoxOf({ x, y, width, height }) {
  return [x, y, width, height].join(" ");
}

// The number of pixels of the screen for a pixel of the photo, in a picture of the photo.
function scaleOf(picture) {
  return picture.getScreenCTM().a;
}

// The part of the photo that is visible in the picture of a region. The picture can be wider than
// the region, and then shows more of the photo at both sides.
function widen(region, pictureWidth) {
  const extra = (pictureWidth - region.width) / 2;
  return { ...region, x: region.x - extra, width: pictureWidth };
}

function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

// How deep a vertical cut at `x` goes into a tile. The outlines of neighbours overlap a little, so
// every cut may go through a tile.
function depthOfCut(x, extents) {
  let deepest = 0;
  for (const [left, right] of extents) {
    const depth = Math.min(x - left, right - x);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * Finds the cut that goes least deep into a tile. Of equally good cuts it is the nearest.
 * @param {number} wanted - the wanted x of the cut. The cut is at most a tile's width away from it.
 * @param {number[][]} extents - the left and the right end of each tile.
 * @param {number} tileWidth
 * @returns {number} x of the cut.
 */
function bestCut(wanted, extents, tileWidth) {
  let best = { x: wanted, depth: Infinity, distance: Infinity };
  for (let step = -CUT_STEPS; step <= CUT_STEPS; step += 1) {
    const x = wanted + (step / CUT_STEPS) * tileWidth;
    const depth = depthOfCut(x, extents);
    const distance = Math.abs(x - wanted);
    const isNearer = depth === best.depth && distance < best.distance;
    if (depth < best.depth || isNearer) best = { x, depth, distance };
  }
  return best.x;
}

/**
 * Divides the hand's region into up to three rows, so that its tiles are wide enough to recognise.
 * @param {Region} region
 * @param {number[][][]} boxes - the tiles' corners.
 * @param {number} frameWidth - width of the photo's frame, in pixels of the screen.
 * @returns {Region[]} the rows, from the left to the right.
 */
function rowsOfRegion(region, boxes, frameWidth) {
  const extents = boxes.map((box) => ends([box], 0));
  const tileWidth = medianOf(extents.map(([left, right]) => right - left));
  const rowsToBeLegible = Math.ceil((LEGIBLE * region.width) / (frameWidth * tileWidth));
  const rowsThatAreWide = Math.floor(region.width / region.height / LEAST_ASPECT) || 1;
  const count = Math.min(MOST_ROWS, rowsToBeLegible, rowsThatAreWide);
  const cuts = [region.x];
  for (let row = 1; row < count; row += 1) {
    const wanted = region.x + (region.width * row) / count;
    cuts.push(bestCut(wanted, extents, tileWidth));
  }
  cuts.push(region.x + region.width);
  const rows = [];
  for (let row = 0; row < count; row += 1) {
    rows.push({ ...region, x: cuts[row], width: cuts[row + 1] - cuts[row] });
  }
  return rows;
}

/**
 * Finds the middle of a face's picture on one side of its tile.
 * @param {number[][]} box - the tile's corners.
 * @param {Object} side
 * @param {number[]} side.from - a corner of the tile.
 * @param {number[]} side.to - another corner. The direction from `from` to `to` leads from the tile
 *   to the picture.
 * @param {number} side.length - the length of the picture in that direction.
 * @param {Object} limits
 * @param {number} limits.reach - half of the picture's longer side.
 * @param {number} limits.gap - the distance of the picture from the tile.
 * @param {Region} limits.region - the visible part of the photo.
 * @param {number[][][]} limits.others - the boxes of the other tiles.
 * @returns {{at: number[], isFree: boolean}} the middle, and whether the picture is in view and
 *   hides no tile.
 */
function placeBeside(box, { from, to, length }, { reach, gap, region, others }) {
  const tileLength = span(to, from);
  // A step of one pixel in the direction.
  const stepX = (to[0] - from[0]) / tileLength;
  const stepY = (to[1] - from[1]) / tileLength;
  const [x, y] = middle(box);
  const distance = tileLength / 2 + gap + length / 2;
  const wanted = [x + stepX * distance, y + stepY * distance];
  const clamp = (value, start, size) =>
    Math.min(Math.max(value, start + reach), start + size - reach);
  // The wanted middle, moved as far as is needed for the whole picture to be in view.
  const at = [
    clamp(wanted[0], region.x, region.width),
    clamp(wanted[1], region.y, region.height),
  ];
  // The middle of the picture's edge that is farthest from the tile.
  const end = [at[0] + (stepX * length) / 2, at[1] + (stepY * length) / 2];
  // A picture that was moved farther is no longer beside its tile.
  const isInView = span(at, wanted) < reach;
  const hidesTile = others.some((other) => covers(other, at) || covers(other, end));
  return { at, isFree: isInView && !hidesTile };
}

/** The view of a hand's photo. Its host is the `HandView` of the hand. */
class PhotoView {
  constructor(host) {
    this.host = host;
    this.frame = h("div", { class: "hu-photo-frame" });
    // Whether the whole photo is shown, and not only the hand.
    this.isWhole = false;
    // While the player crops the photo: an object with the part to read, a `Region`, as its `box`.
    // The box is null until that part is drawn. Null while the player does not crop the photo.
    this.cropping = null;
    // The point of the photo where a finger began to draw the part to read. Null if no finger
    // draws.
    this.start = null;
    // Whether the photo is open or folded by the player's choice. Null before a choice: the photo
    // is then folded as soon as nothing is left to correct.
    this.isOpen = null;
    // The width of the frame for which the photo was last drawn. Drawing the photo changes only the
    // height of the frame, and so does not draw it again.
    this.width = 0;
    window.addEventListener("hu-picture", () => {
      if (this.host.root.isConnected && this.host.data) this.host.render();
    });
    // While a finger draws the part to read, the picture must not be replaced.
    const observer = new ResizeObserver(() => whenLifted(this.frame, () => this.fit()));
    observer.observe(this.frame);
  }

  // Draws the photo again for a new width.
  fit() {
    if (this.frame.clientWidth === this.width) return;
    const wasFolded = this.frame.classList.contains("is-folded");
    this.render();
    // The buttons for steps are beside a folded photo. Otherwise they are below the rack.
    if (wasFolded !== this.isFolded) this.host.renderRack();
  }

  // The data of `EditorPhoto` in editor.py. Null for a hand without a photo.
  get data() {
    return this.host.data?.photo;
  }

  // The address of the photo's picture. Empty until the picture has come.
  get source() {
    return this.data && pictureOf(this.data.key);
  }

  // Width of the frame, in pixels of the screen.
  get frameWidth() {
    return this.frame.clientWidth || USUAL_WIDTH;
  }

  // Whether the photo is folded: a narrow strip is shown in its place.
  get isFolded() {
    return Boolean(this.source) && this.isCompact;
  }

  // Whether the hand is shown in a compact way, so that everything down to the answers fits on a
  // phone's screen.
  get isCompact() {
    if (!matchMedia(PHONE).matches || this.cropping) return false;
    const isOpen = this.isOpen ?? !this.host.data?.settled;
    return !isOpen;
  }

  // Draws the rows of the photo and its tools, or a strip in place of a folded photo. Nothing is
  // drawn until the photo's picture has come.
  render() {
    this.width = this.frame.clientWidth;
    document.documentElement.classList.toggle("hu-is-compact", this.isCompact);
    this.host.body.classList.toggle("is-compact", this.isCompact);
    this.frame.classList.toggle("is-folded", this.isFolded);
    if (!this.source) {
      this.frame.replaceChildren();
      return;
    }
    if (this.isFolded) {
      this.frame.replaceChildren(this.strip(), ...this.host.stepButtons({ isShort: true }));
      return;
    }
    const regions = this.regions();
    const longestWidth = Math.max(...regions.map((region) => region.width));
    const tallestHeight = Math.max(...regions.map((region) => region.height));
    const mostHeight = HIGHEST * window.innerHeight;
    // The length of a pixel of the screen in pixels of the photo. It is the same for all rows.
    const pixel = Math.max(longestWidth / this.frameWidth, tallestHeight / mostHeight);
    const rows = regions.map((region) => this.row(region, pixel, longestWidth));
    this.frame.replaceChildren(...rows, this.tools());
  }

  // The strip that is shown in place of the folded photo. A tap opens the photo again.
  strip() {
    const regions = this.regions();
    const first = regions[0];
    const last = regions.at(-1);
    const allRows = { ...first, width: last.x + last.width - first.x };
    const { width, height } = this.data;
    const photo = s(
      "svg",
      {
        class: "hu-strip-photo",
        viewBox: viewBoxOf(allRows),
        preserveAspectRatio: "xMidYMid slice",
        "aria-hidden": "true",
      },
      s("image", { href: this.source, width, height }),
    );
    const label = h("span", {}, `${this.host.text("unfold")} ▾`);
    const attributes = { class: "hu-strip", "aria-expanded": "false" };
    return tool([photo, label], "unfold", () => this.setOpen(true), attributes);
  }

  /**
   * The parts of the photo to show, from the left to the right.
   * @returns {Region[]}
   */
  regions() {
    const { width, height } = this.data;
    const isOfHand = (tile) => tile.box && tile.group.kind !== "aside";
    const boxes = this.allTiles().filter(isOfHand).map((tile) => tile.box);
    const showsWhole = this.isWhole || this.cropping || !boxes.length;
    if (showsWhole) return [{ x: 0, y: 0, width, height }];
    const [topLeft, , , bottomLeft] = boxes[0];
    const margin = MARGIN * span(topLeft, bottomLeft);
    const [left, right] = ends(boxes, 0);
    const [top, bottom] = ends(boxes, 1);
    const x = Math.max(0, left - margin);
    const y = Math.max(0, top - margin);
    const region = {
      x,
      y,
      width: Math.min(width, right + margin) - x,
      height: Math.min(height, bottom + margin) - y,
    };
    return rowsOfRegion(region, boxes, this.frameWidth);
  }

  allTiles() {
    return [...this.host.tiles.values()];
  }

  /**
   * A row of the photo with the outlines of its tiles, as an SVG element.
   * @param {Region} region - the part of the photo that the row shows.
   * @param {number} pixel - the length of a pixel of the screen, in pixels of the photo.
   * @param {number} longestWidth - the width of the longest row, which fills the frame.
   */
  row(region, pixel, longestWidth) {
    const { width, height } = this.data;
    const shareOfFrame = region.width / longestWidth;
    const pictureWidth = this.frameWidth * shareOfFrame * pixel;
    const view = widen(region, pictureWidth);
    const outlines = this.tilesIn(region).map((tile) => this.outline(tile, pixel, view));
    const crop = this.cropping?.box;
    const row = s(
      "svg",
      {
        class: this.cropping ? "hu-photo is-cropping" : "hu-photo",
        viewBox: viewBoxOf(region),
        role: "group",
        "aria-label": this.host.text("photo"),
        style: `width: ${100 * shareOfFrame}%`,
        onclick: (event) => this.tap(event),
      },
      // The whole photo. The view box cuts the region out of it.
      s("image", { href: this.source, width, height }),
      ...outlines,
      crop && this.cropOutline(crop, pixel),
    );
    if (this.cropping) this.letDraw(row);
    return row;
  }

  // The tiles whose middle is in a row of the photo.
  tilesIn(region) {
    const isInRow = (tile) => {
      if (!tile.box) return false;
      const [x] = middle(tile.box);
      return region.x <= x && x <= region.x + region.width;
    };
    return this.allTiles().filter(isInRow);
  }

  // The outline of the part to read, while the player crops the photo.
  cropOutline(box, pixel) {
    return s("rect", { class: "hu-crop", ...box, "stroke-width": 3 * pixel });
  }

  /**
   * The outline of a tile, with its face beside it.
   * @param {Tile} tile
   * @param {number} pixel - the length of a pixel of the screen, in pixels of the photo.
   * @param {Region} view - the visible part of the photo.
   */
  outline(tile, pixel, view) {
    const isSelected = this.host.sheet.subject?.tile === tile.id;
    const marks = ["hu-outline", `is-${tile.group.kind}`];
    if (tile.doubt) marks.push("is-doubt");
    if (tile.bad) marks.push("is-bad");
    if (isSelected) marks.push("is-selected");
    const stroke = isSelected ? 4 : 2.5;
    return s(
      "g",
      { class: marks.join(" "), "data-tile": tile.id },
      s("polygon", { points: tile.box.join(" "), "stroke-width": stroke * pixel }),
      tile.group.kind !== "aside" && this.faceBeside(tile, pixel, view),
    );
  }

  // The face that was read, beside its tile and turned like it, with a mark if it is in doubt.
  faceBeside(tile, pixel, view) {
    const width = FACE_WIDTH * pixel;
    const height = (FACE_WIDTH / FACE_ASPECT) * pixel;
    const [x, y] = this.placeOfFace(tile, { width, height, pixel, view });
    const place = {
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      "aria-hidden": "true",
    };
    const turn = turnOf(tile.box);
    // The mark is at the right of the face. If it would be out of view there, it is at the left.
    // Its coordinates are those before the whole group is turned.
    const distance = width / 2 + 5 * pixel;
    const xOfMark = x + distance * Math.cos((turn * Math.PI) / 180);
    const fromMiddle = Math.abs(xOfMark - (view.x + view.width / 2));
    const isInView = fromMiddle < view.width / 2 - 7 * pixel;
    const mark = {
      x: isInView ? x + distance : x - distance,
      y: y + 6 * pixel,
      "font-size": 16 * pixel,
      "stroke-width": 3 * pixel,
      "aria-hidden": "true",
    };
    return s(
      "g",
      { transform: `rotate(${turn} ${x} ${y})` },
      drawing(tile.face, place),
      tile.doubt && s("text", mark, "?"),
    );
  }

  // The middle of a face's picture. If no side of the tile is free, the picture is above the tile.
  placeOfFace(tile, { width, height, pixel, view }) {
    const others = this.allTiles().filter((other) => other !== tile && other.box);
    const limits = {
      reach: Math.max(width, height) / 2,
      gap: 2 * pixel,
      region: view,
      others: others.map((other) => other.box),
    };
    const [topLeft, topRight, , bottomLeft] = tile.box;
    const sides = [
      // Above, below, right and left of the tile, the best first.
      { to: topLeft, from: bottomLeft, length: height },
      { to: bottomLeft, from: topLeft, length: height },
      { to: topRight, from: topLeft, length: width },
      { to: topLeft, from: topRight, length: width },
    ];
    const places = sides.map((side) => placeBeside(tile.box, side, limits));
    const best = places.find((place) => place.isFree) || places[0];
    return best.at;
  }

  // The buttons below the photo. While the player crops it, there is a hint before them.
  tools() {
    if (this.cropping) return this.croppingTools();
    const showWhole = () => {
      this.isWhole = !this.isWhole;
      this.render();
    };
    const turn = () => this.host.send("photo-turn");
    const retake = () => window.huLog.emit("retake");
    const fold = () => this.setOpen(false);
    return h(
      "div",
      { class: "hu-tools" },
      this.textTool("turn", turn),
      this.textTool("crop", () => this.setCropping({ box: null })),
      this.textTool("whole", showWhole, { "aria-pressed": String(this.isWhole) }),
      this.textTool("again", retake),
      this.host.data.settled && this.textTool("fold", fold, { class: "hu-tool hu-fold" }),
    );
  }

  croppingTools() {
    const read = () => this.readCrop();
    return h(
      "div",
      { class: "hu-tools" },
      h("span", { class: "hu-hint" }, this.host.text("crop_hint")),
      this.cropping.box && this.textTool("crop_read", read, { class: "hu-tool is-main" }),
      this.textTool("cancel", () => this.setCropping(null)),
    );
  }

  // A button whose text has the same name as the button.
  textTool(name, action, attributes) {
    return tool(this.host.text(name), name, action, attributes);
  }

  setOpen(isOpen) {
    this.isOpen = isOpen;
    this.host.render();
  }

  setCropping(cropping) {
    this.cropping = cropping;
    this.render();
  }

  // The point of the photo, [x, y], at which the finger or the pointer of an event is.
  pointOf(event, picture) {
    const onScreen = new DOMPoint(event.clientX, event.clientY);
    const point = onScreen.matrixTransform(picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // A tap selects the nearest tile, makes another player's hand the winner's, or adds a tile that
  // was not read.
  tap(event) {
    if (this.cropping) return;
    const picture = event.currentTarget;
    const point = this.pointOf(event, picture);
    const nearest = this.nearestTile(point, FINGER / scaleOf(picture));
    const isOnThisHand = nearest && nearest.group.kind !== "aside";
    const otherHand = this.otherHandAt(point);
    if (otherHand && !isOnThisHand) {
      window.huLog.emit("photo-hand", otherHand.side);
      return;
    }
    if (nearest) this.host.sheet.show({ tile: nearest.id });
    else this.host.sheet.show({ add: null, point });
  }

  // The tile nearest to a point, closer than `limit` pixels of the photo.
  nearestTile(point, limit) {
    let nearest = null;
    let shortest = limit;
    for (const tile of this.allTiles()) {
      if (!tile.box) continue;
      const distance = this.distanceTo(tile.box, point);
      if (distance < shortest) {
        nearest = tile;
        shortest = distance;
      }
    }
    return nearest;
  }

  // The distance of a point from a tile. The tile counts as a circle as wide as the tile, and the
  // distance is 0 inside of the circle.
  distanceTo(box, point) {
    const [topLeft, topRight] = box;
    return Math.max(0, span(point, middle(box)) - span(topLeft, topRight) / 2);
  }

  // The open hand of another player at a point, a `TableHandOutline` of editor.py. Undefined if
  // there is none.
  otherHandAt(point) {
    const isAt = (box) => box && this.distanceTo(box, point) === 0;
    return this.host.data.others.find(({ boxes }) => boxes.some(isAt));
  }

  // Lets a finger draw the part to read on a picture of the photo.
  letDraw(picture) {
    picture.addEventListener("pointerdown", (event) => {
      this.start = this.pointOf(event, picture);
      picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener("pointermove", (event) => {
      if (this.start) this.drawCrop(event, picture);
    });
    picture.addEventListener("pointerup", () => this.endDrawing());
    picture.addEventListener("pointercancel", () => this.endDrawing());
  }

  // Draws the part to read, from the point where the finger began to the point of an event.
  drawCrop(event, picture) {
    const [x, y] = this.pointOf(event, picture);
    const [startX, startY] = this.start;
    this.cropping.box = {
      x: Math.min(x, startX),
      y: Math.min(y, startY),
      width: Math.abs(x - startX),
      height: Math.abs(y - startY),
    };
    const pixel = 1 / scaleOf(picture);
    picture.querySelector(".hu-crop")?.remove();
    picture.append(this.cropOutline(this.cropping.box, pixel));
  }

  // Ends the drawing of the part to read. A very small part counts as drawn by mistake.
  endDrawing() {
    this.start = null;
    const box = this.cropping?.box;
    if (box && Math.min(box.width, box.height) < LEAST_CROP) this.cropping.box = null;
    this.render();
  }

  // Asks the server to read the part that was drawn.
  readCrop() {
    const { x, y, width, height } = this.cropping.box;
    const photo = this.data;
    this.cropping = null;
    const left = x / photo.width;
    const top = y / photo.height;
    const right = (x + width) / photo.width;
    const bottom = (y + height) / photo.height;
    this.host.send("photo-crop", [left, top, right, bottom]);
  }

  // The close-up of a tile: the tile as the photo shows it, but upright and large. The player can
  // compare it with the pictures of faces. Null for a tile that was added, and until the photo's
  // picture has come.
  closeUp(tile) {
    if (!tile.box || !this.source) return null;
    const [topLeft, topRight, , bottomLeft] = tile.box;
    const width = CLOSE_UP * span(topLeft, topRight);
    const height = CLOSE_UP * span(topLeft, bottomLeft);
    const [x, y] = middle(tile.box);
    const view = { x: x - width / 2, y: y - height / 2, width, height };
    const photo = {
      href: this.source,
      width: this.data.width,
      height: this.data.height,
      transform: `rotate(${-turnOf(tile.box)} ${x} ${y})`,
    };
    const closeUp = { class: "hu-close-up", viewBox: viewBoxOf(view), "aria-hidden": "true" };
    return s("svg", closeUp, s("image", photo));
  }
}
