// Sends files from the player's device to the server.

/**
 * Makes a button that picks a file, or several. The same file can be picked again.
 * @param {string} text - the text of the button.
 * @param {string} style - its class.
 * @param {Object} attributes - those of the field in it, such as the kinds of files.
 * @param {function(File)} take - called with each file.
 */
function picker(text, style, attributes, take) {
  const takeAll = ({ target }) => {
    for (const file of target.files) take(file);
    target.value = "";
  };
  const field = h("input", {
    type: "file",
    class: "hu-file",
    "aria-label": text,
    onchange: takeAll,
    ...attributes,
  });
  return h("label", { class: style }, field, h("span", {}, text));
}

/**
 * The message about a photo that is larger than the server takes. Null for any other photo.
 * @param {File} photo
 * @param {{limit: number, texts: Object}} rule - the limit is in megabytes.
 */
function messageIfTooLarge({ size }, { limit, texts }) {
  if (size <= limit * 1e6) return null;
  return fill(texts.too_large, { size: Math.ceil(size / 1e6), limit });
}

// The longest wait for the server's answer.
const ANSWER_MS = 4000;

// Asks the server whether it answers. The page is loaded again only if it does, because without a
// network the browser would show an error of its own in place of the page.
async function isAnswering() {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch("./_stcore/health", { cache: "no-store", signal });
    return answer.ok;
  } catch {
    return false;
  }
}

// How many times an uploader is looked for, and the pause between two looks.
const LOOKS = 1200;
const LOOK_MS = 50;

// Waits for the uploader beside a component, and returns its field. Null if it does not come. If
// the script of the uploader could not be loaded, Streamlit shows an error in its place. Then this
// loads the page again as soon as the server answers.
async function uploaderField(key) {
  const uploader = `.st-key-post-${CSS.escape(key)}`;
  for (let look = 0; look <= LOOKS; look += 1) {
    const field = document.querySelector(`${uploader} input[type=file]`);
    if (field) return field;
    const error = document.querySelector(`${uploader} [data-testid=stAlertContentError]`);
    if (error && (await isAnswering())) {
      location.reload();
      return null;
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return null;
}

/**
 * Gives a file to the uploader beside a component, which sends it unchanged. The numbers of a photo
 * are written before the file's name (see `receive_files` in files.py).
 * @param {string} key - names the uploader.
 * @param {File} file
 * @param {Object} photo
 * @param {number} photo.number - the number of a rack's photo. 0 for any other file.
 * @param {number} photo.originalPx - if the file is a smaller copy of a photo, the long side of the
 *   full photo in pixels. 0 for any other file.
 */
async function post(key, file, { number = 0, originalPx = 0 } = {}) {
  const field = await uploaderField(key);
  if (!field) return;
  const numbers = originalPx ? `${number}x${originalPx}` : String(number);
  const transfer = new DataTransfer();
  transfer.items.add(new File([file], `${numbers}-${file.name}`, { type: file.type }));
  field.files = transfer.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// Streamlit sends files by XMLHttpRequest and does not report how much has been sent. From now on
// each request for a file reports it as an event `hu-sent`, with a share from 0 to 1.
function reportSending() {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function sendAndReport(body) {
    if (body instanceof FormData) {
      const report = (detail) => window.dispatchEvent(new CustomEvent("hu-sent", { detail }));
      this.upload.addEventListener("progress", ({ loaded, total }) => report(loaded / total));
      this.upload.addEventListener("load", () => report(1));
    }
    return send.call(this, body);
  };
}

if (!window.huReportsSending) reportSending();
window.huReportsSending = true;
