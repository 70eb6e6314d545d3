// Tiles that are tapped in one by one and belong to no hand, such as the indicators turned up in the wall; or photographed.

export default undisturbed((component) => {
  const { data, setTriggerValue, parentElement } = component;
  const place = parentElement.querySelector(".hu-tapped");
  const say = (faces) => setTriggerValue("faces", faces);
  const key = (face, label, onclick) =>
    h("button", { type: "button", class: "hu-key", "data-face": face, "aria-label": label, title: label, onclick }, picture(face));
  const chosen = data.faces.map((face, place) =>
    key(face, fill(data.texts.remove, { tile: data.names[face] }), () => say(data.faces.filter((_, other) => other !== place))),
  );
  const block = (faces) =>
    h(
      "div",
      { class: "hu-block" },
      ...faces.filter((face) => data.names[face]).map((face) => key(face, data.names[face], () => say([...data.faces, face]))),
    );
  const open = place.querySelector("details")?.open;
  const keyboard = h(
    "details",
    { open: open && data.faces.length < data.most },
    h("summary", { class: "hu-tool" }, data.texts.add),
    // On a phone it rises from below, in view wherever the question stands.
    h(
      "section",
      { class: "hu-keyboard", "aria-label": data.texts.add },
      h("header", { class: "hu-sheet-head" }, h("h2", {}, data.label), tool(data.texts.done, "tapped", () => (keyboard.open = false))),
      ...BLOCKS.map(block),
    ),
  );
  const tell = (text) => place.querySelector("[role=status]").replaceChildren(text);
  const send = (file) => {
    if (file.size > data.limit * 1e6) {
      return tell(fill(data.texts.too_large, { size: Math.ceil(file.size / 1e6), limit: data.limit }));
    }
    tell(data.texts.reading);
    post(data.key, 1, file);
  };
  const input = h("input", {
    type: "file", accept: "image/*", capture: "environment", class: "hu-file", "aria-label": data.texts.photograph,
    onchange: () => input.files[0] && send(input.files[0]),
  });
  place.replaceChildren(
    h("p", { class: "hu-question" }, data.label),
    h("div", { class: "hu-row", role: "group", "aria-label": data.label }, ...chosen),
    h("p", { class: "hu-note", role: "status" }, data.problem || ""),
    h(
      "div",
      { class: "hu-tapping" },
      h("label", { class: "hu-tool" }, input, h("span", {}, data.texts.photograph)),
      ...(data.faces.length < data.most ? [keyboard] : []),
    ),
  );
});
