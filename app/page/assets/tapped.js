// Tiles that are tapped in one by one and belong to no hand, such as the indicators turned up in the wall.

export default function (component) {
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
    h("section", { class: "hu-keyboard", "aria-label": data.texts.add }, ...BLOCKS.map(block)),
  );
  place.replaceChildren(
    h("p", { class: "hu-question" }, data.label),
    h("div", { class: "hu-row", role: "group", "aria-label": data.label }, ...chosen),
    ...(data.faces.length < data.most ? [keyboard] : []),
  );
}
