// Panels: columns of parts, such as questions, buttons, markup, the seats and the hand's editor.
// `Column` has a method for each kind of part. The name of the method is the kind. The method gets
// the data of a part, which the structs in app/page/parts/ describe, and returns the part's
// element. The effect of a tap shows at once, and the tap goes to the log of events.

const MOST_COLUMNS = 2;
// The columns of each panel on the page: a list of `Column`, by the panel's element.
const panels = new WeakMap();

function optionButton(label, isChosen, attributes) {
  const style = isChosen ? "hu-option is-chosen" : "hu-option";
  return h("button", { type: "button", class: style, ...attributes }, label);
}

// Lets a screen reader announce a text. All screens share one element for it, because screen
// readers ignore the first text of a new element.
function speak(text) {
  let line = document.querySelector("body > .hu-spoken");
  const isNew = line === null;
  if (isNew) {
    line = h("p", { class: "hu-spoken", role: "status" });
    document.body.append(line);
  }
  if (line.textContent === text) return;
  line.textContent = text;
  // If the part with the focus is gone, such as the picker of a photo, the focus goes to the table
  // with the seats. The name of that element is the next question.
  const isFocusLost = document.activeElement === document.body;
  if (!isNew && isFocusLost) {
    document.querySelector(".hu-seating")?.focus({ preventScroll: true });
  }
}

/**
 * A button that picks files and sends them, one after the other. A photo that is too large is not
 * sent. Any other file that is too large is cut to one byte more than the limit, which shows the
 * server that it is too large.
 */
class FilePicker {
  constructor({ key, text, hint, accept, many }) {
    this.key = key;
    // The files that wait until the present file has been sent.
    this.waiting = [];
    this.isSending = false;
    const field = { accept, multiple: many };
    const button = picker(text, "hu-big", field, (file) => this.choose(file));
    this.status = h("p", { class: "hu-hint", role: "status" }, hint);
    this.root = h("div", { class: "hu-game-file" }, button, this.status);
  }

  /** Shows new data of the server, those of `FilePart` in panel.py. */
  update({ hint, limit, texts, count }) {
    this.limit = limit;
    this.texts = texts;
    // The count is new at first, and whenever the server has received a file.
    if (count === this.count) return;
    this.count = count;
    this.isSending = false;
    if (this.waiting.length) this.sendNext();
    else this.status.replaceChildren(hint);
  }

  // Sends a file, or shows why it is not sent. While another file is being sent, the file waits.
  choose(file) {
    // Only a picker of photos has a text about photos that are too large.
    const isPhoto = Boolean(this.texts.too_large);
    if (isPhoto) {
      const megabytes = this.limit / 1e6;
      const problem = messageIfTooLarge(file, { limit: megabytes, texts: this.texts });
      if (problem) {
        this.status.replaceChildren(problem);
        return;
      }
    }
    this.waiting.push(file);
    if (!this.isSending) this.sendNext();
  }

  // Sends the file that has waited longest.
  sendNext() {
    const file = this.waiting.shift();
    this.isSending = true;
    if (this.texts.reading) this.status.replaceChildren(this.texts.reading);
    const isTooLarge = file.size > this.limit;
    const beginning = file.slice(0, this.limit + 1);
    post(this.key, isTooLarge ? new File([beginning], file.name) : file);
  }
}

/** A column of a panel. Parts that send events get it as their `host`. */
class Column {
  constructor(root) {
    this.root = root;
    // The reusable parts of the last drawing, by name. They are not made anew when the column is
    // drawn again, so that opened patterns and the keyboard stay open. A part is an element, or an
    // object with the element as `root`. Its method `end`, if it has one, is called when the part
    // is no longer drawn.
    this.views = new Map();
    // Whether the column is drawn because the server has sent data, and not because of a tap.
    this.hasNewData = false;
    this.isDrawing = false;
  }

  /**
   * Shows new data of the server.
   * @param {{hand: string, taken: Object}} data - the name of the hand, and the number of the last
   *   event that the server has processed, by the name of the page load.
   * @param {{kind: string}[]} parts
   */
  update(data, parts) {
    this.data = { ...data, parts };
    this.hasNewData = true;
    this.render();
    this.hasNewData = false;
  }

  render() {
    const focused = document.activeElement;
    const name = this.root.contains(focused) ? focused.dataset.focus : null;
    const text = focused?.value;
    this.isDrawing = true;
    this.drawParts();
    this.isDrawing = false;
    const hasFocus = this.root.contains(document.activeElement);
    if (!name || hasFocus) return;
    // The part with the focus was drawn anew. The new part gets the focus, and a number that is
    // being typed.
    const control = this.root.querySelector(`[data-focus="${CSS.escape(name)}"]`);
    if (control?.matches("input[type=number]")) continueText(control, text);
    else control?.focus({ preventScroll: true });
  }

  // Draws the parts, and ends the reusable parts that are no longer drawn.
  drawParts() {
    const before = this.views;
    this.views = new Map();
    this.place(this.data.parts.map((part) => this[part.kind](part, before)));
    for (const [name, view] of before) {
      if (!this.views.has(name)) view.end?.();
    }
  }

  // Puts the elements of the parts into the column. Elements that stay are not moved, because
  // moving a field closes the phone's keyboard.
  place(elements) {
    for (const child of [...this.root.children]) {
      if (!elements.includes(child)) child.remove();
    }
    for (const [index, element] of elements.entries()) {
      const child = this.root.children[index] || null;
      if (element !== child) this.root.insertBefore(element, child);
    }
  }

  end() {
    for (const view of this.views.values()) view.end?.();
  }

  /**
   * A part of the last drawing, or a new part if there is none of this name.
   * @param {string} name - names the part.
   * @param {Map<string, Object>} before - the reusable parts of the last drawing, by name.
   * @param {function(): Object} makePart - makes a new part.
   */
  reuse(name, before, makePart) {
    const view = before.get(name) || makePart();
    this.views.set(name, view);
    return view;
  }

  /**
   * The latest answer to a question, until the server has processed it.
   * @param {...string} start - the event's name and the fields that name the question.
   * @returns {Array|undefined} the other fields of the event.
   */
  pendingAnswer(...start) {
    const isAnswer = ({ op }) => start.every((field, index) => op[index] === field);
    const event = window.huLog.pendingOf(this.data).findLast(isAnswer);
    return event?.op.slice(start.length);
  }

  /** Sends an event, and shows its effect at once. */
  send(...op) {
    window.huLog.emit(...op);
    this.render();
  }

  html({ html }, before) {
    return this.reuse(html, before, () => this.markup(html));
  }

  // Markup from the server. The server has escaped all words in it.
  markup(html) {
    const block = h("div", {});
    block.innerHTML = html;
    return block;
  }

  // The tiles of a rack with their photo, to be corrected.
  editor(part, before) {
    const view = this.reuse(part.name, before, () => new HandView());
    if (this.hasNewData) {
      view.update({ ...part, hand: this.data.hand, taken: this.data.taken });
    }
    return view.root;
  }

  snap(part, before) {
    const snap = this.reuse("snap", before, () => new Snap(this));
    if (this.hasNewData) snap.update(part);
    return snap.root;
  }

  // The buttons that share a result. They are reused, with their message, until the result changes.
  share(part, before) {
    return this.reuse(JSON.stringify(part), before, () => shareButtons(part));
  }

  // A question with its answers as buttons.
  choice({ op, question, label, hint, options, chosen, many, required }) {
    const values = this.chosenValues(op, chosen, many);
    const optionOf = ([value, text]) => {
      const isChosen = values.includes(value);
      const answer = many ? toggle(values, value) : nextChoice(value, isChosen, required);
      const attributes = {
        "data-focus": `${op.join("-")}-${value}`,
        onclick: () => this.send(...op, answer),
        ...chosenState(many, isChosen),
      };
      return optionButton(text, isChosen, attributes);
    };
    const role = many ? "group" : "radiogroup";
    return h(
      "section",
      { class: `hu-choice-of is-${op.at(-1)}` },
      question && h("p", { class: "hu-question" }, question),
      hint && h("p", { class: "hu-hint" }, hint),
      h(
        "div",
        { class: "hu-options", role, "aria-label": question || label },
        ...options.map(optionOf),
      ),
    );
  }

  // The values that are chosen: those of the player's latest answer, which the server may not have
  // processed yet, or those of the server's state.
  chosenValues(op, chosen, many) {
    const [answer] = this.pendingAnswer(...op) || [];
    if (answer === undefined) return chosen;
    // An answer that was taken back is null, which is the value of no option.
    return many ? answer : [answer];
  }

  // A question with its answers as a list that opens.
  select({ op, question, options, chosen }) {
    const [answer] = this.pendingAnswer(...op) || chosen;
    const entry = ([value, label]) => h("option", { value, selected: value === answer }, label);
    const change = ({ target }) => this.send(...op, target.value);
    const attributes = { "data-focus": op.join("-"), onchange: change };
    return this.field(op, question, h("select", attributes, ...options.map(entry)));
  }

  // A field with its question.
  field(op, question, input) {
    const text = h("span", { class: "hu-question" }, question);
    return h("label", { class: `hu-number is-${op.at(-1)}` }, text, input);
  }

  // A switch. `original` is the number of a photo of which the browser has sent a smaller copy. The
  // full photo is sent when the switch is turned on. The photo's key is the last field of `op`.
  switch({ op, label, on, original }) {
    const [isOn] = this.pendingAnswer(...op) || [on];
    const tap = () => {
      this.send(...op, !isOn);
      const hasOriginal = original && window.huOriginal?.n === original;
      if (!isOn && hasOriginal) post(`original-${op.at(-1)}`, window.huOriginal.file);
    };
    const attributes = { "data-focus": op.join("-"), "aria-pressed": String(isOn), onclick: tap };
    const button = optionButton(label, isOn, attributes);
    const style = `hu-choice-of is-${op.at(-1)}`;
    return h("section", { class: style }, h("div", { class: "hu-options" }, button));
  }

  // A field for a whole number. An empty field is sent as null.
  number({ op, label, value, least, most, step }) {
    // The number of the player's latest answer, or of the server's state, as text.
    const currentText = () => {
      const [number] = this.pendingAnswer(...op) || [value];
      return String(number ?? "");
    };
    // Sending an answer draws every field again. So it is sent only after the browser has given the
    // focus to the field that was tapped next.
    const sendSoon = () => {
      setTimeout(() => {
        const answer = input.value === "" ? null : Number(input.value);
        this.send(...op, answer);
      });
    };
    // If a field is drawn again while a number is typed, it keeps the text, but the browser sends
    // no change event when the field loses the focus. If there is a change event, it comes first,
    // and its answer is pending by the time of the check.
    const sendIfChanged = () => {
      if (this.isDrawing) return;
      setTimeout(() => {
        if (input.value !== currentText()) sendSoon();
      });
    };
    const input = h("input", {
      type: "number",
      inputmode: "numeric",
      min: least,
      max: most,
      step,
      value: currentText(),
      "data-focus": op.join("-"),
      onchange: sendSoon,
      onblur: sendIfChanged,
    });
    return this.field(op, label, input);
  }

  // A large button of the hand's screen.
  action({ op, name, sign, label, look }) {
    let style = "hu-big";
    if (look === "quiet") style = "hu-tool is-quiet";
    else if (look) style = `hu-big is-${look}`;
    const attributes = { type: "button", class: `${style} is-${name}`, "data-focus": name };
    return h(
      "button",
      { ...attributes, onclick: () => this.send(...op) },
      sign && h("span", { class: "hu-sign", "aria-hidden": "true" }, sign),
      label,
    );
  }

  // A button of a screen. Its note is a small line below its text.
  button({ op, name, label, note, hint, look, width, disabled }) {
    const attributes = {
      type: "button",
      class: `hu-button is-${look} is-${width}`,
      "data-focus": name,
      disabled,
      title: hint || null,
      onclick: () => this.send(...op),
    };
    return h("button", attributes, label, note && h("small", {}, note));
  }

  // A line of text that is sent with a button, or with the key Enter.
  entry({ op, name, label, hint, button, longest }, before) {
    return this.reuse(`entry ${name} ${label}`, before, () => {
      const input = h("input", {
        type: "text",
        maxlength: longest,
        autocomplete: "off",
        "data-focus": name,
      });
      const send = (event) => {
        event.preventDefault();
        this.send(...op, input.value);
      };
      const text = h("span", { class: "hu-question" }, label);
      return h(
        "form",
        { class: "hu-entry", onsubmit: send },
        h("label", { class: "hu-number" }, text, input),
        h("p", { class: "hu-hint" }, hint),
        h("button", { type: "submit", class: "hu-button is-secondary is-stretch" }, button),
      );
    });
  }

  // A field for a line of text, which is sent when the field is left. Sending it draws nothing
  // anew, so that a tap on a button that leaves the field still reaches the button.
  text({ op, label, value, longest, hint }, before) {
    const makeField = () => {
      const input = h("input", {
        type: "text",
        maxlength: longest,
        autocomplete: "off",
        placeholder: hint,
        value,
        "data-focus": op.join("-"),
        onchange: () => window.huLog.emit(...op, input.value),
      });
      return this.field(op, label, input);
    };
    const field = this.reuse(`text ${op.join(" ")} ${label}`, before, makeField);
    const input = field.querySelector("input");
    const [currentText] = this.pendingAnswer(...op) || [value];
    const isTyping = document.activeElement === input;
    if (!isTyping && input.value !== currentText) input.value = currentText;
    return field;
  }

  // Tiles whose faces are asked for, each with its picture.
  asked({ op, options, tiles }) {
    const row = ({ position, picture: source, question, chosen }) => {
      const image = h("img", { class: "hu-asked", src: source, alt: "" });
      const tileOp = [...op, position];
      const choice = this.select({ op: tileOp, question, options, chosen: [chosen] });
      return h("div", { class: "hu-asked-tile" }, image, choice);
    };
    return h("div", { class: "hu-asked-tiles" }, ...tiles.map(row));
  }

  // The tiles that complete the hand.
  waits({ question, waits }) {
    const wait = ({ face, label }) => {
      const attributes = {
        type: "button",
        class: "hu-option hu-wait",
        "data-focus": `wait-${face}`,
        onclick: () => this.send("wait", face),
      };
      return h("button", attributes, picture(face, "is-small"), h("span", {}, label));
    };
    return h(
      "section",
      { class: "hu-waits" },
      h("p", { class: "hu-question" }, question),
      h("div", { class: "hu-options" }, ...waits.map(wait)),
    );
  }

  // The button that puts the hand on the sheet, below the questions that the photos leave open.
  save({ token, text, saving, open }) {
    const isSaving = this.pendingAnswer("save", token) !== undefined;
    const tap = () => {
      if (!isSaving) this.send("save", token);
    };
    const attributes = {
      type: "button",
      class: "hu-big is-main",
      "data-focus": "save",
      "aria-disabled": String(isSaving),
      onclick: tap,
    };
    const button = h("button", attributes, isSaving ? saving : text);
    return h("div", { class: "hu-saver" }, this.markup(open), button);
  }

  seats(part) {
    return seating(part, this);
  }

  tiles(part) {
    return tilesQuestion(part, this);
  }

  // The score sheet. The first cell of a row opens its hand or payment.
  sheet({ title, corner, names, rows }) {
    const heading = (name) => h("th", { scope: "col", title: name }, h("span", {}, name));
    const cornerCell = h("th", { scope: "col" }, corner);
    const head = h("thead", {}, h("tr", {}, cornerCell, ...names.map(heading)));
    const body = h("tbody", {}, ...rows.map((row) => this.sheetRow(row)));
    const table = h("table", { "aria-label": title }, head, body);
    // On paper the rows are as high as one page allows.
    const sheet = h("div", { class: "hu-table", style: `--hu-rows: ${rows.length + 1}` }, table);
    return h("div", { class: "hu-table-place" }, sheet);
  }

  sheetRow(row) {
    const first = h("th", { scope: "row" }, this.entryOpener(row));
    return h("tr", { class: `is-${row.kind}` }, first, ...row.cells.map(sheetCell));
  }

  // The name of a row, as a button if the row is a hand or a payment, which can be opened.
  entryOpener({ id, name, label }) {
    if (!id) return name;
    const open = () => this.send("entry", id);
    const attributes = { type: "button", class: "hu-open", "aria-label": label, onclick: open };
    return h("button", attributes, name);
  }

  // Picks files and sends them.
  file(part, before) {
    const view = this.reuse(`file ${part.key}`, before, () => new FilePicker(part));
    if (this.hasNewData) view.update(part);
    return view.root;
  }

  // A text for screen readers after a change: the tiles that were read, the next question, or the
  // points and payments. It is announced once all columns are drawn.
  spoken({ text }) {
    requestAnimationFrame(() => speak(text));
    return h("span", { hidden: true });
  }

  print({ text }) {
    return tool(text, "print", () => window.print());
  }
}

// The chosen values after a tap on an option, if several options can be chosen.
function toggle(values, value) {
  if (values.includes(value)) return values.filter((other) => other !== value);
  return [...values, value];
}

// The answer after a tap on an option, if only one option can be chosen. A tap on the chosen option
// takes the answer back, unless the question must have an answer.
function nextChoice(value, isChosen, isRequired) {
  return isChosen && !isRequired ? null : value;
}

// The attributes that assistive technology reads to know whether an option is chosen.
function chosenState(many, isChosen) {
  if (many) return { "aria-pressed": String(isChosen) };
  return { role: "radio", "aria-checked": String(isChosen) };
}

// A cell of the score sheet. `east` is a text if the player sat East.
function sheetCell({ text, marks, east, fault }) {
  const wind = { class: "hu-tile hu-t-1z", role: "img", "aria-label": east, title: east };
  return h(
    "td",
    { class: marks },
    east && h("span", wind),
    text,
    fault && h("small", {}, fault),
  );
}

function newColumn() {
  return new Column(h("div", { class: "hu-answers" }));
}

// Draws a panel with the server's data, those of `PanelData` in components.py.
function drawColumns(root, data) {
  if (!panels.has(root)) panels.set(root, Array.from({ length: MOST_COLUMNS }, newColumn));
  const columns = panels.get(root).slice(0, data.columns.length);
  root.dataset.columns = String(columns.length);
  if (root.childElementCount !== columns.length) {
    root.replaceChildren(...columns.map((column) => column.root));
  }
  for (const [index, column] of columns.entries()) column.update(data, data.columns[index]);
  resumeTyping(root);
}

// Shows a panel. The hand's screen has a panel of two columns, which are side by side if the screen
// is wide. Other panels have one column. Streamlit calls the returned function when the panel
// leaves the page.
export default function (component) {
  const root = component.parentElement.querySelector(".hu-panel");
  whenLifted(root, () => drawColumns(root, component.data));
  return () => {
    noteGone(root);
    for (const column of panels.get(root) || []) column.end();
  };
}
