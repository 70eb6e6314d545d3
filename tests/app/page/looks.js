// Measures a screen: controls with their size and name, the contrast of every text, what is wider than the page.
() => {
  const visible = (e, checkOpacity) => e.checkVisibility({ checkOpacity, checkVisibilityCSS: true });

  // Everything that a finger or a screen reader meets, without Streamlit's hidden dismissers and tool tips.
  const name = (e) =>
    (e.getAttribute("aria-label") || [...(e.labels || [])].map((l) => l.innerText).join(" ") || e.innerText || e.title || "").trim();
  const touched = (e) => (e.type === "file" || e.type === "checkbox" ? e.closest("label") || e : e);
  const helper = (e) =>
    e.closest("[data-testid=stTooltipIcon]") ||
    /Help for|Skip to|^(Ignora|Dismiss)$/.test(name(e));
  const targets = [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [role=button]")]
    .filter((e) => visible(touched(e), false) && touched(e).getBoundingClientRect().width > 0 && !helper(e))
    .map((e) => {
      const box = touched(e).getBoundingClientRect();
      const [wide, high] = [Math.round(box.width), Math.round(box.height)];
      return { name: name(e), wide, high, left: box.left, right: box.right, what: e.outerHTML.slice(0, 90) };
    });

  // Contrast by WCAG 2: 4.5, or 3 for large text; disabled controls are exempt.
  const parse = (colour) => {
    const m = colour.match(/[\d.]+/g).map(Number);
    return colour.startsWith("color(") ? [...m.slice(-4, -1).map((v) => v * 255), m.at(-1)] : [m[0], m[1], m[2], m[3] ?? 1];
  };
  const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const ground = (e) => {
    const layers = [];
    for (let one = e; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, colour) => over(colour, under), [255, 255, 255, 1]);
  };
  const exempt = "svg, style, script, :disabled, [data-testid=InputInstructions]";
  const contrast = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !visible(e, true) || e.closest(exempt) || e.getBoundingClientRect().width < 2) continue;
    if (/^Skip to/.test(text)) continue;
    const style = getComputedStyle(e);
    const back = ground(e);
    const [light, dark] = [luminance(over(parse(style.color), back)), luminance(back)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < (large ? 3 : 4.5)) contrast.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }

  // Words under a control, and tiles that leave their card. What floats above the page may cover it.
  const box = (e) => e.getBoundingClientRect();
  const floats = (e) => e && (["fixed", "sticky"].includes(getComputedStyle(e).position) || floats(e.parentElement));
  const shown = (e) => visible(e, true) && box(e).width > 1 && !floats(e);
  const controls = [...document.querySelectorAll("button")].filter((e) => shown(e) && !helper(e));
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const covered = [...document.querySelectorAll("h1, h2, h3, .hu-hint, .hu-question, .hu-alert")]
    .filter((e) => shown(e) && controls.some((control) => !control.contains(e) && !e.contains(control) && covers(box(control), box(e))))
    .map((e) => e.textContent.slice(0, 60));
  const spilled = [...document.querySelectorAll(".hu-tile")]
    .filter((e) => shown(e) && !e.closest("svg") && e.closest(".hu-side, section") && box(e).right > box(e.closest(".hu-side, section")).right)
    .map((e) => e.className);

  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const pictures = [...document.querySelectorAll("img, [role=img]")];
  return {
    targets,
    contrast,
    covered,
    spilled,
    width: innerWidth,
    wider: document.documentElement.scrollWidth - innerWidth,
    unnamed: pictures.filter((e) => !e.hasAttribute("alt") && !e.ariaLabel).length,
    twice: ids.filter((id, i) => ids.indexOf(id) !== i),
  };
}
