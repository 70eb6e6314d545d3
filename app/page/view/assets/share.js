// Shares a result: as a picture drawn in this browser, or as plain text. Nothing is sent to the server.

const FONT_MS = 300;

// A picture sees no font but the device's own: the one with the Chinese names is put into it.
async function names() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const source = rules.find((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("data:font")).style.getPropertyValue("src");
  return `<style>@font-face { font-family: "Hu names"; src: ${source}; font-display: swap; }</style>`;
}

async function drawn({ svg, width, height, strip }) {
  const image = new Image();
  const font = await names().catch(() => "");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace(">", `>${font}`))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * 2, height * 2];
  const pen = canvas.getContext("2d");
  // The first drawing makes the browser load the font in the picture, and no event says when it has.
  for (const wait of [FONT_MS, 0]) {
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((done) => setTimeout(done, wait));
  }
  if (strip) {
    const photo = Object.assign(new Image(), { src: pictureOf(strip.photo) });
    // A photo that the server no longer keeps leaves its place to the paper.
    await photo.decode().catch(() => null);
    const [x, y, wide, high] = strip.from;
    const part = [x * photo.naturalWidth, y * photo.naturalHeight, wide * photo.naturalWidth, high * photo.naturalHeight];
    if (photo.naturalWidth) pen.drawImage(photo, ...part, ...strip.to.map((length) => length * 2));
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Without HTTPS browsers only copy what is selected in a field.
  const field = h("textarea", {}, text);
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function sharing(data) {
  const told = h("p", { class: "hu-hint", role: "status" });
  const tell = (text) => told.replaceChildren(text);
  const asPicture = async () => {
    const blob = await drawn(data);
    const file = new File([blob], data.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      // Closing the phone's share menu is no error.
      await navigator.share({ files: [file] }).catch(() => null);
    } else {
      const link = h("a", { href: URL.createObjectURL(blob), download: data.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      tell(data.texts.share_saved);
    }
  };
  const asText = async () => {
    await copy(data.text);
    tell(data.texts.share_copied);
  };
  const row = h(
    "div",
    { class: "hu-tools" },
    tool(data.texts.share_picture, "share-picture", asPicture),
    tool(data.texts.share_text, "share-text", asText),
  );
  return h("div", { class: "hu-share" }, row, told);
}
