// Shares a result: as a picture drawn in this browser, or as plain text. Nothing is sent to the server.

// A picture sees no font but the device's own: the one with the Chinese names is put into it.
async function names() {
  const answer = await fetch("./names.woff2");
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = () => done(reader.result)));
  reader.readAsDataURL(await answer.blob());
  return `<style>@font-face { font-family: "Hu names"; src: url(${await read}) format("woff2"); }</style>`;
}

async function drawn({ svg, width, height }) {
  const image = new Image();
  const font = await names().catch(() => "");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace(">", `>${font}`))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * 2, height * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
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

export default undisturbed((component) => {
  const { data } = component;
  const root = component.parentElement.querySelector(".hu-share");
  // The page runs again after every tap; what has just been said here stays until the result changes.
  const result = JSON.stringify(data);
  if (root.shared === result) return;
  root.shared = result;
  const told = h("p", { class: "hu-hint", role: "status" });
  const tell = (text) => told.replaceChildren(text);
  const asPicture = async () => {
    const blob = await drawn(data);
    const file = new File([blob], data.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      // Closing the phone's share menu is no error.
      await navigator.share({ files: [file] }).catch(() => null);
    } else {
      save(blob, data.name);
      tell(data.texts.saved);
    }
  };
  const asText = async () => {
    await copy(data.text);
    tell(data.texts.copied);
  };
  const row = h(
    "div",
    { class: "hu-tools" },
    tool(data.texts.picture, "share-picture", asPicture),
    tool(data.texts.text, "share-text", asText),
  );
  root.replaceChildren(row, told);
});
