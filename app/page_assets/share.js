// Shares a result: as a picture drawn in this browser, or as plain text. Nothing is sent to the server.

const button = (text, action, style) => {
  const element = document.createElement("button");
  element.type = "button";
  element.className = style;
  element.textContent = text;
  element.addEventListener("click", action);
  return element;
};

async function picture({ svg, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * 2, height * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Without HTTPS browsers only copy what is selected in a field.
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

export default function (component) {
  const { data } = component;
  const root = component.parentElement.querySelector(".hu-share");
  const told = document.createElement("p");
  told.className = "hu-hint";
  told.setAttribute("role", "status");
  const tell = (text) => { told.textContent = text; };
  const asPicture = async () => {
    const blob = await picture(data);
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
  const row = document.createElement("div");
  row.className = "hu-tools";
  row.append(button(data.texts.picture, asPicture, "hu-tool"), button(data.texts.text, asText, "hu-tool"));
  root.replaceChildren(row, told);
}
