// Why a photo was read as it was: of a tile, of a meld, or of the whole hand. Its words and figures come from the server.

class Why {
  constructor(host) {
    this.host = host;
  }

  get data() {
    return this.host.data.why;
  }

  // What is known of a tile. Tiles that were added by hand have no reasons.
  of(tile) {
    return this.data?.tiles[tile?.id] || null;
  }

  // The button that asks. What it explains is opened in the sheet.
  button(name, subject, label = this.data.texts.why) {
    return tool(label, `why-${name}`, () => this.host.sheet.show(subject), { class: "hu-tool is-quiet is-why" });
  }

  ofTile(tile, back) {
    const { faces, sections } = this.of(tile);
    const looks = faces.length > 0 && this.section(this.data.texts.faces, h("ul", { class: "hu-chances" }, ...faces.map((face) => this.chance(face))));
    return {
      title: `${tile.name}: ${this.data.texts.why}`,
      parts: [looks, ...sections.map((section) => this.reasons(section)), tool(this.data.texts.back, "why-back", back)],
    };
  }

  ofSet(group) {
    const tile = group.tiles.find((one) => this.of(one));
    const sections = tile ? this.of(tile).sections : [];
    const pictures = h("div", { class: "hu-row" }, ...group.tiles.map((one) => picture(one.face, "is-small")));
    return { title: `${group.label}: ${this.data.texts.why}`, parts: [pictures, ...sections.map((section) => this.reasons(section))] };
  }

  ofHand() {
    const { choices, sections, texts } = this.data;
    return { title: texts.why_hand, parts: [...choices.map((choice) => this.choice(choice)), ...sections.map((section) => this.reasons(section))] };
  }

  chance({ face, name, share, text }) {
    const bar = h("span", { class: "hu-chance-bar", style: `--hu-share: ${share}`, "aria-hidden": "true" });
    return h("li", {}, picture(face, "is-small"), h("span", { class: "hu-chance-name" }, name), bar, h("span", {}, text));
  }

  reasons({ title, lines }) {
    const line = ({ text, weight, speaks }) => {
      const sign = speaks && h("span", { class: "hu-weight", title: this.data.texts[speaks], "aria-label": `${this.data.texts[speaks]}, ${weight}` }, weight);
      return h("li", { class: speaks ? `is-${speaks}` : "" }, h("span", {}, text), sign);
    };
    return this.section(title, h("ul", { class: "hu-reasons" }, ...lines.map(line)));
  }

  choice({ reading, title, groups, label }) {
    const take = () => {
      this.host.send("photo-reading", reading);
      this.host.sheet.hide();
    };
    const sets = groups.map((faces) => h("span", { class: "hu-group" }, ...faces.map((face) => picture(face, "is-small"))));
    return this.section(title, h("div", { class: "hu-pictures" }, ...sets), label && tool(label, `take-${reading}`, take));
  }

  section(title, ...content) {
    return h("section", { class: "hu-why" }, h("h3", {}, title), ...content.filter(Boolean));
  }
}
