// The camera with its frame: it looks at what lies in the frame several times a second, says what is missing, turns
// green when the hand can be read, and then takes the photo by itself.

// Share of the picture that the frame leaves free at each side, left and right, above and below; page.css has them too.
const GUIDE = { x: 0.04, y: 0.26 };
// Chosen on sixty photos of the training set, cropped to a frame, and on the same blurred, shaken, dark and from afar.
const LOOK = {
  // Pixels across the frame when it is looked at, and of the squares that it is divided into.
  across: 480,
  cell: 12,
  // Contrast (standard deviation, of 255) from which a square shows something; tables show less.
  contrast: 17,
  // A tile's ground: at least this bright, as a share of the frame's brightest parts, and at most so saturated.
  bright: 0.5,
  saturation: 0.42,
  // Share of a square that must be such ground for it to be part of a tile.
  ground: 0.15,
  // Share of the frame that the hand must span, across or down, and the squares that make a column or a row part of it.
  span: 0.68,
  inColumn: 2,
  inRow: 5,
  // How much of a square's contrast lies in its finest detail, across and down: the lesser of both.
  sharpness: 0.2,
  // Brightness of the frame, of 255.
  light: 45,
  // Mean difference between two looks, of 255, above which the phone moves.
  moving: 7,
  // Degrees from straight above.
  tilt: 42,
};
const EVERY_MS = 150;
// So many looks in a row must be good before the photo is taken.
const GOOD_LOOKS = 4;

// What a picture lacks to be read: "light", "closer", "moving", "blurred", or null; and its greys, for the next look.
function lacking({ data, width, height }, before) {
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
  }
  if (average(grey) < LOOK.light) return [grey, "light"];
  const apart = (sum, value, at) => sum + Math.abs(value - before[at]);
  if (before?.length === grey.length && grey.reduce(apart, 0) / grey.length > LOOK.moving) return [grey, "moving"];
  const least = LOOK.bright * Float32Array.from(grey).sort()[Math.floor(0.97 * grey.length)];
  // How many squares of each column and row may be parts of tiles, and the fine detail of each.
  const [wide, high] = [Math.floor(width / LOOK.cell), Math.floor(height / LOOK.cell)];
  const [columns, rows, fine] = [new Array(wide).fill(0), new Array(high).fill(0), []];
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      const square = measure(data, grey, width, column * LOOK.cell, row * LOOK.cell, least);
      if (square.contrast < LOOK.contrast || square.ground < LOOK.ground) continue;
      fine.push(square.fine);
      columns[column] += 1;
      rows[row] += 1;
    }
  }
  if (Math.max(reach(columns, LOOK.inColumn), reach(rows, LOOK.inRow)) < LOOK.span) return [grey, "closer"];
  return [grey, average(fine) < LOOK.sharpness ? "blurred" : null];
}

function measure(data, grey, width, left, top, least) {
  const [lights, across, down] = [[], [], []];
  let ground = 0;
  for (let y = top + 1; y < top + LOOK.cell - 1; y += 1) {
    for (let x = left + 1; x < left + LOOK.cell - 1; x += 1) {
      const at = y * width + x;
      lights.push(grey[at]);
      across.push(grey[at - 1] + grey[at + 1] - 2 * grey[at]);
      down.push(grey[at - width] + grey[at + width] - 2 * grey[at]);
      const colours = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
      const most = Math.max(...colours);
      ground += grey[at] > least && most - Math.min(...colours) < LOOK.saturation * most;
    }
  }
  const contrast = deviation(lights);
  return { contrast, ground: ground / lights.length, fine: Math.min(deviation(across), deviation(down)) / (contrast + 1) };
}

// Share of the columns or rows that the longest run of tiles spans, bridging gaps as between sets.
function reach(counts, least) {
  let [best, start, last] = [0, null, null];
  counts.forEach((count, at) => {
    if (count < least) return;
    if (start === null || at - last > 3) start = at;
    last = at;
    best = Math.max(best, last - start + 1);
  });
  return best / counts.length;
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
const deviation = (values) => Math.sqrt(Math.max(0, average(values.map((value) => value * value)) - average(values) ** 2));

// Degrees between the phone's back and straight down.
function tiltOf(beta, gamma) {
  const [across, along] = [beta, gamma].map((degrees) => Math.cos((degrees * Math.PI) / 180));
  return (Math.acos(Math.abs(across * along)) * 180) / Math.PI;
}

class Camera {
  // `taken` gets the photo as a file, `closed` is called when the player goes back.
  constructor(texts, taken, closed) {
    this.texts = texts;
    this.taken = taken;
    this.video = h("video", { autoplay: true, playsinline: true, muted: true });
    this.line = h("span", { role: "status" }, texts.guide);
    this.guide = h("div", { class: "hu-guide" }, this.line);
    const shoot = h("button", { type: "button", class: "hu-big is-main", "data-focus": "shoot", onclick: () => this.shoot() }, texts.shoot);
    const back = h("button", { type: "button", class: "hu-big", onclick: closed }, texts.cancel);
    this.parts = [h("div", { class: "hu-live" }, this.video, this.guide), h("div", { class: "hu-drop" }, shoot, back)];
  }

  // Throws where the camera cannot be used.
  async open() {
    this.tilt = null;
    this.turned = ({ beta, gamma }) => (this.tilt = beta === null ? null : tiltOf(beta, gamma));
    window.addEventListener("deviceorientation", this.turned);
    // Some phones ask their owner; without leave the tilt stays unknown.
    window.DeviceOrientationEvent?.requestPermission?.().catch(() => {});
    const wanted = { facingMode: "environment", width: { ideal: 4096 }, height: { ideal: 3072 } };
    this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
    // The player may have gone elsewhere while the browser asked for permission.
    if (this.closed) return this.close();
    this.video.srcObject = this.stream;
    this.good = 0;
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    window.removeEventListener("deviceorientation", this.turned);
    this.stream?.getTracks().forEach((track) => track.stop());
  }

  look() {
    const picture = this.framed();
    if (!picture) return;
    const [grey, seen] = lacking(picture, this.before);
    this.before = grey;
    const lack = seen || (this.tilt > LOOK.tilt ? "tilted" : null);
    this.good = lack ? 0 : this.good + 1;
    this.guide.classList.toggle("is-good", !lack);
    const text = this.texts[lack || "ready"];
    if (this.line.textContent !== text) this.line.textContent = text;
    if (this.good >= GOOD_LOOKS) this.shoot();
  }

  // What lies in the frame, small; null before the camera shows anything.
  framed() {
    const { videoWidth: wide, videoHeight: high } = this.video;
    if (!wide) return null;
    const part = [wide * (1 - 2 * GUIDE.x), high * (1 - 2 * GUIDE.y)];
    const size = [LOOK.across, Math.round((LOOK.across * part[1]) / part[0])];
    this.canvas ||= h("canvas", {});
    Object.assign(this.canvas, { width: size[0], height: size[1] });
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(this.video, wide * GUIDE.x, high * GUIDE.y, ...part, 0, 0, ...size);
    return pen.getImageData(0, 0, ...size);
  }

  shoot() {
    const canvas = h("canvas", { width: this.video.videoWidth, height: this.video.videoHeight });
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    this.close();
    // What was taken stays in view; a camera that has been closed shows black.
    this.video.replaceWith(canvas);
    canvas.toBlob((blob) => blob && this.taken(new File([blob], "camera.jpg", { type: "image/jpeg" })), "image/jpeg", 0.93);
  }
}
