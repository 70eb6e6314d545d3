// A column of parts: questions, buttons, markup, the seats, the hand's editor, the picker of photos. Each part of the data has
// a method of its kind here; what is tapped shows at once and goes to the log of events.

const panels = new WeakMap();
const option = (label, on, more) => h("button", { type: "button", class: `hu-option${on ? " is-chosen" : ""}`, ...more }, label);

// The line is the same on every screen, because a new one would stay silent. A reader who was left with nothing, such as
// the picker of a photo that is gone, goes on at the table, whose name is the question.
function speak(text) {
  const line = document.querySelector("body > .hu-spoken") || h("p", { class: "hu-spoken", role: "status" });
  const isNew = !line.isConnected;
  if (isNew) document.body.append(line);
  if (line.textContent === text) return;
  line.textContent = text;
  if (isNew || document.activeElement !== document.body) return;
  document.querySelector(".hu-seating")?.focus({ preventScroll: true });
}

class Panel {
  constructor(root) {
    this.root = root;
    // What stays as it is drawn from one answer of the server to the next, opened patterns and the keyboard too.
    this.kept = new Map();
  }

  // Beside the parts: the name of the hand, and the last events that the server has taken in.
  update(data, parts) {
    this.data = { ...data, parts };
    this.fresh = true;
    this.render();
    this.fresh = false;
  }

  render() {
    const held = document.activeElement;
    const [focus, typed] = [this.root.contains(held) && held.dataset.focus, held?.value];
    const before = this.kept;
    this.kept = new Map();
    this.drawing = true;
    this.place(this.data.parts.map((part) => this[part.kind](part, before)));
    this.drawing = false;
    for (const [name, kept] of before) if (!this.kept.has(name)) kept.end?.();
    if (this.root.contains(document.activeElement)) return;
    const again = focus ? this.root.querySelector(`[data-focus="${CSS.escape(focus)}"]`) : null;
    again?.focus({ preventScroll: true });
    if (again?.matches("input[type=number]")) again.value = typed;
  }

  // A part that stays is not moved: a keyboard that is moved closes.
  place(parts) {
    for (const child of [...this.root.children]) if (!parts.includes(child)) child.remove();
    parts.forEach((part, at) => part !== this.root.children[at] && this.root.insertBefore(part, this.root.children[at] || null));
  }

  end() {
    for (const kept of this.kept.values()) kept.end?.();
  }

  keep(name, before, make) {
    const found = before.get(name) || make();
    this.kept.set(name, found);
    return found;
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
    return this.keep(html, before, () => {
      const block = h("div", {});
      // All words in it are escaped by the server.
      block.innerHTML = html;
      return block;
    });
  }

  editor(part, before) {
    const view = this.keep(part.name, before, () => new HandView());
    if (this.fresh) view.update({ ...part, hand: this.data.hand, taken: this.data.taken });
    return view.root;
  }

  snap(part, before) {
    const snap = this.keep("snap", before, () => new Snap(this));
    if (this.fresh) snap.update(part);
    return snap.root;
  }

  // What has just been said of sharing stays until the result changes.
  share(part, before) {
    return this.keep(JSON.stringify(part), before, () => sharing(part));
  }

  choice({ op, question, label, options, chosen, many, required }) {
    const [said] = this.said(...op) || [];
    const now = said === undefined ? chosen : many ? said : [said];
    const answer = ([value, label]) => {
      const on = now.includes(value);
      const others = now.filter((other) => other !== value);
      const next = many ? (on ? others : [...others, value]) : on && !required ? null : value;
      const role = many ? { "aria-pressed": String(on) } : { role: "radio", "aria-checked": String(on) };
      return option(label, on, { "data-focus": `${op.join("-")}-${value}`, ...role, onclick: () => this.say(...op, next) });
    };
    const role = many ? "group" : "radiogroup";
    return h(
      "section",
      { class: `hu-choice-of is-${op.at(-1)}` },
      question && h("p", { class: "hu-question" }, question),
      h("div", { class: "hu-options", role, "aria-label": question || label }, ...options.map(answer)),
    );
  }

  select({ op, question, options, chosen }) {
    const [said] = this.said(...op) || chosen;
    const entries = options.map(([value, label]) => h("option", { value, selected: value === said }, label));
    const change = ({ target }) => this.say(...op, target.value);
    return this.field(op, question, h("select", { "data-focus": op.join("-"), onchange: change }, ...entries));
  }

  field(op, question, input) {
    return h("label", { class: `hu-number is-${op.at(-1)}` }, h("span", { class: "hu-question" }, question), input);
  }

  // `original` is the number of the photo that the browser sends as it was taken when this is switched on.
  switch({ op, label, on, original }) {
    const [said] = this.said(...op) || [on];
    const tap = () => {
      this.say(...op, !said);
      if (!said && original && window.huOriginal?.n === original) post(`original-${op.at(-1)}`, 0, window.huOriginal.file);
    };
    const look = { "data-focus": op.join("-"), "aria-pressed": String(said), onclick: tap };
    return h("section", { class: `hu-choice-of is-${op.at(-1)}` }, h("div", { class: "hu-options" }, option(label, said, look)));
  }

  number({ op, label, value, least, most, step }) {
    const [said] = this.said(...op) || [value];
    // What is said draws every field anew. It waits until the field that was tapped next has the focus.
    const change = ({ target }) => setTimeout(() => this.say(...op, target.value === "" ? null : Number(target.value)));
    // A field that was drawn anew while somebody typed has what was typed, but tells of no change when it is left.
    const leave = (event) => {
      if (this.drawing) return;
      setTimeout(() => {
        const [latest] = this.said(...op) || [value];
        if (event.target.value !== String(latest ?? "")) change(event);
      });
    };
    const field = { type: "number", inputmode: "numeric", min: least, max: most, step, value: said ?? "", "data-focus": op.join("-") };
    return this.field(op, label, h("input", { ...field, onchange: change, onblur: leave }));
  }

  action({ op, name, sign, label, look }) {
    const style = look === "quiet" ? "hu-tool is-quiet" : `hu-big${look ? ` is-${look}` : ""}`;
    const attributes = { type: "button", class: `${style} is-${name}`, "data-focus": name };
    return h("button", { ...attributes, onclick: () => this.say(...op) }, sign && h("span", { "aria-hidden": "true" }, `${sign} `), label);
  }

  // A button of a screen; a note is a small line below its text.
  button({ op, name, label, note, hint, look, width, disabled }) {
    const attributes = { type: "button", class: `hu-button is-${look} is-${width}`, "data-focus": name, disabled, title: hint || null };
    return h("button", { ...attributes, onclick: () => this.say(...op) }, label, note && h("small", {}, note));
  }

  // A line of text that is sent with a button, or with the key Enter.
  entry({ op, name, label, hint, button, longest }, before) {
    return this.keep(`entry ${name} ${label}`, before, () => {
      const field = h("input", { type: "text", maxlength: longest, autocomplete: "off", "data-focus": name });
      const send = (event) => {
        event.preventDefault();
        this.say(...op, field.value);
      };
      const line = h("label", { class: "hu-number" }, h("span", { class: "hu-question" }, label), field);
      const tap = h("button", { type: "submit", class: "hu-button is-secondary is-stretch" }, button);
      return h("form", { class: "hu-entry", onsubmit: send }, line, h("p", { class: "hu-hint" }, hint), tap);
    });
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
      this.say("save", token);
    };
    const look = { type: "button", class: "hu-big is-main", "data-focus": "save", "aria-disabled": String(wait) };
    const button = h("button", { ...look, onclick: tap }, wait ? saving : text);
    const asked = h("div", {});
    asked.innerHTML = open;
    return h("div", { class: "hu-saver" }, asked, button);
  }

  seats(part) {
    return seating(part, this);
  }

  tiles(part) {
    return tapped(part, this);
  }

  // The score sheet; a row's first cell opens its hand.
  sheet({ title, corner, names, rows }) {
    const opener = ({ id, name, label }) =>
      id ? h("button", { type: "button", class: "hu-open", "aria-label": label, onclick: () => this.say("entry", id) }, name) : name;
    const east = (name) => h("span", { class: "hu-tile hu-t-1z", role: "img", "aria-label": name, title: name });
    const cell = ({ text, marks, east: name, fault }) =>
      h("td", { class: marks }, name && east(name), text, fault && h("small", {}, fault));
    const line = (row) => h("tr", { class: `is-${row.kind}` }, h("th", { scope: "row" }, opener(row)), ...row.cells.map(cell));
    const heads = names.map((name) => h("th", { scope: "col", title: name }, h("span", {}, name)));
    const head = h("thead", {}, h("tr", {}, h("th", { scope: "col" }, corner), ...heads));
    const table = h("table", { "aria-label": title }, head, h("tbody", {}, ...rows.map(line)));
    // On paper the rows are as high as one page allows.
    return h("div", { class: "hu-table", style: `--hu-rows: ${rows.length + 1}` }, table);
  }

  // Picks a file and sends it; of one that is too large only the beginning.
  file({ key, text, hint, limit, accept }) {
    const send = (file) => post(key, 1, file.size > limit ? new File([file.slice(0, limit + 1)], file.name) : file);
    return h("div", { class: "hu-game-file" }, picker(text, "hu-big", { accept }, send), h("p", { class: "hu-hint" }, hint));
  }

  // What a screen reader says once it has changed: the tiles that were read, the next question, the points and payments.
  spoken({ text }) {
    // Once all columns are drawn.
    requestAnimationFrame(() => speak(text));
    return h("span", { hidden: true });
  }

  print({ text }) {
    return tool(text, "print", () => window.print());
  }
}

// Two columns on a wide screen, one on a phone; a panel of a few buttons has one.
export default (component) => {
  const root = component.parentElement.querySelector(".hu-panel");
  lifted(root, () => {
    const { data } = component;
    if (!panels.has(root)) panels.set(root, [0, 1].map(() => new Panel(h("div", { class: "hu-answers" }))));
    const columns = panels.get(root).slice(0, data.columns.length);
    root.dataset.columns = String(columns.length);
    if (root.childElementCount !== columns.length) root.replaceChildren(...columns.map((column) => column.root));
    columns.forEach((column, place) => column.update(data, data.columns[place]));
  });
  return () => panels.get(root)?.forEach((column) => column.end());
};
