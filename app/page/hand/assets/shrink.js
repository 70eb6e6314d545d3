// Makes a very large photo smaller before it is sent, and turns it upright. All others are sent as they are, so that they
// are read just as from a file: faces of hands seen from afar need every pixel. What the browser cannot decode, or what
// the server should judge (damaged, enormous), is sent as it is too.

const ENOUGH_BYTES = 6e6;
const SENT = { side: 4032, quality: 0.92 };
const SHRINKABLE = ["image/jpeg", "image/heic", "image/heif", "image/avif"];
// The server refuses more; decoding them could end a phone's browser.
const MOST_PIXELS = 50e6;

async function shrunk(file) {
  // AVIF the server does not decode.
  const good = file.size <= ENOUGH_BYTES && file.type !== "image/avif";
  if (good || !SHRINKABLE.includes(file.type) || !window.createImageBitmap) return file;
  const { side, quality } = SENT;
  try {
    const jpeg = file.type === "image/jpeg";
    const size = jpeg ? jpegSize(new Uint8Array(await file.arrayBuffer())) : null;
    if (jpeg && (!size || size[0] * size[1] > MOST_PIXELS)) return file;
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((length) => Math.round(length * scale));
    const canvas = h("canvas", { width, height });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    return blob ? new File([blob], file.name, { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
}

// Width and height of a JPEG by its header; null for a file that is damaged or ends too early: browsers show a part of
// it, and nobody would learn that the rest is missing.
function jpegSize(bytes) {
  const word = (at) => (bytes[at] << 8) | bytes[at + 1];
  let size = null;
  for (let at = 2; bytes[at] === 0xff && at + 9 < bytes.length; at += 2 + word(at + 2)) {
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) size = [word(at + 7), word(at + 5)];
    if (marker === 0xda) return endsAfter(bytes, at) ? size : null;
  }
  return null;
}

function endsAfter(bytes, start) {
  for (let at = bytes.lastIndexOf(0xd9); at > start; at = bytes.lastIndexOf(0xd9, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}
