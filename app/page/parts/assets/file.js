// Picks a file and sends it; of one that is too large only the beginning.

export default undisturbed((component) => {
  const { key, text, hint, limit, accept } = component.data;
  const root = component.parentElement.querySelector(".hu-game-file");
  const pick = ({ target }) => {
    const [file] = target.files;
    if (file) post(key, 1, file.size > limit ? new File([file.slice(0, limit + 1)], file.name) : file);
    target.value = "";
  };
  const field = h("input", { type: "file", class: "hu-file", accept, "aria-label": text, onchange: pick });
  root.replaceChildren(h("label", { class: "hu-big" }, text, field), h("p", { class: "hu-hint" }, hint));
});
