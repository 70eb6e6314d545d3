// The camera with its frame: it looks several times a second at the part of the picture inside of
// the frame, says what is missing, turns green when the hand can be read, and then takes the photo
// by itself.

// Share of the picture that the frame leaves free at each side, left and right, above and below.
// page.css has them too.
const GUIDE = { x: 0.04, y: 0.26 };
// Chosen on sixty photos of the training set, cropped to a frame, and on the same photos blurred,
// shaken, dark and from afar.
const LOOK = {
  // Pixels across the frame when it is looked at, and of the squares that it is divided into.
  across: 480,
  cell: 12,
  // Contrast (standard deviation, of 255) from which a square shows something. Tables show less.
  contrast: 17,
  // A tile's ground: at least this bright, as a share of the frame's brightest parts, and at most
  // so saturated.
  bright: 0.5,
  saturation: 0.42,
  // Share of a square that must be such ground for the square to be part of a tile.
  ground: 0.15,
  // Share of the frame that the hand must span, across or down, and the squares that make a column
  // or a row part of it.
  span: 0.68,
  inColumn: 2,
  inRow: 5,
  // How much of a square's contrast is in its finest detail, across and down: the lesser of both.
  sharpness: 0.2,
  // Brightness of the frame, of 255.
  light: 45,
  // Mean difference between two looks, of 255, above which the phone moves.
  moving: 7,
  // Degrees from straight above.
  tilt: 42,
};
// Share of the pixels that are darker than the frame's brightest parts.
const BRIGHTEST = 0.97;
// Columns or rows without a tile, as between melds, that do not end a run of tiles.
const BRIDGED = 3;
const EVERY_MS = 150;
// So many looks in a row must be good before the photo is taken.
const GOOD_LOOKS = 4;
const PHOTO_QUALITY = 0.93;

function average(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / (values.length || 1);
}

function deviation(values) {
  const squares = values.map((value) => value * value);
  return Math.sqrt(Math.max(0, average(squares) - average(values) ** 2));
}

// The brightness of each pixel, of 255.
function greysOf({ data, width, height }) {
  const greys = new Float32Array(width * height);
  for (let at = 0; at < greys.length; at += 1) {
    greys[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
  }
  return greys;
}

// Whether the phone has moved since the look before.
function isMoving(greys, before) {
  if (before?.length !== greys.length) return false;
  let difference = 0;
  for (let at = 0; at < greys.length; at += 1) difference += Math.abs(greys[at] - before[at]);
  return difference / greys.length > LOOK.moving;
}

// What a picture lacks to be read: "light", "moving", "closer", "blurred", or null.
function lackOf(picture, greys, before) {
  if (average(greys) < LOOK.light) return "light";
  if (isMoving(greys, before)) return "moving";
  const { columns, rows, details } = countTiles(picture, greys);
  const across = reach(columns, LOOK.inColumn);
  const down = reach(rows, LOOK.inRow);
  if (Math.max(across, down) < LOOK.span) return "closer";
  return average(details) < LOOK.sharpness ? "blurred" : null;
}

// How many squares of each column and row may be parts of tiles, and the fine detail of each of
// these squares.
function countTiles({ data, width, height }, greys) {
  const sorted = Float32Array.from(greys).sort();
  const least = LOOK.bright * sorted[Math.floor(BRIGHTEST * greys.length)];
  const columns = new Array(Math.floor(width / LOOK.cell)).fill(0);
  const rows = new Array(Math.floor(height / LOOK.cell)).fill(0);
  const details = [];
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < columns.length; column += 1) {
      const corner = { left: column * LOOK.cell, top: row * LOOK.cell };
      const square = measure(data, greys, { width, least, ...corner });
      if (square.contrast < LOOK.contrast || square.ground < LOOK.ground) continue;
      details.push(square.detail);
      columns[column] += 1;
      rows[row] += 1;
    }
  }
  return { columns, rows, details };
}

// The contrast of a square, the share of it that is a tile's ground, and the share of its contrast
// that is in its finest detail.
function measure(data, greys, { width, least, left, top }) {
  const lights = [];
  const across = [];
  const down = [];
  let ground = 0;
  for (let y = top + 1; y < top + LOOK.cell - 1; y += 1) {
    for (let x = left + 1; x < left + LOOK.cell - 1; x += 1) {
      const at = y * width + x;
      lights.push(greys[at]);
      across.push(greys[at - 1] + greys[at + 1] - 2 * greys[at]);
      down.push(greys[at - width] + greys[at + width] - 2 * greys[at]);
      if (greys[at] > least && isPale(data, 4 * at)) ground += 1;
    }
  }
  const contrast = deviation(lights);
  const finest = Math.min(deviation(across), deviation(down));
  return { contrast, ground: ground / lights.length, detail: finest / (contrast + 1) };
}

// Whether a pixel is hardly saturated.
function isPale(data, at) {
  const most = Math.max(data[at], data[at + 1], data[at + 2]);
  const least = Math.min(data[at], data[at + 1], data[at + 2]);
  return most - least < LOOK.saturation * most;
}

// Share of the columns or rows that the longest run of tiles spans.
function reach(counts, least) {
  let longest = 0;
  let start = null;
  let last = null;
  counts.forEach((count, at) => {
    if (count < least) return;
    if (start === null || at - last > BRIDGED) start = at;
    last = at;
    longest = Math.max(longest, last - start + 1);
  });
  return longest / counts.length;
}

// Degrees between the phone's back and straight down.
function tiltOf(beta, gamma) {
  const cosine = (degrees) => Math.cos((degrees * Math.PI) / 180);
  return (Math.acos(Math.abs(cosine(beta) * cosine(gamma))) * 180) / Math.PI;
}

class Camera {
  // `take` gets the photo as a file, `leave` is called when the player goes back.
  constructor(texts, take, leave) {
    this.texts = texts;
    this.take = take;
    this.video = h("video", { autoplay: true, playsinline: true, muted: true });
    this.line = h("span", { role: "status" }, texts.guide);
    this.guide = h("div", { class: "hu-guide" }, this.line);
    const view = h("div", { class: "hu-live" }, this.video, this.guide);
    const shootLook = { type: "button", class: "hu-big is-main", "data-focus": "shoot" };
    const shoot = h("button", { ...shootLook, onclick: () => this.shoot() }, texts.shoot);
    const back = h("button", { type: "button", class: "hu-big", onclick: leave }, texts.cancel);
    this.parts = [view, h("div", { class: "hu-drop" }, shoot, back)];
  }

  // Throws an error if the camera cannot be used.
  async open() {
    this.tilt = null;
    this.noteTilt = ({ beta, gamma }) => {
      this.tilt = beta === null ? null : tiltOf(beta, gamma);
    };
    window.addEventListener("deviceorientation", this.noteTilt);
    // Some phones ask their owner. Without permission the tilt stays unknown.
    window.DeviceOrientationEvent?.requestPermission?.().catch(() => {});
    const size = { width: { ideal: 4096 }, height: { ideal: 3072 } };
    const video = { facingMode: "environment", ...size };
    this.stream = await navigator.mediaDevices.getUserMedia({ video });
    if (this.closed) {
      // The player has gone elsewhere while the browser asked for permission.
      this.close();
      return;
    }
    this.video.srcObject = this.stream;
    this.good = 0;
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    window.removeEventListener("deviceorientation", this.noteTilt);
    this.stream?.getTracks().forEach((track) => track.stop());
  }

  look() {
    const picture = this.framed();
    if (!picture) return;
    const greys = greysOf(picture);
    const isTilted = this.tilt > LOOK.tilt;
    const lack = lackOf(picture, greys, this.before) || (isTilted ? "tilted" : null);
    this.before = greys;
    this.good = lack ? 0 : this.good + 1;
    this.guide.classList.toggle("is-good", !lack);
    const text = this.texts[lack || "ready"];
    if (this.line.textContent !== text) this.line.textContent = text;
    if (this.good >= GOOD_LOOKS) this.shoot();
  }

  // The part of the picture inside of the frame, small. Null before the camera shows anything.
  framed() {
    const { videoWidth: wide, videoHeight: high } = this.video;
    if (!wide) return null;
    const corner = [wide * GUIDE.x, high * GUIDE.y];
    const part = [wide * (1 - 2 * GUIDE.x), high * (1 - 2 * GUIDE.y)];
    const size = [LOOK.across, Math.round((LOOK.across * part[1]) / part[0])];
    this.canvas ||= h("canvas", {});
    this.canvas.width = size[0];
    this.canvas.height = size[1];
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(this.video, ...corner, ...part, 0, 0, ...size);
    return pen.getImageData(0, 0, ...size);
  }

  shoot() {
    const size = { width: this.video.videoWidth, height: this.video.videoHeight };
    const canvas = h("canvas", size);
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    this.close();
    // The photo stays in view. A camera that has been closed shows black.
    this.video.replaceWith(canvas);
    const send = (blob) => {
      if (blob) this.take(new File([blob], "camera.jpg", { type: "image/jpeg" }));
    };
    canvas.toBlob(send, "image/jpeg", PHOTO_QUALITY);
  }
}
