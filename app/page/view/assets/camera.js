// The camera with its frame. Several times a second it judges the part of the picture inside of the
// frame, and shows what is missing. The frame turns green when the hand can be read. The camera
// then takes the photo by itself.

// The margins of the frame, as shares of the picture: left and right (x), above and below (y).
// page.css has them too.
const GUIDE = { x: 0.04, y: 0.26 };
// Limits of a picture that can be read. They were chosen on sixty photos of the training set,
// cropped to a frame, and on the same photos blurred, shaken, dark and from afar. Levels of
// brightness are from 0 to 255.
const LIMITS = {
  // The part of the picture inside of the frame is judged at this width, in pixels. It is divided
  // into squares with sides of this many pixels.
  width: 480,
  square: 12,
  // The least contrast of a square that shows an object: the standard deviation of its brightness,
  // in levels. The bare table has less.
  contrast: 17,
  // The ground of a tile is its pale surface. It is at least this bright, as a share of the frame's
  // brightest parts, and at most this saturated.
  brightness: 0.5,
  saturation: 0.42,
  // A square is a part of a tile if at least this share of it is ground.
  ground: 0.15,
  // The hand spans at least this share of the frame, across or down.
  span: 0.68,
  // A column of squares belongs to the hand if at least this many of its squares are parts of
  // tiles, and so does a row of squares.
  inColumn: 2,
  inRow: 5,
  // A sharp square has this share of its contrast in its finest detail.
  sharpness: 0.2,
  // Mean brightness of the frame, in levels.
  light: 45,
  // The phone moves if the mean difference of two pictures is larger than this, in levels.
  motion: 7,
  // The largest tilt of the phone, in degrees from straight above.
  tilt: 42,
};
// The frame's brightest parts are brighter than this share of its pixels.
const BRIGHTEST = 0.97;
// Up to this many columns or rows without a tile, such as between melds, do not end a run of tiles.
const BRIDGED = 3;
const JUDGE_EVERY_MS = 150;
// The photo is taken when this many pictures in a row were good.
const GOOD_PICTURES = 4;
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

// The brightness of each pixel, in levels.
function greysOf({ data, width, height }) {
  const greys = new Float32Array(width * height);
  for (let at = 0; at < greys.length; at += 1) {
    greys[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
  }
  return greys;
}

// Whether the phone has moved between two pictures. `greysBefore` is the brightness of the earlier
// picture. It is null if there is none, and the result is false then.
function isMoving(greys, greysBefore) {
  if (greysBefore?.length !== greys.length) return false;
  let difference = 0;
  for (let at = 0; at < greys.length; at += 1) difference += Math.abs(greys[at] - greysBefore[at]);
  return difference / greys.length > LIMITS.motion;
}

/**
 * Finds the first fault for which a picture cannot be read.
 * @param {ImageData} picture - the part of the camera's picture inside of the frame.
 * @param {Float32Array} greys - the brightness of its pixels.
 * @param {?Float32Array} greysBefore - the brightness of the pixels of the picture before. Null for
 *   the first picture.
 * @returns {?string} "light", "moving", "closer" or "blurred". Null for a picture without a fault.
 */
function faultOf(picture, greys, greysBefore) {
  if (average(greys) < LIMITS.light) return "light";
  if (isMoving(greys, greysBefore)) return "moving";
  const { columns, rows, details } = findTiles(picture, greys);
  const spanAcross = longestRun(columns, LIMITS.inColumn) / columns.length;
  const spanDown = longestRun(rows, LIMITS.inRow) / rows.length;
  if (Math.max(spanAcross, spanDown) < LIMITS.span) return "closer";
  return average(details) < LIMITS.sharpness ? "blurred" : null;
}

/**
 * Finds the squares of a picture that are parts of tiles.
 * @param {ImageData} picture
 * @param {Float32Array} greys - the brightness of its pixels.
 * @returns {{columns: number[], rows: number[], details: number[]}} the number of these squares in
 *   each column and in each row, and the share of fine detail in each of these squares.
 */
function findTiles({ data, width, height }, greys) {
  const sorted = Float32Array.from(greys).sort();
  const brightest = sorted[Math.floor(BRIGHTEST * greys.length)];
  const leastLight = LIMITS.brightness * brightest;
  const columns = new Array(Math.floor(width / LIMITS.square)).fill(0);
  const rows = new Array(Math.floor(height / LIMITS.square)).fill(0);
  const details = [];
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < columns.length; column += 1) {
      const left = column * LIMITS.square;
      const top = row * LIMITS.square;
      const square = measure(data, greys, { width, leastLight, left, top });
      if (square.contrast < LIMITS.contrast || square.ground < LIMITS.ground) continue;
      details.push(square.detail);
      columns[column] += 1;
      rows[row] += 1;
    }
  }
  return { columns, rows, details };
}

/**
 * Measures a square of a picture, without the pixels at its edge.
 * @param {Uint8ClampedArray} data - red, green, blue and opacity of each pixel of the picture.
 * @param {Float32Array} greys - the brightness of each pixel.
 * @param {Object} square - its `left` and `top`, the `width` of the picture, and the `leastLight`
 *   of a tile's ground.
 * @returns {{contrast: number, ground: number, detail: number}} the contrast in levels, the share
 *   of the square that is a tile's ground, and the contrast of its finest detail as a share of the
 *   contrast. Detail is measured across and down, and the lesser counts.
 */
function measure(data, greys, { width, leastLight, left, top }) {
  const levels = [];
  // The second differences of neighbouring pixels. They are large only where detail is fine.
  const secondAcross = [];
  const secondDown = [];
  let groundCount = 0;
  for (let y = top + 1; y < top + LIMITS.square - 1; y += 1) {
    for (let x = left + 1; x < left + LIMITS.square - 1; x += 1) {
      const at = y * width + x;
      const level = greys[at];
      levels.push(level);
      secondAcross.push(greys[at - 1] + greys[at + 1] - 2 * level);
      secondDown.push(greys[at - width] + greys[at + width] - 2 * level);
      if (level > leastLight && isPale(data, 4 * at)) groundCount += 1;
    }
  }
  const contrast = deviation(levels);
  const finest = Math.min(deviation(secondAcross), deviation(secondDown));
  // The 1 avoids a division by 0 in a square without contrast.
  return { contrast, ground: groundCount / levels.length, detail: finest / (contrast + 1) };
}

// Whether a pixel is hardly saturated.
function isPale(data, at) {
  const highest = Math.max(data[at], data[at + 1], data[at + 2]);
  const lowest = Math.min(data[at], data[at + 1], data[at + 2]);
  return highest - lowest < LIMITS.saturation * highest;
}

/**
 * Measures the longest run of tiles.
 * @param {number[]} counts - how many squares are parts of tiles, for each column or for each row.
 * @param {number} least - the least number of such squares in a column or row of the run.
 * @returns {number} the length of the run in columns or rows.
 */
function longestRun(counts, least) {
  let longest = 0;
  let start = null;
  let last = null;
  for (const [at, count] of counts.entries()) {
    if (count < least) continue;
    if (start === null || at - last > BRIDGED) start = at;
    last = at;
    longest = Math.max(longest, last - start + 1);
  }
  return longest;
}

// The angle in degrees between the phone's line of sight and the vertical, from the angles of a
// `deviceorientation` event. It is 0 also if the camera looks straight up.
function tiltOf(beta, gamma) {
  const cosine = (degrees) => Math.cos((degrees * Math.PI) / 180);
  return (Math.acos(Math.abs(cosine(beta) * cosine(gamma))) * 180) / Math.PI;
}

/** The camera's picture with its frame, and its buttons. */
class Camera {
  /**
   * @param {Object} texts - the words of the section `snap`.
   * @param {{take: function(File), leave: function()}} actions - `take` gets the photo, `leave` is
   *   called when the player goes back.
   */
  constructor(texts, { take, leave }) {
    this.texts = texts;
    this.take = take;
    // Degrees from straight above. Null if they are unknown.
    this.tilt = null;
    // The brightness of the picture that was judged last.
    this.greysBefore = null;
    // How many pictures in a row were good.
    this.goodCount = 0;
    this.isClosed = false;
    this.canvas = h("canvas", {});
    this.video = h("video", { autoplay: true, playsinline: true, muted: true });
    this.line = h("span", { role: "status" }, texts.guide);
    this.guide = h("div", { class: "hu-guide" }, this.line);
    const view = h("div", { class: "hu-live" }, this.video, this.guide);
    const shoot = () => this.shoot();
    const main = { type: "button", class: "hu-big is-main", "data-focus": "shoot" };
    const shootButton = h("button", { ...main, onclick: shoot }, texts.shoot);
    const back = { type: "button", class: "hu-big", onclick: leave };
    const backButton = h("button", back, texts.cancel);
    this.parts = [view, h("div", { class: "hu-drop" }, shootButton, backButton)];
  }

  /** Opens the camera. Throws an error if it cannot be used. */
  async open() {
    this.noteTilt = ({ beta, gamma }) => {
      this.tilt = beta === null ? null : tiltOf(beta, gamma);
    };
    window.addEventListener("deviceorientation", this.noteTilt);
    // Some phones ask their owner for permission. Without it the tilt stays unknown.
    window.DeviceOrientationEvent?.requestPermission?.().catch(() => {});
    const size = { width: { ideal: 4096 }, height: { ideal: 3072 } };
    const video = { facingMode: "environment", ...size };
    this.stream = await navigator.mediaDevices.getUserMedia({ video });
    if (this.isClosed) {
      // The player has gone elsewhere while the browser asked for permission.
      this.close();
      return;
    }
    this.video.srcObject = this.stream;
    this.timer = setInterval(() => this.judge(), JUDGE_EVERY_MS);
  }

  // Turns the camera off, and keeps it off if the browser still asks for permission.
  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    window.removeEventListener("deviceorientation", this.noteTilt);
    this.stream?.getTracks().forEach((track) => track.stop());
  }

  // Judges the picture, shows its fault, and takes the photo after enough good pictures.
  judge() {
    const picture = this.pictureInFrame();
    if (!picture) return;
    const greys = greysOf(picture);
    const isTilted = this.tilt !== null && this.tilt > LIMITS.tilt;
    const fault = faultOf(picture, greys, this.greysBefore) || (isTilted ? "tilted" : null);
    this.greysBefore = greys;
    this.goodCount = fault ? 0 : this.goodCount + 1;
    this.guide.classList.toggle("is-good", !fault);
    const text = this.texts[fault || "ready"];
    if (this.line.textContent !== text) this.line.textContent = text;
    if (this.goodCount >= GOOD_PICTURES) this.shoot();
  }

  /**
   * The part of the camera's picture inside of the frame, made small.
   * @returns {?ImageData} null before the camera shows anything.
   */
  pictureInFrame() {
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth) return null;
    const left = videoWidth * GUIDE.x;
    const top = videoHeight * GUIDE.y;
    const partWidth = videoWidth * (1 - 2 * GUIDE.x);
    const partHeight = videoHeight * (1 - 2 * GUIDE.y);
    const width = LIMITS.width;
    const height = Math.round((width * partHeight) / partWidth);
    this.canvas.width = width;
    this.canvas.height = height;
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(this.video, left, top, partWidth, partHeight, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height);
  }

  // Takes the photo, and turns the camera off.
  shoot() {
    const size = { width: this.video.videoWidth, height: this.video.videoHeight };
    const canvas = h("canvas", size);
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    this.close();
    // The photo replaces the video, because the video of a closed camera is black.
    this.video.replaceWith(canvas);
    const send = (blob) => {
      if (blob) this.take(new File([blob], "camera.jpg", { type: "image/jpeg" }));
    };
    canvas.toBlob(send, "image/jpeg", PHOTO_QUALITY);
  }
}
