"use strict";

const cards = [...document.querySelectorAll("article")];
const search = document.querySelector("input[type=search]");
const saveButton = document.querySelector("button");

// Filters. The style sheet hides the cards that the chosen filter leaves out.

for (const filter of document.querySelectorAll("fieldset input")) {
  let shownCards = cards;
  if (filter.value !== "all") {
    shownCards = cards.filter((card) => card.classList.contains(filter.value));
  }
  filter.parentElement.append(` (${shownCards.length})`);
}

// Search.

/** Return text in small letters without blanks, because hands may be written with other blanks. */
function normalise(text) {
  return text.toLowerCase().replace(/\s+/g, "");
}

/** Return the text of a card, with the hand in its field. */
function searchableText(card) {
  const texts = [card.textContent];
  for (const field of card.querySelectorAll("input")) {
    texts.push(field.value);
  }
  return normalise(texts.join(" "));
}

search.addEventListener("input", () => {
  const query = normalise(search.value);
  for (const card of cards) {
    card.hidden = !searchableText(card).includes(query);
  }
});

// Corrections.

/** Return the fields whose hands the user has changed. */
function changedFields() {
  return [...document.querySelectorAll("input.changed")];
}

/** Quote text as a cell of a CSV file. */
function quoteCell(text) {
  return `"${text.replaceAll('"', '""')}"`;
}

document.querySelector("main").addEventListener("input", (event) => {
  const field = event.target;
  field.classList.toggle("changed", field.value.trim() !== field.defaultValue);
  saveButton.disabled = changedFields().length === 0;
});

saveButton.addEventListener("click", () => {
  const lines = ["photo,hand\n"];
  for (const field of changedFields()) {
    const photo = field.closest("article").dataset.photo;
    lines.push(`${quoteCell(photo)},${quoteCell(field.value.trim())}\n`);
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "text/csv" }));
  link.download = "corrections.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});
