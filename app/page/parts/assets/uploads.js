// Files from the player's device to the server.

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
function tooLarge({ size }, { limit, texts }) {
  if (size <= limit * 1e6) return null;
  return fill(texts.too_large, { size: Math.ceil(size / 1e6), limit });
}

// The longest wait for the server's answer.
const ANSWER_MS = 4000;

// Asks whether the server answers now. Without a network, loading the page again would show the
// browser's own error in place of the page.
async function isAnswering() {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch("./_stcore/health", { cache: "no-store", signal });
    return answer.ok;
  } catch {
    return false;
  }
}

// The uploader is looked for this often, with this pause between two looks.
const LOOKS = 1200;
const LOOK_MS = 50;

/**
 * Gives a file to the uploader that Streamlit has put beside a component. It sends the file as it
 * is. Streamlit shows an error in place of an uploader whose script was lost on its way. Then the
 * page is loaded again once its server answers.
 * @param {string} key - names the uploader.
 * @param {number|string} number - the number of a rack's photo, followed by `x` and the long side
 *   of the photo itself if the file is a smaller copy. 0 for any other file.
 * @param {File} file
 */
async function post(key, number, file) {
  const uploader = `.st-key-post-${CSS.escape(key)}`;
  const find = (part) => document.querySelector(`${uploader} ${part}`);
  for (let look = 0; !find("input[type=file]"); look += 1) {
    const isLost = find("[data-testid=stAlertContentError]") !== null;
    if (isLost && (await isAnswering())) {
      location.reload();
      return;
    }
    if (look === LOOKS) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  const transfer = new DataTransfer();
  transfer.items.add(new File([file], `${number}-${file.name}`, { type: file.type }));
  const field = find("input[type=file]");
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
