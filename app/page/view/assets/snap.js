// Takes or picks one photo and hands it to the server. The file picker opens a phone's own camera and needs no HTTPS;
// the camera view with its frame does. The photo stays here until the server has answered: after a break, a reload or a
// restart of the server it asks whether the photo has arrived, and sends it again if not.

// The photo that waits for an answer, in the browser's own store; a browser without one forgets it with the page.
const answered = (request) =>
  new Promise((done, failed) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => failed(request.error) }));
async function store(mode, work) {
  try {
    const request = indexedDB.open("hu", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos");
    const base = await answered(request);
    return await answered(work(base.transaction("photos", mode).objectStore("photos")));
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
    window.addEventListener("hu-connected", this.ask);
    kept.get().then((file) => file && this.state === "idle" && this.chosen(file));
  }

  update(data) {
    this.data = data;
    // The server has answered the photo that was sent, with a hand or with a problem.
    if (this.waiting && data.answered >= this.waiting.n) this.settle();
    // A visit that knows nothing of the photo: the server was started again, or has just said so.
    const again = data.visit !== this.told || (this.asked && this.host.said("photo-ask") === undefined);
    if (this.waiting && data.received < this.waiting.n && again) this.deliver();
    this.count = Math.max(this.count, data.answered);
    if (this.state !== "camera") this.render();
    this.open();
  }

  // The phone's camera at once where the tap that led here asked for it; browsers allow it for a moment after a tap.
  open() {
    if (!this.data.open || this.opened || this.state !== "idle" || !navigator.userActivation?.isActive) return;
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
    this.camera?.close();
    if (this.state === "reading") this.settle();
  }

  deliver() {
    [this.told, this.asked] = [this.data.visit, false];
    post("snap", this.waiting.n, this.waiting.file);
    clearInterval(this.looking);
    this.looking = setInterval(() => this.look(), 500);
  }

  // Streamlit says that it could not send a file, and leaves it at that.
  look() {
    if (!this.waiting) return clearInterval(this.looking);
    if (!document.querySelector(".st-key-post-snap [data-testid=stFileChipIconError]")) return;
    clearInterval(this.looking);
    this.failures += 1;
    if (this.failures < 5) return setTimeout(() => this.waiting && this.deliver(), 2000);
    this.problem = this.data.texts.busy;
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
    const { texts } = this.data;
    if (this.state === "reading") {
      const image = h("img", { class: "hu-preview", src: this.preview, alt: "", onerror: () => image.remove() });
      const bar = h("div", { class: "hu-bar" }, h("span", {}));
      const words = [h("p", {}, texts.reading), h("p", { class: "hu-hint hu-kept" }, texts.kept)];
      const stop = tool(texts.stop, "stop", () => this.cancel());
      return this.root.replaceChildren(h("div", { class: "hu-reading", role: "status" }, image, bar, ...words, stop));
    }
    const drop = (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.chosen(event.dataTransfer.files[0]);
    };
    const pick = (name, style, ways) => picker(texts[name], style, { "data-pick": name, ...ways }, (file) => this.chosen(file));
    // Behind the one button of a phone; a computer's window has room for them.
    const open = this.root.querySelector("details")?.open ?? matchMedia("(hover: hover)").matches;
    const live = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
    const frame = { type: "button", class: "hu-big", "data-focus": "frame", onclick: () => this.frame() };
    const others = h(
      "details",
      { class: "hu-others-ways", open },
      h("summary", { class: "hu-tool", "data-focus": "more" }, texts.more),
      pick("pick", "hu-big", { accept: "image/*,.heic,.heif" }),
      live && h("button", frame, texts.frame),
    );
    const take = pick("take", "hu-big is-main", { accept: "image/*", capture: "environment" });
    const problem = this.problem || this.data.problem;
    this.root.replaceChildren(
      h("div", { class: "hu-drop", ondragover: (event) => event.preventDefault(), ondrop: drop }, take, h("p", { class: "hu-hint" }, texts.hint), others),
      ...(problem ? [h("p", { class: "hu-alert", role: "alert" }, problem)] : []),
    );
  }

  chosen(file) {
    this.problem = tooLarge(file, this.data);
    if (this.problem) return this.render();
    this.preview = URL.createObjectURL(file);
    this.state = "reading";
    this.failures = 0;
    this.render();
    this.count += 1;
    this.waiting = { n: this.count, file };
    this.told = this.data.visit;
    // Kept before it is sent: sending may load the page again.
    kept.put(file).then(() => this.waiting?.file === file && this.deliver());
  }

  async frame() {
    this.problem = null;
    this.camera = new Camera(this.data.texts, (photo) => this.stop(photo), () => this.stop());
    try {
      await this.camera.open();
    } catch {
      this.problem = this.data.texts.no_camera;
      return this.render();
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
