// A question that is answered with tiles of no hand, such as the dora indicators in the wall. The
// tiles are tapped in, or photographed.

// The question as an element. Its data are those of `TilesPart` in hand.py. Its host is the
// `Column` that shows it.
function tilesQuestion(data, host) {
  const { op, label, most, names, texts } = data;
  const name = op.at(-1);
  const [faces] = host.pendingAnswer(...op) || [data.faces];
  const answer = (newFaces) => host.send(...op, newFaces);
  const removeKey = (face, index) => {
    const others = faces.filter((_, otherIndex) => otherIndex !== index);
    const text = fill(texts.remove_tile, { tile: names[face] });
    return faceKey(face, text, () => answer(others));
  };
  const isFull = faces.length >= most;
  // If the keyboard is open now, the new keyboard is open too.
  const isOpen = host.root.querySelector(`.is-${CSS.escape(name)} details`)?.open;
  const keys = isFull ? null : addingKeyboard(data, faces, { isOpen, answer });
  const status = h("p", { class: "hu-note", role: "status" }, data.problem || "");
  const sendPhoto = async (file) => {
    const problem = messageIfTooLarge(file, data);
    status.replaceChildren(problem || texts.reading);
    if (problem) return;
    const { file: copy } = await shrink(file);
    post(`ask-${name}`, copy);
  };
  const camera = { accept: "image/*", capture: "environment" };
  const row = { class: "hu-row", role: "group", "aria-label": label };
  return h(
    "section",
    { class: `hu-tapped hu-choice-of is-${name}` },
    h("p", { class: "hu-question" }, label),
    h("div", row, ...faces.map(removeKey)),
    status,
    h("div", { class: "hu-tapping" }, picker(texts.photograph, "hu-tool", camera, sendPhoto), keys),
  );
}

/**
 * The button that opens the keyboard, with the keyboard that adds a tile. On a phone the keyboard
 * rises from below, so that it is always in view.
 * @param {Object} data - those of `TilesPart`.
 * @param {string[]} faces - the faces of the tiles that were entered so far.
 * @param {{isOpen: boolean, answer: function(string[])}} state - `answer` sends all faces.
 */
function addingKeyboard({ label, most, names, texts }, faces, { isOpen, answer }) {
  const close = () => {
    details.open = false;
  };
  const title = h("h2", {}, `${label} (${faces.length}/${most})`);
  const head = h("header", { class: "hu-sheet-head" }, title, tool(texts.done, "tapped", close));
  const pictures = faces.map((face) => picture(face, "is-small"));
  const keys = { label: texts.add, names, choose: (face) => answer([...faces, face]) };
  const details = h(
    "details",
    { open: isOpen },
    h("summary", { class: "hu-tool" }, texts.add),
    keyboard(keys, head, h("div", { class: "hu-row" }, ...pictures)),
  );
  return details;
}
