// What stands beside the tiles: seats, questions, racks, Save. Each part of the data has a method of its kind here; what is
// tapped shows at once and goes to the log of events.

const views = new WeakMap();

class Answers {
  constructor(root) {
    this.root = root;
    // Markup stays as it is drawn, opened patterns too, as long as it says the same.
    this.blocks = new Map();
  }

  update(data) {
    this.data = data;
    this.render();
  }

  render() {
    const held = document.activeElement;
    const [focus, typed] = [this.root.contains(held) && held.dataset.focus, held?.value];
    const before = this.blocks;
    this.blocks = new Map();
    const parts = this.data.parts.map((part) => (part.kind === "html" ? this.html(part, before) : this[part.kind](part)));
    this.root.replaceChildren(...parts);
    const again = focus ? this.root.querySelector(`[data-focus="${CSS.escape(focus)}"]`) : null;
    again?.focus({ preventScroll: true });
    if (again?.matches("input[type=number]")) again.value = typed;
  }

  // What was said last of something, as long as the server has not answered it.
  said(...start) {
    return window.huLog.open(this.data).findLast(({ op }) => start.every((word, place) => op[place] === word))?.op.slice(start.length);
  }

  say(...op) {
    window.huLog.emit(...op);
    this.render();
  }

  html({ html }, before) {
    const block = before.get(html) || h("div", {});
    // All words in it are escaped by the server.
    if (!block.firstChild) block.innerHTML = html;
    this.blocks.set(html, block);
    return block;
  }

  choice({ op, question, options, chosen, many }) {
    const [said] = this.said(...op) || [];
    const now = said === undefined ? chosen : many ? said : [said];
    const option = ([value, label]) => {
      const on = now.includes(value);
      const others = now.filter((other) => other !== value);
      const next = many ? (on ? others : [...others, value]) : on ? null : value;
      const role = many ? { "aria-pressed": String(on) } : { role: "radio", "aria-checked": String(on) };
      const look = { class: `hu-option${on ? " is-chosen" : ""}`, type: "button", "data-focus": `${op.join("-")}-${value}` };
      return h("button", { ...look, ...role, onclick: () => this.say(...op, next) }, label);
    };
    const role = many ? "group" : "radiogroup";
    return h(
      "section",
      { class: `hu-choice-of is-${op.at(-1)}` },
      h("p", { class: "hu-question" }, question),
      h("div", { class: "hu-options", role, "aria-label": question }, ...options.map(option)),
    );
  }

  select({ op, question, options, chosen }) {
    const [said] = this.said(...op) || chosen;
    const option = ([value, label]) => h("option", { value, selected: value === said }, label);
    const select = h("select", { "data-focus": op.join("-"), onchange: ({ target }) => this.say(...op, target.value) }, ...options.map(option));
    return h("label", { class: `hu-number is-${op.at(-1)}` }, h("span", { class: "hu-question" }, question), select);
  }

  switch({ op, label, on }) {
    const [said] = this.said(...op) || [on];
    const look = { class: `hu-option${said ? " is-chosen" : ""}`, type: "button", "data-focus": op.join("-") };
    const button = h("button", { ...look, "aria-pressed": String(said), onclick: () => this.say(...op, !said) }, label);
    return h("section", { class: `hu-choice-of is-${op.at(-1)}` }, h("div", { class: "hu-options" }, button));
  }

  number({ op, label, value, least, most, step }) {
    const [said] = this.said(...op) || [value];
    const change = ({ target }) => this.say(...op, target.value === "" ? null : Number(target.value));
    const field = { type: "number", inputmode: "numeric", min: least, max: most, step, value: said ?? "", "data-focus": op.join("-") };
    const input = h("input", { ...field, onchange: change });
    return h("label", { class: `hu-number is-${op.at(-1)}` }, h("span", { class: "hu-question" }, label), input);
  }

  action({ op, name, sign, label, main }) {
    const look = { type: "button", class: `hu-big is-${name}${main ? " is-main" : ""}`, "data-focus": name };
    return h("button", { ...look, onclick: () => this.say(...op) }, sign && h("span", { "aria-hidden": "true" }, `${sign} `), label);
  }

  waits({ question, waits }) {
    const wait = ({ face, label }) => {
      const look = { type: "button", class: "hu-option hu-wait", "data-focus": `wait-${face}` };
      return h("button", { ...look, onclick: () => this.say("wait", face) }, picture(face, "is-small"), h("span", {}, label));
    };
    return h("section", { class: "hu-waits" }, h("p", { class: "hu-question" }, question), h("div", { class: "hu-options" }, ...waits.map(wait)));
  }

  save({ token, text, saving, open }) {
    const wait = this.said("save", token) !== undefined;
    const tap = () => {
      if (wait) return;
      window.dispatchEvent(new Event("hu-save"));
      this.say("save", token);
    };
    const look = { type: "button", class: "hu-big is-main", "data-focus": "save", "aria-disabled": String(wait) };
    const button = h("button", { ...look, onclick: tap }, wait ? saving : text);
    const asked = h("div", {});
    asked.innerHTML = open;
    return h("div", { class: "hu-saver" }, asked, button);
  }

  seats(part) {
    return new Seats(part, this).show();
  }

  tiles(part) {
    return tapped(part, this);
  }
}

export default undisturbed((component) => {
  const root = component.parentElement.querySelector(".hu-answers");
  if (!views.has(root)) views.set(root, new Answers(root));
  views.get(root).update(component.data);
});
