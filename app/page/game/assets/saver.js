// The button that puts a hand on the sheet. A tap is numbered and kept in the browser until the server has taken it in:
// it is sent again after a cut or a reload, and the hand's token makes it count once.

const KEPT = "hu-save";
const savers = new WeakMap();
// The last tap that this page has sent; what an earlier page left is sent once the button is there again.
let sent = 0;

class SaverView {
  constructor(root) {
    this.root = root;
    window.addEventListener("hu-connected", () => this.root.isConnected && this.deliver());
  }

  // The tap on the hand that is shown, as long as the server has not answered it.
  get pending() {
    const tap = JSON.parse(sessionStorage.getItem(KEPT) || "null");
    return tap && tap.token === this.data.token && tap.n > this.data.ack ? tap : null;
  }

  update(data, send) {
    this.data = data;
    this.send = send;
    this.render();
    if (this.pending && this.pending.n > sent) this.deliver();
  }

  tap() {
    if (this.pending) return;
    sessionStorage.setItem(KEPT, JSON.stringify({ n: Math.max(Date.now(), this.data.ack + 1), token: this.data.token }));
    this.render();
    this.deliver();
  }

  deliver() {
    if (!this.pending) return;
    sent = this.pending.n;
    this.send(another(this.pending));
  }

  render() {
    const { text, saving, near } = this.data;
    const wait = Boolean(this.pending);
    const more = { class: "hu-big is-main", "aria-disabled": String(wait), onclick: () => this.tap() };
    this.root.classList.toggle("is-near", near);
    this.root.replaceChildren(h("button", { type: "button", "data-focus": "save", ...more }, wait ? saving : text));
  }
}

export default undisturbed((component) => {
  const root = component.parentElement.querySelector(".hu-saver");
  if (!savers.has(root)) savers.set(root, new SaverView(root));
  savers.get(root).update(component.data, (tap) => component.setStateValue("tap", tap));
});
