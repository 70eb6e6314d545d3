// Shares a result as a picture that this browser draws, or as plain text. Nothing is sent to the
// server.

// The time in which a browser loads a font that is inside of a picture.
const FONT_MS = 300;
// Pixels of the file for each unit of the picture.
const SHARPNESS = 2;
// The address of a file stays valid for this time after the tap that saves the file.
const ADDRESS_MS = 10_000;

// The font with the Chinese characters of names, as markup to put into a picture. A picture can use
// only fonts of the device and fonts that are inside of it.
function fontOfNames() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const isFont = (rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("data:font");
  const source = rules.find(isFont).style.getPropertyValue("src");
  const face = `font-family: "Hu names"; src: ${source}; font-display: swap;`;
  return `<style>@font-face { ${face} }</style>`;
}

// The markup of `fontOfNames`, or an empty text if the font is not found.
function fontOrNothing() {
  try {
    return fontOfNames();
  } catch {
    // The style sheets cannot be read, or hold no such font.
    return "";
  }
}

/**
 * Draws a result.
 * @param {Object} data - those of `SharePart` in panel.py.
 * @returns {Promise<Blob>} a PNG file.
 */
async function drawResult({ svg, width, height, strip }) {
  const image = new Image();
  // The font is put behind the first tag.
  const content = svg.replace(">", `>${fontOrNothing()}`);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(content)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const pen = canvas.getContext("2d");
  // The first drawing makes the browser load the font in the picture. No event follows when the
  // font is loaded, so the second drawing comes after a pause.
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  await new Promise((done) => setTimeout(done, FONT_MS));
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  if (strip) await drawStrip(pen, strip);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * Draws the part of the photo that shows the hand.
 * @param {CanvasRenderingContext2D} pen
 * @param {{photo: string, from: number[], to: number[]}} strip - the key of the photo, the part as
 *   left, top, width and height in shares of the photo, and its place in units of the picture.
 */
async function drawStrip(pen, strip) {
  const photo = new Image();
  photo.src = pictureOf(strip.photo);
  // If the server has forgotten the photo, its place in the picture stays empty.
  await photo.decode().catch(() => null);
  if (!photo.naturalWidth) return;
  const [left, top, width, height] = strip.from;
  const part = [
    left * photo.naturalWidth,
    top * photo.naturalHeight,
    width * photo.naturalWidth,
    height * photo.naturalHeight,
  ];
  const place = strip.to.map((length) => length * SHARPNESS);
  pen.drawImage(photo, ...part, ...place);
}

// Copies a text to the clipboard. Returns whether the browser allowed it.
async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The clipboard is refused, for example in a frame. The older way may still be allowed.
    }
  }
  // Without HTTPS browsers only copy the selected text of a field.
  const field = h("textarea", {}, text);
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_MS);
}

/** The buttons that share a result. Their data are those of `SharePart` in panel.py. */
function shareButtons(data) {
  const { texts } = data;
  const status = h("p", { class: "hu-hint", role: "status" });
  const sharePicture = async () => {
    const blob = await drawResult(data);
    const file = new File([blob], data.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      // Closing the phone's menu is no error.
      await navigator.share({ files: [file] }).catch(() => null);
      return;
    }
    download(blob, data.name);
    status.replaceChildren(texts.share_saved);
  };
  const shareText = async () => {
    const isCopied = await copy(data.text);
    // A text that was not copied is shown, so that it can be copied by hand.
    status.replaceChildren(isCopied ? texts.share_copied : h("pre", {}, data.text));
  };
  const row = h(
    "div",
    { class: "hu-tools" },
    tool(texts.share_picture, "share-picture", sharePicture),
    tool(texts.share_text, "share-text", shareText),
  );
  return h("div", { class: "hu-share" }, row, status);
}
