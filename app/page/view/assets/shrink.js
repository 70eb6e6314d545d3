// Makes a photo smaller before it is sent. The reader would make it as small before it reads it.
// Photos that this browser cannot decode are sent as they are. So are photos that are damaged or
// enormous, so that the server can refuse them.

// The long side that is enough to read a photo, in pixels. vision/reader.py has it too.
const ENOUGH_PX = 1600;
// The reader divides the sides of a photo by the first of these factors that leaves enough pixels.
// vision/photo/pixels.py has them too.
const FACTORS = [8, 4, 2];
// If the long side is then still longer than LONGEST_PX, it is scaled to SCALED_PX. The photos of
// most phones have this length after halving.
const LONGEST_PX = 2400;
const SCALED_PX = 2016;
// Files up to this size arrive in five seconds on a slow network. They are sent as they are.
const SMALL_BYTES = 500_000;
// A photo that cannot lose any pixels is encoded again only if its file is larger than this.
const LARGE_BYTES = 1_500_000;
// The server refuses larger pictures, and decoding them could end a phone's browser.
const MOST_PIXELS = 50e6;
// A slow network carries this many bytes in five seconds. A larger copy is encoded again at the
// next lower quality.
//
// A higher quality or another way of scaling would not help: 23 of 297 enlarged photos are read
// differently from their copies, all with a doubt (docs/measured/photo-copies.json). Two readings
// of such a photo are so close that any changed pixel decides between them. Of 63 photos, 9 are
// read differently from copies without any loss, and 11, 9, 9 and 7 from copies of quality 0.95,
// 0.9, 0.82 and 0.75. It is as many if the server itself scales the photo and encodes it at 0.95
// (2026-11-29).
const WANTED_BYTES = 500_000;
const QUALITIES = [0.9, 0.82, 0.75];
const JPEG_ENDING = /\.(jpe?g|jpe|jfif)$/i;
const HEIF_OR_AVIF_TYPE = /^image\/(heic|heif|avif)/;
const HEIF_OR_AVIF_ENDING = /\.(heic|heif|avif)$/i;

/**
 * Makes a photo smaller if that saves time.
 * @param {File} file
 * @returns {Promise<{file: File, originalPx: number}>} the file to send. If it is a smaller copy,
 *   `originalPx` is the long side of the photo itself in pixels, otherwise 0.
 */
async function shrink(file) {
  const original = { file, originalPx: 0 };
  if (file.size <= SMALL_BYTES || !window.createImageBitmap) return original;
  const isJpeg = file.type === "image/jpeg" || JPEG_ENDING.test(file.name);
  const isHeifOrAvif = HEIF_OR_AVIF_TYPE.test(file.type) || HEIF_OR_AVIF_ENDING.test(file.name);
  if (!isJpeg && !isHeifOrAvif) return original;
  try {
    if (isJpeg) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!isWholeJpeg(bytes)) return original;
    }
    const [width, height] = await sizeOf(file);
    if (width * height > MOST_PIXELS) return original;
    const [newWidth, newHeight] = sizeToSend(width, height);
    const needsAllPixels = newWidth === width;
    if (needsAllPixels && file.size <= LARGE_BYTES) return original;
    const smaller = await encode(file, newWidth, newHeight);
    if (!smaller || smaller.size >= file.size) return original;
    const copy = new File([smaller], file.name, { type: "image/jpeg" });
    return { file: copy, originalPx: Math.max(width, height) };
  } catch {
    return original;
  }
}

// Width and height of a photo as it is shown, from its header.
async function sizeOf(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await new Promise((done, failed) => {
      image.onload = done;
      image.onerror = failed;
    });
    return [image.naturalWidth, image.naturalHeight];
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

// Width and height of the copy of a photo, in pixels.
function sizeToSend(width, height) {
  const side = Math.max(width, height);
  const isEnough = (factor) => Math.floor(side / factor) >= ENOUGH_PX;
  const factor = FACTORS.find(isEnough) || 1;
  const isTooLong = side / factor > LONGEST_PX;
  const scale = isTooLong ? SCALED_PX / side : 1 / factor;
  return [Math.ceil(width * scale), Math.ceil(height * scale)];
}

// Encodes a photo at a size, in the best quality that makes the file small enough. Null if the
// browser cannot do it.
async function encode(file, width, height) {
  // The server takes the colours of a file as they are. A conversion here would change them.
  const options = { imageOrientation: "from-image", colorSpaceConversion: "none" };
  const bitmap = await createImageBitmap(file, options);
  let image = bitmap;
  while (image.width >= 2 * width && image.height >= 2 * height) {
    image = scaledTo(image, Math.ceil(image.width / 2), Math.ceil(image.height / 2));
  }
  // Only a canvas can be encoded. So the photo is drawn on a canvas even if its size is right.
  if (image === bitmap || image.width !== width || image.height !== height) {
    image = scaledTo(image, width, height);
  }
  bitmap.close();
  let blob = null;
  for (const quality of QUALITIES) {
    blob = await new Promise((done) => image.toBlob(done, "image/jpeg", quality));
    if (!blob || blob.size <= WANTED_BYTES) break;
  }
  return blob;
}

// A canvas with a picture at another size. For a picture at half the size, the quality "low" makes
// each pixel the mean of four pixels.
function scaledTo(image, width, height) {
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d");
  const isHalf = image.width === 2 * width && image.height === 2 * height;
  pen.imageSmoothingQuality = isHalf ? "low" : "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas;
}

// Whether a JPEG has its end. If a file was cut short, browsers show its beginning, and nobody
// would notice that the rest is missing. The segments before the scan are skipped, because a
// preview in them has an end of its own.
function isWholeJpeg(bytes) {
  const lengthAt = (index) => (bytes[index] << 8) | bytes[index + 1];
  let at = 2;
  while (bytes[at] === 0xff && at + 4 < bytes.length) {
    const isStartOfScan = bytes[at + 1] === 0xda;
    if (isStartOfScan) return hasEndAfter(bytes, at);
    at += 2 + lengthAt(at + 2);
  }
  return false;
}

// Whether the marker of a JPEG's end, 0xff 0xd9, comes after the byte at an index.
function hasEndAfter(bytes, start) {
  let at = bytes.indexOf(0xd9, start);
  while (at !== -1) {
    if (bytes[at - 1] === 0xff) return true;
    at = bytes.indexOf(0xd9, at + 1);
  }
  return false;
}
