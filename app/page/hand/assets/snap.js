// Takes or picks one photo and hands it to the server. The file picker opens a phone's own camera and needs no HTTPS;
// the camera view with its frame does. The photo stays here until the server has answered: after a break, a reload or a
// restart of the server it asks whether the photo has arrived, and sends it again if not.

// The photo that waits for an answer, in the browser's own store; a browser without one forgets it with the page.
const kept = {
  open() {
    return new Promise((done, failed) => {
      const request = indexedDB.open("hu", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("photos");
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  },
  async run(mode, work) {
    try {
      const base = await this.open();
      const request = work(base.transaction("photos", mode).objectStore("photos"));
      return await new Promise((done) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => done(null);
      });
    } catch {
      return null;
    }
  },
  put: (file) => kept.run("readwrite", (photos) => photos.put(file, "waiting")),
  get: () => kept.run("readonly", (photos) => photos.get("waiting")),
  drop: () => kept.run("readwrite", (photos) => photos.delete("waiting")),
};

class Snap {
  constructor(host) {
    this.host = host;
    this.root = h("div", { class: "hu-snap" });
    this.state = "idle";
    this.count = 0;
    this.asked = false;
    this.ask = () => this.waiting && window.huLog.emit("photo", "ask", (this.asked = true));
    window.addEventListener("hu-connected", this.ask);
    kept.get().then((file) => file && this.state === "idle" && this.chosen(file));
  }

  update(data) {
    this.data = data;
    // The server has answered the photo that was sent, with a hand or with a problem.
    if (this.waiting && data.answered >= this.waiting.n) this.settle();
    // A visit that knows nothing of the photo: the server was started again, or has just said so.
    const again = data.visit !== this.told || (this.asked && this.host.said("photo", "ask") === undefined);
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
    if (n) window.huLog.emit("photo", "cancel", n);
  }

  render() {
    const { texts } = this.data;
    if (this.state === "reading") return this.root.replaceChildren(this.progress());
    const problem = this.problem || this.data.problem;
    const content = [
      h(
        "div",
        { class: "hu-drop", ondragover: (event) => event.preventDefault(), ondrop: (event) => this.dropped(event) },
        this.picker("take", { accept: "image/*", capture: "environment" }, "hu-big is-main"),
        h("p", { class: "hu-hint" }, texts.hint),
        this.others(),
      ),
      problem && h("p", { class: "hu-alert", role: "alert" }, problem),
    ];
    this.root.replaceChildren(...content.filter(Boolean));
  }

  // Behind the one button of a phone; a computer's window has room for them.
  others() {
    const { texts } = this.data;
    const open = this.root.querySelector("details")?.open ?? matchMedia("(hover: hover)").matches;
    const frame = { type: "button", class: "hu-big", "data-focus": "frame", onclick: () => this.frame() };
    return h(
      "details",
      { class: "hu-others-ways", open },
      h("summary", { class: "hu-tool", "data-focus": "more" }, texts.more),
      this.picker("pick", { accept: "image/*,.heic,.heif" }, "hu-big"),
      this.live() && h("button", frame, texts.frame),
    );
  }

  live() {
    return window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
  }

  picker(name, attributes, style) {
    const input = h("input", {
      type: "file", class: "hu-file", "aria-label": this.data.texts[name], "data-pick": name, ...attributes,
      onchange: () => input.files[0] && this.chosen(input.files[0]),
    });
    return h("label", { class: style }, input, h("span", {}, this.data.texts[name]));
  }

  dropped(event) {
    event.preventDefault();
    if (event.dataTransfer.files[0]) this.chosen(event.dataTransfer.files[0]);
  }

  chosen(file) {
    const { texts, limit } = this.data;
    this.problem = null;
    if (file.size > limit * 1e6) {
      this.problem = fill(texts.too_large, { size: Math.ceil(file.size / 1e6), limit });
      return this.render();
    }
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

  progress() {
    const image = h("img", { class: "hu-preview", src: this.preview, alt: "", onerror: () => image.remove() });
    return h(
      "div",
      { class: "hu-reading", role: "status" },
      image,
      h("div", { class: "hu-bar" }, h("span", {})),
      h("p", {}, this.data.texts.reading),
      h("p", { class: "hu-hint hu-kept" }, this.data.texts.kept),
      tool(this.data.texts.stop, "stop", () => this.cancel()),
    );
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
