// Picks a file, with a game where nothing else is said, and hands its text to the server; what is too large stays here.

const counts = new WeakMap();

export default undisturbed((component) => {
  const { text, hint, limit, taken, accept = ".json,.jsonl" } = component.data;
  const root = component.parentElement.querySelector(".hu-game-file");
  counts.set(root, Math.max(counts.get(root) || 0, taken));
  const pick = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    counts.set(root, counts.get(root) + 1);
    const content = file.size > limit ? "" : await file.text();
    component.setStateValue("file", { n: counts.get(root), name: file.name, size: file.size, content });
    target.value = "";
  };
  const field = h("input", { type: "file", class: "hu-file", accept, "aria-label": text, onchange: pick });
  root.replaceChildren(h("label", { class: "hu-big" }, text, field), h("p", { class: "hu-hint" }, hint));
});
