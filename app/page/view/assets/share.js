// Shares a result: as a picture drawn in this browser, or as plain text. Nothing is sent to the
// server.

// Milliseconds in which a browser loads a font that is inside of a picture.
const FONT_MS = 300;
// Pixels of the picture for each of its units.
const SHARPNESS = 2;
const LINK_KEPT_MS = 10_000;

// A picture sees no font but the device's own: the font with the Chinese names is put into it.
async function fontOfNames() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const isFont = (rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("data:font");
  const source = rules.find(isFont).style.getPropertyValue("src");
  const face = `font-family: "Hu names"; src: ${source}; font-display: swap;`;
  return `<style>@font-face { ${face} }</style>`;
}

// Draws a result as a PNG file.
async function drawPicture({ svg, width, height, strip }) {
  const image = new Image();
  const font = await fontOfNames().catch(() => "");
  const content = svg.replace(">", `>${font}`);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(content)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const pen = canvas.getContext("2d");
  // The first drawing makes the browser load the font in the picture, and no event says when it is
  // loaded.
  for (const wait of [FONT_MS, 0]) {
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((done) => setTimeout(done, wait));
  }
  if (strip) await drawStrip(pen, strip);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Draws the part of the photo that shows the hand.
async function drawStrip(pen, strip) {
  const photo = new Image();
  photo.src = pictureOf(strip.photo);
  // A photo that the server no longer keeps leaves its place to the paper.
  await photo.decode().catch(() => null);
  if (!photo.naturalWidth) return;
  const [left, top, wide, high] = strip.from;
  const corner = [left * photo.naturalWidth, top * photo.naturalHeight];
  const size = [wide * photo.naturalWidth, high * photo.naturalHeight];
  const place = strip.to.map((length) => length * SHARPNESS);
  pen.drawImage(photo, ...corner, ...size, ...place);
}

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Without HTTPS browsers only copy the selected text of a field.
  const field = h("textarea", {}, text);
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LINK_KEPT_MS);
}

function sharing(data) {
  const { texts } = data;
  const status = h("p", { class: "hu-hint", role: "status" });
  const sharePicture = async () => {
    const blob = await drawPicture(data);
    const file = new File([blob], data.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      // Closing the phone's share menu is no error.
      await navigator.share({ files: [file] }).catch(() => null);
      return;
    }
    download(blob, data.name);
    status.replaceChildren(texts.share_saved);
  };
  const shareText = async () => {
    await copy(data.text);
    status.replaceChildren(texts.share_copied);
  };
  const row = h(
    "div",
    { class: "hu-tools" },
    tool(texts.share_picture, "share-picture", sharePicture),
    tool(texts.share_text, "share-text", shareText),
  );
  return h("div", { class: "hu-share" }, row, status);
}
