// The score sheet as a table; a row's first cell opens its hand.

export default undisturbed((component) => {
  const { data, setTriggerValue, parentElement } = component;
  const opener = (row) => {
    if (!row.id) return row.name;
    const open = () => setTriggerValue("open", row.id);
    return h("button", { type: "button", class: "hu-open", "aria-label": row.label, onclick: open }, row.name);
  };
  const east = (name) => h("span", { class: "hu-tile hu-t-1z", role: "img", "aria-label": name });
  const line = (row) =>
    h(
      "tr",
      { class: `is-${row.kind}` },
      h("th", { scope: "row" }, opener(row)),
      ...row.cells.map((one) => h("td", { class: one.marks }, one.east && east(one.east), one.text)),
    );
  const names = data.names.map((name) => h("th", { scope: "col", title: name }, h("span", {}, name)));
  const table = h(
    "table",
    { "aria-label": data.title },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, data.corner), ...names)),
    h("tbody", {}, ...data.rows.map(line)),
  );
  const place = parentElement.querySelector(".hu-table");
  // On paper the rows are as high as one page allows.
  place.style.setProperty("--hu-rows", data.rows.length + 1);
  place.replaceChildren(table);
});
