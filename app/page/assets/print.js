// A button that prints the page: on paper the score sheet stands alone.

export default function (component) {
  const root = component.parentElement.querySelector(".hu-print");
  lifted(root, () => root.replaceChildren(tool(component.data.text, "print", () => window.print())));
}
