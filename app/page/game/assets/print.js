// A button that prints the page: on paper the score sheet stands alone.

export default undisturbed((component) => {
  const root = component.parentElement.querySelector(".hu-print");
  root.replaceChildren(tool(component.data.text, "print", () => window.print()));
});
