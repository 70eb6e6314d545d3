// Tiles that are tapped in one by one and belong to no hand, such as the indicators turned up in
// the wall. They can be photographed too.

function tapped(data, host) {
  const { label, most, names, texts } = data;
  const [faces] = host.pendingAnswer(...data.op) || [data.faces];
  const name = data.op.at(-1);
  const say = (next) => host.send(...data.op, next);
  const removing = (face, place) => {
    const others = faces.filter((_, other) => other !== place);
    return faceKey(face, fill(texts.remove_tile, { tile: names[face] }), () => say(others));
  };
  const isFull = faces.length >= most;
  const wasOpen = host.root.querySelector(`.is-${CSS.escape(name)} details`)?.open;
  const adding = addingTiles(data, faces, { open: wasOpen && !isFull, say });
  const status = h("p", { class: "hu-note", role: "status" }, data.problem || "");
  const send = async (file) => {
    const problem = tooLarge(file, data);
    status.replaceChildren(problem || texts.reading);
    if (problem) return;
    const { file: copy } = await shrunk(file);
    post(`ask-${name}`, 0, copy);
  };
  const look = { accept: "image/*", capture: "environment" };
  const photograph = picker(texts.photograph, "hu-tool", look, send);
  const row = { class: "hu-row", role: "group", "aria-label": label };
  return h(
    "section",
    { class: `hu-tapped hu-choice-of is-${name}` },
    h("p", { class: "hu-question" }, label),
    h("div", row, ...faces.map(removing)),
    status,
    h("div", { class: "hu-tapping" }, photograph, !isFull && adding),
  );
}

// The keyboard that adds a tile. On a phone it rises from below, so that it is always in view.
function addingTiles({ label, most, names, texts }, faces, { open, say }) {
  const close = () => {
    adding.open = false;
  };
  const title = h("h2", {}, `${label} (${faces.length}/${most})`);
  const head = h("header", { class: "hu-sheet-head" }, title, tool(texts.done, "tapped", close));
  const chosen = faces.map((face) => picture(face, "is-small"));
  const keys = { label: texts.add, names, choose: (face) => say([...faces, face]) };
  const adding = h(
    "details",
    { open },
    h("summary", { class: "hu-tool" }, texts.add),
    keyboard(keys, head, h("div", { class: "hu-row" }, ...chosen)),
  );
  return adding;
}
