// Tiles that are tapped in one by one and belong to no hand, such as the indicators turned up in the wall; or photographed.

function tapped(data, host) {
  const { label, most, names, texts } = data;
  const [faces] = host.said(...data.op) || [data.faces];
  const name = data.op.at(-1);
  const say = (...next) => host.say(...data.op, next);
  const removing = (face, place) =>
    faceKey(face, fill(texts.remove_tile, { tile: names[face] }), () => say(...faces.filter((_, other) => other !== place)));
  const open = host.root.querySelector(`.is-${CSS.escape(name)} details`)?.open;
  // On a phone the keyboard rises from below, so that it is always in view.
  const adding = h(
    "details",
    { open: open && faces.length < most },
    h("summary", { class: "hu-tool" }, texts.add),
    keyboard(
      { label: texts.add, names, choose: (face) => say(...faces, face) },
      h("header", { class: "hu-sheet-head" }, h("h2", {}, `${label} (${faces.length}/${most})`), tool(texts.done, "tapped", () => (adding.open = false))),
      h("div", { class: "hu-row" }, ...faces.map((face) => picture(face, "is-small"))),
    ),
  );
  const status = h("p", { class: "hu-note", role: "status" }, data.problem || "");
  const send = (file) => {
    const problem = tooLarge(file, data);
    status.replaceChildren(problem || texts.reading);
    if (!problem) post(`ask-${name}`, 0, file);
  };
  const photograph = picker(texts.photograph, "hu-tool", { accept: "image/*", capture: "environment" }, send);
  return h(
    "section",
    { class: `hu-tapped hu-choice-of is-${name}` },
    h("p", { class: "hu-question" }, label),
    h("div", { class: "hu-row", role: "group", "aria-label": label }, ...faces.map(removing)),
    status,
    h("div", { class: "hu-tapping" }, photograph, faces.length < most && adding),
  );
}
