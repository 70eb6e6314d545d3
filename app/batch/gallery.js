"use strict";
const cards = [...document.querySelectorAll("article")];
for (const choice of document.querySelectorAll("fieldset input")) {
  const count = choice.value === "all" ? cards.length : cards.filter((c) => c.classList.contains(choice.value)).length;
  choice.parentElement.append(` (${count})`);
}

// The hand stands in a field, and words and numbers may be parted in other ways than they are searched for.
const plain = (text) => text.toLowerCase().replace(/\s+/g, "");
const said = (card) => plain([card.textContent, ...[...card.querySelectorAll("input")].map((field) => field.value)].join(" "));
const search = document.querySelector("input[type=search]");
search.addEventListener("input", () => {
  const wanted = plain(search.value);
  for (const card of cards) card.hidden = !said(card).includes(wanted);
});

const button = document.querySelector("button");
const changed = () => [...document.querySelectorAll("input.changed")];
document.querySelector("main").addEventListener("input", (event) => {
  event.target.classList.toggle("changed", event.target.value.trim() !== event.target.defaultValue);
  button.disabled = changed().length === 0;
});

const cell = (text) => `"${text.replaceAll('"', '""')}"`;
button.addEventListener("click", () => {
  const lines = changed().map((field) => `${cell(field.closest("article").dataset.photo)},${cell(field.value.trim())}\n`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["photo,hand\n", ...lines], { type: "text/csv" }));
  link.download = "corrections.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});
