// Keeps the browser's own key and language in cookies, tells assistive technology the page's language, shows a new
// screen from its top (see taps.js), and hides the floating line once the place that it leads to is on the screen. It says in one line
// that the server cannot be reached, and tells the other parts when it can be again.

let shown = null;
let connected = null;
let away = null;
// Whether a network that closes no connection carries nothing any more.
let lost = false;
const ASK_EVERY = 1500;
// What a line that may have died meanwhile is asked to say back, and what it has said.
let asked = 0;
let said = 0;
let ask = null;

// Whether the floating line would lie over a tile that it speaks of.
function covering(line) {
  const bar = line.getBoundingClientRect();
  return [...document.querySelectorAll(".hu-rack .is-choice, .hu-rack .is-bad, .hu-rack .is-doubt")].some((tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return top < bar.bottom && bottom > bar.top;
  });
}

function arrived() {
  const line = document.querySelector(".hu-floating");
  const place = line && document.querySelector(line.hash);
  // The button that leads on lies where the line would.
  const way = document.querySelector(".hu-answers > .is-next-rack, .hu-saver");
  const inView = (part) => part && part.getBoundingClientRect().top < window.innerHeight - 12;
  const seen = place && (inView(place) || inView(way) || covering(line));
  document.documentElement.classList.toggle("hu-arrived", Boolean(seen));
  // The hand with its folded photo may have gone with its screen.
  if (!document.querySelector(".hu-rack-frame.is-compact")) document.documentElement.classList.remove("hu-is-folded");
}

const isConnected = () => document.querySelector("[data-testid=stApp]")?.dataset.testConnectionState === "CONNECTED";

function connection() {
  const now = isConnected() && !lost;
  if (now !== connected) {
    connected = now;
    document.documentElement.classList.toggle("hu-is-away", !now);
    away.hidden = now;
    away.replaceChildren(now ? "" : away.dataset.text);
    if (now) window.dispatchEvent(new Event("hu-connected"));
  }
  if (!now) silence();
}

// Streamlit waits for ever on a line that is silently dead. When the network is back and the line does not answer, the
// page is loaded again: nothing is lost, for the server keeps the hand and the browser the photo.
async function listen() {
  if (!document.hidden) {
    const answering = await isAnswering();
    if (lost && answering && isConnected()) {
      const wanted = (asked = Date.now());
      ask("alive", wanted);
      const isDead = () => said < wanted && wanted === asked && !lost && isConnected();
      setTimeout(async () => isDead() && (await isAnswering()) && location.reload(), 2 * ANSWER_MS);
    }
    lost = !answering;
  }
  connection();
  setTimeout(listen, ASK_EVERY);
}

// Streamlit's own dialog about a lost connection speaks of its command line, and would lie over the page.
function silence() {
  for (const dialog of document.querySelectorAll("[role=dialog]:not(.hu-sheet)")) {
    if (!/Streamlit/.test(dialog.textContent)) continue;
    const layer = dialog.closest("[data-baseweb=modal], [data-testid=stDialog]") || dialog;
    layer.style.display = "none";
    dialog.querySelector("button[aria-label=Close]")?.click();
  }
}

// Points arrive as a moment: they count up from what stood there before.
let points = 0;

function count() {
  const figure = document.querySelector(".hu-points strong[data-points]");
  // The next hand begins at nothing.
  if (!document.querySelector(".hu-seating")) points = 0;
  if (!figure || figure.dataset.shown) return;
  figure.dataset.shown = "yes";
  const [from, to] = [points, Number(figure.dataset.points)];
  points = to;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || from === to) return;
  const started = performance.now();
  const step = (now) => {
    const share = Math.min(1, Math.max(0, now - started) / 500);
    figure.textContent = share < 1 ? Math.round(from + (to - from) * (1 - (1 - share) ** 3)) : figure.dataset.text;
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function watch() {
  document.addEventListener("scroll", arrived, { capture: true, passive: true });
  window.addEventListener("resize", arrived);
  away = h("p", { class: "hu-away", role: "status", hidden: true });
  document.body.append(away);
  const all = () => [count, arrived, connection].forEach((look) => look());
  const filter = ["data-test-connection-state"];
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: filter });
  listen();
}

// Keeps cookies for a year. In a frame of another site browsers keep only cookies that belong to that site and ours
// together, and only over HTTPS. A browser may block all cookies.
function keepCookies(cookies) {
  const isSecure = location.protocol === "https:";
  const isFramed = window.top !== window;
  let rules = "SameSite=Strict";
  if (isFramed && isSecure) rules = "SameSite=None; Partitioned";
  if (isSecure) rules += "; Secure";
  try {
    for (const [name, value] of Object.entries(cookies)) {
      document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; ${rules}`;
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
  [ask, said] = [component.setStateValue, alive || 0];
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
  connection();
}
