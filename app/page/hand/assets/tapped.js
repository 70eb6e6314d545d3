// Tiles that are tapped in one by one and belong to no hand, such as the indicators turned up in the wall; or photographed.

function tapped(data, host) {
  const [said] = host.said(...data.op) || [];
  const faces = said || data.faces;
  const name = data.op.at(-1);
  const say = (...next) => host.say(...data.op, next);
  const key = (face, label, onclick) =>
    h("button", { type: "button", class: "hu-key", "data-face": face, "aria-label": label, title: label, onclick }, picture(face));
  const chosen = faces.map((face, place) =>
    key(face, fill(data.texts.remove, { tile: data.names[face] }), () => say(...faces.filter((_, other) => other !== place))),
  );
  const block = (row) =>
    h(
      "div",
      { class: "hu-block" },
      ...row.filter((face) => data.names[face]).map((face) => key(face, data.names[face], () => say(...faces, face))),
    );
  const open = host.root.querySelector(`.is-${CSS.escape(name)} details`)?.open;
  const keyboard = h(
    "details",
    { open: open && faces.length < data.most },
    h("summary", { class: "hu-tool" }, data.texts.add),
    // On a phone it rises from below, so that it is always in view.
    h(
      "section",
      { class: "hu-keyboard", "aria-label": data.texts.add },
      h("header", { class: "hu-sheet-head" }, h("h2", {}, `${data.label} (${faces.length}/${data.most})`), tool(data.texts.done, "tapped", () => (keyboard.open = false))),
      h("div", { class: "hu-row" }, ...faces.map((face) => picture(face, "is-small"))),
      ...BLOCKS.map(block),
    ),
  );
  const status = h("p", { class: "hu-note", role: "status" }, data.problem || "");
  const tell = (text) => status.replaceChildren(text);
  const send = (file) => {
    if (file.size > data.limit * 1e6) {
      return tell(fill(data.texts.too_large, { size: Math.ceil(file.size / 1e6), limit: data.limit }));
    }
    tell(data.texts.reading);
    post(`ask-${name}`, 1, file);
  };
  const input = h("input", {
    type: "file", accept: "image/*", capture: "environment", class: "hu-file", "aria-label": data.texts.photograph,
    onchange: () => input.files[0] && send(input.files[0]),
  });
  return h(
    "section",
    { class: `hu-tapped hu-choice-of is-${name}` },
    h("p", { class: "hu-question" }, data.label),
    h("div", { class: "hu-row", role: "group", "aria-label": data.label }, ...chosen),
    status,
    h(
      "div",
      { class: "hu-tapping" },
      h("label", { class: "hu-tool" }, input, h("span", {}, data.texts.photograph)),
      ...(faces.length < data.most ? [keyboard] : []),
    ),
  );
}
