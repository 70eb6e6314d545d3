// Takes or picks one photo and hands it to the server. The file picker opens a phone's own camera
// and needs no HTTPS; the camera view with its frame does. The photo stays here until the server
// has answered: after a break, a reload or a restart of the server it asks whether the photo has
// arrived, and sends it again if not. A smaller copy is sent first. The photo itself follows only
// if the server asks for it.

// Milliseconds between two looks whether sending has failed, and until it is tried again.
const LOOK_FOR_FAILURE_MS = 500;
const TRY_AGAIN_MS = 2000;
const MOST_FAILURES = 5;

// The result of a request to the browser's own store.
function answered(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

// Works on the photo that waits for an answer, in the browser's own store. A browser without a
// store, or that blocks it, forgets the photo with the page.
async function store(mode, work) {
  try {
    const request = indexedDB.open("hu", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos");
    const base = await answered(request);
    const photos = base.transaction("photos", mode).objectStore("photos");
    return await answered(work(photos));
  } catch {
    return null;
  }
}

const kept = {
  put: (file) => store("readwrite", (photos) => photos.put(file, "waiting")),
  get: () => store("readonly", (photos) => photos.get("waiting")),
  drop: () => store("readwrite", (photos) => photos.delete("waiting")),
};

class Snap {
  constructor(host) {
    this.host = host;
    this.root = h("div", { class: "hu-snap" });
    this.state = "idle";
    this.count = 0;
    this.asked = false;
    this.ask = () => {
      if (!this.waiting) return;
      this.asked = true;
      window.huLog.emit("photo-ask");
    };
    this.sent = ({ detail }) => this.showShare(detail);
    window.addEventListener("hu-connected", this.ask);
    window.addEventListener("hu-sent", this.sent);
    kept.get().then((file) => {
      if (file && this.state === "idle") this.chosen(file);
    });
  }

  update(data) {
    this.data = data;
    // The server has answered the photo that was sent, with a hand or with a problem.
    if (this.waiting && data.answered >= this.waiting.n) this.settle();
    if (this.waiting) this.sendWhatIsMissing();
    this.count = Math.max(this.count, data.answered);
    if (this.state !== "camera") this.render();
    this.open();
  }

  sendWhatIsMissing() {
    const { original, received, visit } = this.data;
    const { n, whole } = this.waiting;
    if (original === n && whole) {
      // The tiles are too small in the copy.
      this.waiting = { n, file: this.waiting.original, whole: 0, original: this.waiting.original };
      this.deliver();
      return;
    }
    // A visit that knows nothing of the photo: the server was started again, or has just said so.
    const isNewVisit = visit !== this.told;
    const isAnswered = this.asked && this.host.pendingAnswer("photo-ask") === undefined;
    if (received < n && (isNewVisit || isAnswered)) this.deliver();
  }

  // The phone's camera at once where the tap that led here asked for it; browsers allow it for a
  // moment after a tap.
  open() {
    const isAllowed = navigator.userActivation?.isActive;
    if (!this.data.open || this.opened || this.state !== "idle" || !isAllowed) return;
    this.opened = true;
    this.root.querySelector("[data-pick=take]").click();
  }

  settle() {
    this.state = "idle";
    this.waiting = null;
    kept.drop();
  }

  // The component goes when the server shows the hand, or when the player has gone elsewhere.
  end() {
    window.removeEventListener("hu-connected", this.ask);
    window.removeEventListener("hu-sent", this.sent);
    this.camera?.close();
    if (this.state === "reading") this.settle();
  }

  deliver() {
    this.told = this.data.visit;
    this.asked = false;
    const { n, whole, file } = this.waiting;
    this.showShare(0);
    post("snap", whole ? `${n}x${whole}` : n, file);
    clearInterval(this.looking);
    this.looking = setInterval(() => this.look(), LOOK_FOR_FAILURE_MS);
  }

  // Streamlit says that it could not send a file, and leaves it at that.
  look() {
    if (!this.waiting) {
      clearInterval(this.looking);
      return;
    }
    if (!document.querySelector(".st-key-post-snap [data-testid=stFileChipIconError]")) return;
    clearInterval(this.looking);
    this.failures += 1;
    if (this.failures < MOST_FAILURES) {
      setTimeout(() => this.waiting && this.deliver(), TRY_AGAIN_MS);
      return;
    }
    this.problem = this.data.texts.not_sent;
    this.settle();
    this.render();
  }

  cancel() {
    const { n } = this.waiting || {};
    this.settle();
    this.render();
    if (n) window.huLog.emit("photo-cancel", n);
  }

  render() {
    if (this.state === "reading") this.root.replaceChildren(this.progress());
    else this.root.replaceChildren(...this.pickers());
  }

  // The photo that is sent or read.
  progress() {
    const { texts } = this.data;
    const image = h("img", { class: "hu-preview", src: this.preview, alt: "" });
    image.addEventListener("error", () => image.remove());
    this.bar = h("div", { class: "hu-bar" }, h("span", {}));
    this.step = h("p", {});
    const hint = h("p", { class: "hu-hint hu-kept" }, texts.kept);
    const stop = tool(texts.stop, "stop", () => this.cancel());
    this.showShare(this.share);
    const look = { class: "hu-reading", role: "status" };
    return h("div", look, image, this.bar, this.step, hint, stop);
  }

  // How much of the photo has been sent, from 0 to 1. Once all has been sent, it is read.
  showShare(share) {
    this.share = share;
    if (!this.step) return;
    const { texts } = this.data;
    const isSent = share >= 1;
    const isAskedFor = this.waiting?.whole === 0 && this.data.original === this.waiting.n;
    const sending = isAskedFor ? texts.original : texts.sending;
    const text = isSent ? texts.reading : fill(sending, { share: Math.round(100 * share) });
    if (this.step.textContent !== text) this.step.textContent = text;
    this.bar.classList.toggle("is-share", !isSent);
    this.bar.style.setProperty("--hu-share", share);
  }

  pickers() {
    const { texts } = this.data;
    const drop = (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.chosen(file);
    };
    const camera = { accept: "image/*", capture: "environment" };
    const take = this.picker("take", "hu-big is-main", camera);
    const hint = h("p", { class: "hu-hint" }, texts.hint);
    const look = { class: "hu-drop", ondragover: (event) => event.preventDefault(), ondrop: drop };
    const parts = [h("div", look, take, hint, this.otherWays())];
    const problem = this.problem || this.data.problem;
    if (problem) parts.push(h("p", { class: "hu-alert", role: "alert" }, problem));
    return parts;
  }

  picker(name, look, attributes) {
    const more = { "data-pick": name, ...attributes };
    return picker(this.data.texts[name], look, more, (file) => this.chosen(file));
  }

  // Behind the one button of a phone; a computer's window has room for them.
  otherWays() {
    const { texts } = this.data;
    const hasRoom = matchMedia("(hover: hover)").matches;
    const isOpen = this.root.querySelector("details")?.open ?? hasRoom;
    const hasCamera = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
    const open = () => this.frame();
    const look = { type: "button", class: "hu-big", "data-focus": "frame", onclick: open };
    return h(
      "details",
      { class: "hu-others-ways", open: isOpen },
      h("summary", { class: "hu-tool", "data-focus": "more" }, texts.more),
      this.picker("pick", "hu-big", { accept: "image/*,.heic,.heif" }),
      hasCamera && h("button", look, texts.frame),
    );
  }

  async chosen(file) {
    this.problem = tooLarge(file, this.data);
    if (this.problem) {
      this.render();
      return;
    }
    this.preview = URL.createObjectURL(file);
    this.state = "reading";
    this.failures = 0;
    this.share = 0;
    this.render();
    this.count += 1;
    this.waiting = { n: this.count, file, whole: 0, original: file };
    const { waiting } = this;
    this.told = this.data.visit;
    // Kept before it is sent: sending may load the page again.
    await kept.put(file);
    const { file: copy, whole } = await shrunk(file);
    if (this.waiting !== waiting) return;
    Object.assign(waiting, { file: copy, whole });
    window.huOriginal = { n: waiting.n, file };
    this.deliver();
  }

  async frame() {
    this.problem = null;
    const taken = (photo) => this.stop(photo);
    const closed = () => this.stop();
    this.camera = new Camera(this.data.texts, taken, closed);
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

  stop(photo) {
    this.camera.close();
    this.state = "idle";
    if (photo) this.chosen(photo);
    else this.render();
  }
}
