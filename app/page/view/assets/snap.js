// Takes or picks a photo and sends it to the server. The file picker can open a phone's own camera,
// and works without HTTPS. The camera with its frame (camera.js) works only with HTTPS. A smaller
// copy of the photo is sent first. The full photo follows only if the server asks for it.
//
// The photo stays in the browser until the server has answered. After a break of the connection, a
// reload of the page or a restart of the server, the browser asks whether the photo has arrived,
// and sends it again if not.

// How often the page checks whether sending has failed, and the pause before it sends again.
const LOOK_FOR_FAILURE_MS = 500;
const TRY_AGAIN_MS = 2000;
const MOST_FAILURES = 5;

/** The browser's own store of the photo that waits for the server's answer. */
const photoStore = {
  put: (file) => useStore("readwrite", (photos) => photos.put(file, "waiting")),
  get: () => useStore("readonly", (photos) => photos.get("waiting")),
  drop: () => useStore("readwrite", (photos) => photos.delete("waiting")),
};

// Makes a request to the store and returns its result. In a browser that has no store or blocks it,
// the result is null, and the photo is forgotten with the page.
async function useStore(mode, request) {
  try {
    const opening = indexedDB.open("hu", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos");
    const database = await resultOf(opening);
    const photos = database.transaction("photos", mode).objectStore("photos");
    return await resultOf(request(photos));
  } catch {
    return null;
  }
}

// The result of a request to the browser's store.
function resultOf(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/**
 * A photo that waits for the server's answer.
 * @typedef {object} WaitingPhoto
 * @property {number} n - its number among the photos of the racks, from 1.
 * @property {File} file - the file to send: the smaller copy or the full photo.
 * @property {number} originalPx - if `file` is a copy, the long side of the full photo in pixels.
 *   Otherwise 0.
 * @property {File} original - the full photo.
 */

/** The picker of a photo. Its host is the `Column` that shows it. */
class Snap {
  constructor(host) {
    this.host = host;
    this.root = h("div", { class: "hu-snap" });
    // "idle", "camera" while the camera with its frame is open, or "reading" while a photo is sent
    // or read.
    this.state = "idle";
    /** @type {?WaitingPhoto} */
    this.waiting = null;
    // The number of the last photo.
    this.count = 0;
    // The share of the photo that has been sent, from 0 to 1.
    this.sentShare = 0;
    // Whether the browser has asked the server if the photo has arrived, since it was last sent.
    this.hasAsked = false;
    // The name of the server's visit to which the photo was last sent.
    this.visit = null;
    this.hasOpenedCamera = false;
    this.failures = 0;
    this.onConnected = () => this.askForArrival();
    this.onSent = ({ detail }) => this.showSentShare(detail);
    window.addEventListener("hu-connected", this.onConnected);
    window.addEventListener("hu-sent", this.onSent);
    // A photo that an earlier page of this browser has left.
    photoStore.get().then((file) => {
      if (file && this.state === "idle") this.take(file);
    });
  }

  /**
   * Shows new data of the server.
   * @param {Object} data - those of `SnapPart` in hand.py.
   */
  update(data) {
    this.data = data;
    // The server has answered the photo that was sent, with a hand or with a problem.
    if (this.waiting && data.answered >= this.waiting.n) this.forgetWaitingPhoto();
    if (this.waiting) this.sendWhatIsMissing();
    this.count = Math.max(this.count, data.answered);
    if (this.state !== "camera") this.render();
    this.openCamera();
  }

  askForArrival() {
    if (!this.waiting) return;
    this.hasAsked = true;
    window.huLog.emit("photo-ask");
  }

  // Sends the full photo if the server asks for it, or the same file again if it did not arrive.
  sendWhatIsMissing() {
    // `original` is the number of the photo of which the server needs the full photo.
    const { original, received, visit } = this.data;
    const { n, originalPx } = this.waiting;
    const isCopy = originalPx > 0;
    if (isCopy && original === n) {
      // The tiles are too small in the copy.
      this.waiting = { ...this.waiting, file: this.waiting.original, originalPx: 0 };
      this.deliver();
      return;
    }
    // The photo may be lost if the server was restarted. If the server has answered the question
    // whether the photo has arrived, `received` is the answer.
    const isNewVisit = visit !== this.visit;
    const hasAnswer = this.hasAsked && this.host.pendingAnswer("photo-ask") === undefined;
    const hasArrived = received >= n;
    if (!hasArrived && (isNewVisit || hasAnswer)) this.deliver();
  }

  // Opens the phone's camera if the tap that led to this screen asked for it. Browsers allow that
  // only for a moment after a tap.
  openCamera() {
    const isAllowed = navigator.userActivation?.isActive;
    const isWanted = this.data.open && !this.hasOpenedCamera && this.state === "idle";
    if (!isWanted || !isAllowed) return;
    this.hasOpenedCamera = true;
    this.root.querySelector("[data-pick=take]").click();
  }

  // Forgets the photo that waits for the server's answer.
  forgetWaitingPhoto() {
    this.state = "idle";
    this.waiting = null;
    photoStore.drop();
  }

  // Ends the picker when it leaves the page: the server shows the hand, or another screen.
  end() {
    window.removeEventListener("hu-connected", this.onConnected);
    window.removeEventListener("hu-sent", this.onSent);
    this.camera?.close();
    if (this.state === "reading") this.forgetWaitingPhoto();
  }

  // Sends the photo that waits, and begins to watch whether sending it fails.
  deliver() {
    this.visit = this.data.visit;
    this.hasAsked = false;
    const { n, originalPx, file } = this.waiting;
    this.showSentShare(0);
    post("snap", file, { number: n, originalPx });
    clearInterval(this.failureTimer);
    this.failureTimer = setInterval(() => this.lookForFailure(), LOOK_FOR_FAILURE_MS);
  }

  // Sends the photo again if Streamlit shows an icon because it could not send it. Streamlit itself
  // does not try again.
  lookForFailure() {
    if (!this.waiting) {
      clearInterval(this.failureTimer);
      return;
    }
    if (!document.querySelector(".st-key-post-snap [data-testid=stFileChipIconError]")) return;
    clearInterval(this.failureTimer);
    this.failures += 1;
    if (this.failures < MOST_FAILURES) {
      setTimeout(() => this.waiting && this.deliver(), TRY_AGAIN_MS);
      return;
    }
    this.problem = this.data.texts.not_sent;
    this.forgetWaitingPhoto();
    this.render();
  }

  // Forgets the photo that is being sent or read, because the player no longer wants it.
  cancel() {
    const photo = this.waiting;
    this.forgetWaitingPhoto();
    this.render();
    if (photo) window.huLog.emit("photo-cancel", photo.n);
  }

  render() {
    if (this.state === "reading") this.root.replaceChildren(this.progress());
    else this.root.replaceChildren(...this.pickers());
  }

  // The photo that is being sent or read, with its progress.
  progress() {
    const { texts } = this.data;
    const image = h("img", { class: "hu-preview", src: this.preview, alt: "" });
    // Not every browser shows every kind of photo.
    image.addEventListener("error", () => image.remove());
    this.bar = h("div", { class: "hu-bar" }, h("span", {}));
    this.step = h("p", {});
    const hint = h("p", { class: "hu-hint hu-kept" }, texts.kept);
    const stop = tool(texts.stop, "stop", () => this.cancel());
    this.showSentShare(this.sentShare);
    const attributes = { class: "hu-reading", role: "status" };
    return h("div", attributes, image, this.bar, this.step, hint, stop);
  }

  // Shows the share of the photo that has been sent. Once all has been sent, the photo is read.
  showSentShare(share) {
    this.sentShare = share;
    if (!this.step) return;
    const { texts } = this.data;
    const isSent = share >= 1;
    // Whether the full photo is being sent after its copy.
    const isOriginal = this.waiting?.originalPx === 0 && this.data.original === this.waiting.n;
    const sending = isOriginal ? texts.original : texts.sending;
    const text = isSent ? texts.reading : fill(sending, { share: Math.round(100 * share) });
    if (this.step.textContent !== text) this.step.textContent = text;
    this.bar.classList.toggle("is-share", !isSent);
    this.bar.style.setProperty("--hu-share", share);
  }

  // The ways to take or pick a photo, and the reason why the last photo was not read.
  pickers() {
    const { texts } = this.data;
    const drop = (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.take(file);
    };
    const camera = { accept: "image/*", capture: "environment" };
    const cameraButton = this.photoPicker("take", "hu-big is-main", camera);
    const hint = h("p", { class: "hu-hint" }, texts.hint);
    // Browsers accept a dropped file only if this event is handled.
    const allow = (event) => event.preventDefault();
    const attributes = { class: "hu-drop", ondragover: allow, ondrop: drop };
    const parts = [h("div", attributes, cameraButton, hint, this.otherWays())];
    const problem = this.problem || this.data.problem;
    if (problem) parts.push(h("p", { class: "hu-alert", role: "alert" }, problem));
    return parts;
  }

  photoPicker(name, style, attributes) {
    const text = this.data.texts[name];
    return picker(text, style, { "data-pick": name, ...attributes }, (file) => this.take(file));
  }

  // The other ways to send a photo. On a phone they are folded. On a computer, which has a mouse,
  // they are open. Once drawn they stay as the player left them.
  otherWays() {
    const { texts } = this.data;
    const hasMouse = matchMedia("(hover: hover)").matches;
    const isOpen = this.root.querySelector("details")?.open ?? hasMouse;
    const hasCamera = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
    const showCamera = () => this.showCamera();
    const button = { type: "button", class: "hu-big", "data-focus": "frame", onclick: showCamera };
    return h(
      "details",
      { class: "hu-others-ways", open: isOpen },
      h("summary", { class: "hu-tool", "data-focus": "more" }, texts.more),
      this.photoPicker("pick", "hu-big", { accept: "image/*,.heic,.heif" }),
      hasCamera && h("button", button, texts.frame),
    );
  }

  // Sends a photo, and shows it meanwhile.
  async take(file) {
    this.problem = messageIfTooLarge(file, this.data);
    if (this.problem) {
      this.render();
      return;
    }
    this.preview = URL.createObjectURL(file);
    this.state = "reading";
    this.failures = 0;
    this.sentShare = 0;
    this.render();
    this.count += 1;
    const photo = { n: this.count, file, originalPx: 0, original: file };
    this.waiting = photo;
    // Until the photo is sent for the first time, `update` must not find a new visit and send it.
    this.visit = this.data.visit;
    // The photo is stored before it is sent, because sending may load the page again.
    await photoStore.put(file);
    const { file: copy, originalPx } = await shrink(file);
    // The player may have cancelled meanwhile.
    if (this.waiting !== photo) return;
    photo.file = copy;
    photo.originalPx = originalPx;
    window.huOriginal = { n: photo.n, file };
    this.deliver();
  }

  // Opens the camera with its frame. If it cannot be used, shows that.
  async showCamera() {
    this.problem = null;
    const take = (photo) => {
      this.closeCamera();
      this.take(photo);
    };
    const leave = () => {
      this.closeCamera();
      this.render();
    };
    this.camera = new Camera(this.data.texts, { take, leave });
    try {
      await this.camera.open();
    } catch {
      this.problem = this.data.texts.no_camera;
      this.render();
      return;
    }
    this.state = "camera";
    this.root.replaceChildren(...this.camera.parts);
  }

  closeCamera() {
    this.camera.close();
    this.state = "idle";
  }
}
