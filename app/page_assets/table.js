// The score sheet as a table; a row's first cell opens its hand.

const cell = (tag, content, attributes) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value) element.setAttribute(name, value);
  element.append(content);
  return element;
};

export default function (component) {
  const { data, setTriggerValue, parentElement } = component;
  const opener = (row) => {
    if (!row.id) return document.createTextNode(row.name);
    const button = cell("button", row.name, { type: "button", class: "hu-open", "aria-label": row.label });
    button.addEventListener("click", () => setTriggerValue("open", row.id));
    return button;
  };
  const line = (row) => {
    const element = cell("tr", cell("th", opener(row), { scope: "row" }), { class: `is-${row.kind}` });
    for (const one of row.cells) {
      element.append(cell("td", one.text, { class: one.marks }));
    }
    return element;
  };
  const head = cell("tr", cell("th", data.corner, { scope: "col" }));
  for (const name of data.names) head.append(cell("th", cell("span", name), { scope: "col", title: name }));
  const table = cell("table", cell("thead", head), { "aria-label": data.title });
  const body = document.createElement("tbody");
  body.append(...data.rows.map(line));
  table.append(body);
  parentElement.querySelector(".hu-table").replaceChildren(table);
}
