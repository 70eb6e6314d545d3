// Keeps the browser's own key and language in cookies, tells assistive technology the page's
// language, shows a new screen from its top (see taps.js), and hides the floating line once the
// place that it leads to is on the screen. It says in one line that the server cannot be reached,
// and tells the other parts when it can be again.

let shown = null;
let connected = null;
let away = null;
// Whether a network that closes no connection carries nothing any more.
let lost = false;
const ASK_EVERY_MS = 1500;
// What a connection that may have died meanwhile is asked to send back, and what it has sent.
let asked = 0;
let said = 0;
let ask = null;

// Tiles that the floating line may speak of.
const SPOKEN_OF = ".hu-rack .is-choice, .hu-rack .is-bad, .hu-rack .is-doubt";

// Whether the floating line would cover a tile that it speaks of.
function isCovering(line) {
  const bar = line.getBoundingClientRect();
  const tiles = [...document.querySelectorAll(SPOKEN_OF)];
  return tiles.some((tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return top < bar.bottom && bottom > bar.top;
  });
}

function isInView(part) {
  return Boolean(part) && part.getBoundingClientRect().top < window.innerHeight - 12;
}

// Whether the floating line is not needed.
function isArrived() {
  const line = document.querySelector(".hu-floating");
  const place = line && document.querySelector(line.hash);
  if (!place) return false;
  // The button that leads on is where the line would be.
  const way = document.querySelector(".hu-answers > .is-next-rack, .hu-saver");
  return isInView(place) || isInView(way) || isCovering(line);
}

function noteArrival() {
  const { classList } = document.documentElement;
  classList.toggle("hu-arrived", isArrived());
  // The hand with its folded photo may have gone with its screen.
  if (!document.querySelector(".hu-rack-frame.is-compact")) classList.remove("hu-is-folded");
}

function isConnected() {
  const app = document.querySelector("[data-testid=stApp]");
  return app?.dataset.testConnectionState === "CONNECTED";
}

// Says whether the server can be reached, and tells the other parts when it can be again.
function noteConnection() {
  const isReached = isConnected() && !lost;
  if (isReached !== connected) {
    connected = isReached;
    document.documentElement.classList.toggle("hu-is-away", !isReached);
    away.hidden = isReached;
    away.replaceChildren(isReached ? "" : away.dataset.text);
    if (isReached) window.dispatchEvent(new Event("hu-connected"));
  }
  if (!isReached) hideStreamlitsDialog();
}

// Asks the server again and again whether it answers.
async function listen() {
  if (!document.hidden) {
    const isBack = await isAnswering();
    if (lost && isBack && isConnected()) reloadIfDead();
    lost = !isBack;
  }
  noteConnection();
  setTimeout(listen, ASK_EVERY_MS);
}

// Streamlit waits for ever on a connection that is silently dead. When the network is back and the
// connection does not answer, the page is loaded again: nothing is lost, for the server keeps the
// hand and the browser the photo.
function reloadIfDead() {
  const wanted = Date.now();
  asked = wanted;
  ask("alive", wanted);
  setTimeout(async () => {
    const isOutdated = wanted !== asked || lost || !isConnected();
    if (said >= wanted || isOutdated) return;
    if (await isAnswering()) location.reload();
  }, 2 * ANSWER_MS);
}

// Streamlit's own dialog about a lost connection speaks of its command line, and would cover the
// page.
function hideStreamlitsDialog() {
  for (const dialog of document.querySelectorAll("[role=dialog]:not(.hu-sheet)")) {
    if (!/Streamlit/.test(dialog.textContent)) continue;
    const layer = dialog.closest("[data-baseweb=modal], [data-testid=stDialog]") || dialog;
    layer.style.display = "none";
    dialog.querySelector("button[aria-label=Close]")?.click();
  }
}

// Points arrive as a moment: they count up from the points that were shown before.
let points = 0;
const COUNT_MS = 500;

function countUp() {
  const figure = document.querySelector(".hu-points strong[data-points]");
  // The next hand begins at nothing.
  if (!document.querySelector(".hu-seating")) points = 0;
  if (!figure || figure.dataset.shown) return;
  figure.dataset.shown = "yes";
  const from = points;
  const to = Number(figure.dataset.points);
  points = to;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isStill || from === to) return;
  const started = performance.now();
  const step = (now) => {
    const share = Math.min(1, Math.max(0, now - started) / COUNT_MS);
    if (share === 1) {
      figure.textContent = figure.dataset.text;
      return;
    }
    // Fast at first, slow at the end.
    const eased = 1 - (1 - share) ** 3;
    figure.textContent = Math.round(from + (to - from) * eased);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function watch() {
  document.addEventListener("scroll", noteArrival, { capture: true, passive: true });
  window.addEventListener("resize", noteArrival);
  away = h("p", { class: "hu-away", role: "status", hidden: true });
  document.body.append(away);
  // Measuring lays the page out, so it is done once for all changes before a frame is drawn.
  let willMeasure = false;
  const look = () => {
    countUp();
    noteConnection();
    if (willMeasure) return;
    willMeasure = true;
    requestAnimationFrame(() => {
      willMeasure = false;
      noteArrival();
    });
  };
  const changes = { childList: true, subtree: true, attributes: true };
  const attributeFilter = ["data-test-connection-state"];
  new MutationObserver(look).observe(document.body, { ...changes, attributeFilter });
  listen();
}

const A_YEAR_S = 31_536_000;

// Keeps cookies for a year. In a frame of another site browsers keep only cookies that belong to
// that site and ours together, and only over HTTPS. A browser may block all cookies.
function keepCookies(cookies) {
  const isSecure = location.protocol === "https:";
  const isFramed = window.top !== window;
  let rules = "SameSite=Strict";
  if (isFramed && isSecure) rules = "SameSite=None; Partitioned";
  if (isSecure) rules += "; Secure";
  try {
    for (const [name, value] of Object.entries(cookies)) {
      const pair = `${name}=${encodeURIComponent(value)}`;
      document.cookie = `${pair}; Path=/; Max-Age=${A_YEAR_S}; ${rules}`;
    }
  } catch {
    // A frame without an origin of its own has no cookies at all.
  }
}

function isKept(name, value) {
  try {
    return document.cookie.split("; ").includes(`${name}=${encodeURIComponent(value)}`);
  } catch {
    return false;
  }
}

// Without its key the browser gets no unfinished hand back from the server.
function warnOfForgetting(place, { cookies, forgets }) {
  const isForgetful = !isKept("hu_key", cookies.hu_key);
  const warning = h("p", { class: "hu-note is-warning hu-forgets" }, forgets);
  place.replaceChildren(...(isForgetful ? [warning] : []));
}

export default function (component) {
  const { cookies, language, title, screen, dialog, away: text, alive } = component.data;
  ask = component.setStateValue;
  said = alive || 0;
  keepCookies(cookies);
  warnOfForgetting(component.parentElement.querySelector(".hu-frame"), component.data);
  document.documentElement.lang = language;
  document.title = title;
  if (shown !== null && shown.screen !== screen) {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    settle(true);
  } else if (shown !== null && shown.dialog !== dialog) {
    settle(false);
  }
  shown = { screen, dialog };
  if (!away) watch();
  away.dataset.text = text;
  log.update(component.data, (value) => component.setStateValue("log", value));
  noteConnection();
}
