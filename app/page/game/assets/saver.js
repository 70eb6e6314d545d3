// The button that puts a hand on the sheet; the hand's token makes it count once.

const savers = new WeakMap();

class SaverView {
  constructor(root) {
    this.root = root;
  }

  // Whether the hand that is shown is on its way.
  get pending() {
    return window.huLog.open(this.data).some(({ op }) => op[0] === "save" && op[1] === this.data.token);
  }

  update(data) {
    this.data = data;
    this.render();
  }

  tap() {
    if (this.pending) return;
    window.dispatchEvent(new Event("hu-save"));
    window.huLog.emit("save", this.data.token);
    this.render();
  }

  render() {
    const { text, saving, near } = this.data;
    const wait = this.pending;
    const more = { class: "hu-big is-main", "aria-disabled": String(wait), onclick: () => this.tap() };
    this.root.classList.toggle("is-near", near);
    this.root.replaceChildren(h("button", { type: "button", "data-focus": "save", ...more }, wait ? saving : text));
  }
}

export default undisturbed((component) => {
  const root = component.parentElement.querySelector(".hu-saver");
  if (!savers.has(root)) savers.set(root, new SaverView(root));
  savers.get(root).update(component.data);
});
