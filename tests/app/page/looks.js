// Measures a screen: its controls with their sizes and names, the contrast of each text, words
// under controls, and elements that are wider than their place. A function without arguments, which
// the test of looks evaluates in the page.
() => {
  const CONTROLS = "button, input, select, textarea, summary, a[href], [role=button]";
  // Parts whose contrast does not matter: pictures, disabled controls, and a hint of Streamlit's.
  const WITHOUT_CONTRAST = "svg, style, script, :disabled, [data-testid=InputInstructions]";
  const WORDS = "h1, h2, h3, .hu-hint, .hu-question, .hu-alert";
  // WCAG 2 asks for this contrast of text, and for less of large text: from 24 pixels on, or from
  // 18.66 pixels on if it is bold.
  const LEAST_CONTRAST = 4.5;
  const LEAST_CONTRAST_OF_LARGE_TEXT = 3;
  // Boxes that overlap by less than this many pixels do not cover each other.
  const OVERLAP_PX = 2;

  const boxOf = (element) => element.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];

  function nameOf(control) {
    const label = control.getAttribute("aria-label");
    const labels = [...(control.labels || [])].map((element) => element.innerText).join(" ");
    return (label || labels || control.innerText || control.title || "").trim();
  }

  // Streamlit's tool tips, and its hidden buttons that close or skip something.
  function isStreamlitsHelper(control) {
    if (control.closest("[data-testid=stTooltipIcon]")) return true;
    return /Help for|Skip to|^(Ignora|Dismiss)$/.test(nameOf(control));
  }

  // The element that a finger touches. The field of a file and a check box are in a label.
  function touchedElement(control) {
    const isInLabel = control.type === "file" || control.type === "checkbox";
    return (isInLabel && control.closest("label")) || control;
  }

  // Whether a finger or a screen reader meets a control. A transparent control counts too.
  function isReachable(control) {
    const element = touchedElement(control);
    if (!element.checkVisibility({ checkVisibilityCSS: true })) return false;
    return boxOf(element).width > 0 && !isStreamlitsHelper(control);
  }

  function measureControl(control) {
    const { left, right, width, height } = boxOf(touchedElement(control));
    return {
      name: nameOf(control),
      width: Math.round(width),
      height: Math.round(height),
      left,
      right,
      markup: control.outerHTML.slice(0, 90),
    };
  }

  // Red, green and blue from 0 to 255, and the opacity from 0 to 1.
  function parseColour(text) {
    const numbers = text.match(/[\d.]+/g).map(Number);
    if (text.startsWith("color(")) {
      const shares = numbers.slice(-4, -1);
      return [...shares.map((share) => share * 255), numbers.at(-1)];
    }
    const [red, green, blue, opacity = 1] = numbers;
    return [red, green, blue, opacity];
  }

  // The share of light of a channel, by WCAG 2.
  function linearLight(level) {
    const share = level / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }

  function luminanceOf([red, green, blue]) {
    return 0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue);
  }

  // A colour on an opaque ground.
  function mix(colour, ground) {
    const opacity = colour[3];
    const mixed = [0, 1, 2].map((at) => colour[at] * opacity + ground[at] * (1 - opacity));
    return [...mixed, 1];
  }

  // The colour behind an element: the backgrounds of the element and of those around it, down to
  // the first opaque one.
  function groundOf(element) {
    const layers = [];
    for (let layer = element; layer; layer = layer.parentElement) {
      const colour = parseColour(getComputedStyle(layer).backgroundColor);
      const opacity = colour[3];
      if (opacity > 0) layers.push(colour);
      if (opacity === 1) break;
    }
    let ground = [255, 255, 255, 1];
    for (const colour of layers.reverse()) ground = mix(colour, ground);
    return ground;
  }

  function contrastOf(element) {
    const ground = groundOf(element);
    const colour = mix(parseColour(getComputedStyle(element).color), ground);
    const first = luminanceOf(colour);
    const second = luminanceOf(ground);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  function leastContrastOf(element) {
    const { fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const isBold = Number(fontWeight) >= 700;
    const isLarge = size >= 24 || (size >= 18.66 && isBold);
    return isLarge ? LEAST_CONTRAST_OF_LARGE_TEXT : LEAST_CONTRAST;
  }

  // The texts that are hard to read, each with its contrast.
  function paleTexts() {
    const pale = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim();
      const element = walker.currentNode.parentElement;
      if (!text || /^Skip to/.test(text)) continue;
      if (!isShown(element) || element.closest(WITHOUT_CONTRAST)) continue;
      if (boxOf(element).width < 2) continue;
      const contrast = contrastOf(element);
      if (contrast < leastContrastOf(element)) {
        pale.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
      }
    }
    return pale;
  }

  function isShown(element) {
    return element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  }

  // Whether an element, or an element around it, floats above the page. It may cover the page.
  function isFloating(element) {
    for (let around = element; around; around = around.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(around).position)) return true;
    }
    return false;
  }

  function isInPlace(element) {
    return isShown(element) && boxOf(element).width > 1 && !isFloating(element);
  }

  function overlap(a, b) {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > OVERLAP_PX && height > OVERLAP_PX;
  }

  // The words under a button.
  function coveredWords() {
    const buttons = all("button").filter((button) => {
      return isInPlace(button) && !isStreamlitsHelper(button);
    });
    const isCovered = (element) => {
      return buttons.some((button) => {
        const isNested = button.contains(element) || element.contains(button);
        return !isNested && overlap(boxOf(button), boxOf(element));
      });
    };
    const covered = all(WORDS).filter((element) => isInPlace(element) && isCovered(element));
    return covered.map((element) => element.textContent.slice(0, 60));
  }

  // The tiles that leave their card at the right.
  function spilledTiles() {
    const spilled = all(".hu-tile").filter((tile) => {
      const card = tile.closest(".hu-side, section");
      if (!card || tile.closest("svg") || !isInPlace(tile)) return false;
      return boxOf(tile).right > boxOf(card).right;
    });
    return spilled.map((tile) => tile.className);
  }

  function repeatedIds() {
    const ids = all("[id]").map((element) => element.id);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
  }

  const pictures = all("img, [role=img]");
  const unnamed = pictures.filter((picture) => !picture.hasAttribute("alt") && !picture.ariaLabel);
  return {
    controls: all(CONTROLS).filter(isReachable).map(measureControl),
    paleTexts: paleTexts(),
    coveredWords: coveredWords(),
    spilledTiles: spilledTiles(),
    repeatedIds: repeatedIds(),
    unnamedPictures: unnamed.length,
    width: innerWidth,
    excessWidth: document.documentElement.scrollWidth - innerWidth,
  };
}
