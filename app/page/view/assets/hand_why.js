// The reasons for the reading of a tile, a meld or the whole hand. All words and figures come from
// the server.

/** The reasons of a hand. Its host is the `HandView` of the hand. */
class Why {
  constructor(host) {
    this.host = host;
  }

  // The data of `PhotoWhy` in reasons.py. Null for a hand without a photo.
  get data() {
    return this.host.data.why;
  }

  /** The reasons of a tile. Null without a tile, and for a tile that a player has added. */
  of(tile) {
    return this.data?.tiles[tile?.id] || null;
  }

  /**
   * A button that opens the reasons of a subject in the sheet.
   * @param {string} name - names the button.
   * @param {Subject} subject
   */
  button(name, subject) {
    const show = () => this.host.sheet.show(subject);
    const attributes = { class: "hu-tool is-quiet is-why" };
    return tool(this.data.texts.why, `why-${name}`, show, attributes);
  }

  // `ofTile`, `ofGroup` and `ofHand` return the content of the sheet, as `Sheet.content` does.

  ofTile(tile, back) {
    const { faces, sections } = this.of(tile);
    const { texts } = this.data;
    return {
      title: `${tile.name}: ${texts.why}`,
      parts: [
        faces.length > 0 && this.chances(faces),
        ...this.allReasons(sections),
        tool(texts.back, "why-back", back),
      ],
    };
  }

  ofGroup(group) {
    const firstTile = group.tiles.find((tile) => this.of(tile));
    const sections = firstTile ? this.of(firstTile).sections : [];
    const pictures = group.tiles.map((tile) => picture(tile.face, "is-small"));
    return {
      title: `${group.label}: ${this.data.texts.why}`,
      parts: [h("div", { class: "hu-row" }, ...pictures), ...this.allReasons(sections)],
    };
  }

  ofHand() {
    const { choices, sections, texts } = this.data;
    const readings = choices.map((choice) => this.choice(choice));
    return { title: texts.why_hand, parts: [...readings, ...this.allReasons(sections)] };
  }

  // The likely faces of a tile with their probabilities, each a `FaceChance` of reasons.py.
  chances(faces) {
    const list = h("ul", { class: "hu-chances" }, ...faces.map((face) => this.chance(face)));
    return this.section(this.data.texts.faces, list);
  }

  chance({ face, name, share, text }) {
    const bar = { class: "hu-chance-bar", style: `--hu-share: ${share}`, "aria-hidden": "true" };
    return h(
      "li",
      {},
      picture(face, "is-small"),
      h("span", { class: "hu-chance-name" }, name),
      h("span", bar),
      h("span", {}, text),
    );
  }

  allReasons(sections) {
    return sections.map((section) => this.reasons(section));
  }

  reasons({ title, lines }) {
    const items = lines.map((line) => this.reason(line));
    return this.section(title, h("ul", { class: "hu-reasons" }, ...items));
  }

  // A reason, a `WhyLine` of reasons.py. `speaks` is "for" or "against" the reading, or empty for a
  // reason without a weight.
  reason({ text, weight, speaks }) {
    const sentence = h("span", {}, text);
    if (!speaks) return h("li", { class: "" }, sentence);
    const meaning = this.data.texts[speaks];
    const attributes = {
      class: "hu-weight",
      title: meaning,
      "aria-label": `${meaning}, ${weight}`,
    };
    return h("li", { class: `is-${speaks}` }, sentence, h("span", attributes, weight));
  }

  // A reading of the hand. If it has a label, the label is a button that takes this reading.
  choice({ reading, title, groups, label }) {
    const take = () => {
      this.host.send("photo-reading", reading);
      this.host.sheet.hide();
    };
    const pictures = (faces) => faces.map((face) => picture(face, "is-small"));
    const melds = groups.map((faces) => h("span", { class: "hu-group" }, ...pictures(faces)));
    const button = label && tool(label, `take-${reading}`, take);
    return this.section(title, h("div", { class: "hu-pictures" }, ...melds), button);
  }

  section(title, ...content) {
    return h("section", { class: "hu-why" }, h("h3", {}, title), ...content.filter(Boolean));
  }
}
