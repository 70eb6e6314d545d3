// Keeps the browser's own key and language in cookies, tells assistive technology the page's language, shows a new
// screen from its top, and hides the floating line once the place that it leads to is on the screen. It says in one line
// that the server cannot be reached, and tells the other parts when it can be again.

let shown = null;
let watching = false;
let connected = null;
let away = null;
// Whether a network that closes no connection carries nothing any more, and since when.
let lost = false;
const [ASK_EVERY, PATIENCE] = [1500, 2500];

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
  const seen = place && (place.getBoundingClientRect().top < window.innerHeight - 12 || covering(line));
  document.documentElement.classList.toggle("hu-arrived", Boolean(seen));
  // The hand with its folded photo may have gone with its screen.
  if (!document.querySelector(".hu-rack-frame.is-compact")) document.documentElement.classList.remove("hu-is-folded");
}

function connection() {
  const app = document.querySelector("[data-testid=stApp]");
  const now = app?.dataset.testConnectionState === "CONNECTED" && !lost;
  if (now !== connected) {
    connected = now;
    document.documentElement.classList.toggle("hu-is-away", !now);
    away.hidden = now;
    away.replaceChildren(now ? "" : away.dataset.text);
    if (now) window.dispatchEvent(new Event("hu-connected"));
  }
  if (!now) silence();
}

// Streamlit waits for ever on a line that is silently dead. What is heard from the server meanwhile shows that it is not.
async function listen() {
  const line = window.huLine;
  const asked = performance.now();
  if (document.hidden || line?.readyState !== WebSocket.OPEN) lost = false;
  else if (lost || line.heard < asked - ASK_EVERY) {
    const answer = await fetch("./_stcore/health", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
    const here = answer?.ok || line.heard > asked;
    // The network is back; the line may have died with it, unless it is still carrying a photo.
    if (lost && here && line.heard < asked && line.patience < asked) line.close();
    lost = !here;
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
    figure.textContent = Math.round(from + (to - from) * (1 - (1 - share) ** 3));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// The page's style sheet, where the document came without it or has that of an older version.
function dress(name) {
  const links = [...document.querySelectorAll("link[rel=stylesheet][href*='/hu-']")];
  if (links.some((link) => link.getAttribute("href") === `./${name}`)) return;
  document.body.append(h("link", { rel: "stylesheet", href: `./${name}` }));
  links.forEach((link) => link.remove());
}

function watch() {
  watching = true;
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("scroll", arrived, { capture: true, passive: true });
  window.addEventListener("resize", arrived);
  new MutationObserver(arrived).observe(document.body, { childList: true, subtree: true });
  away = h("p", { class: "hu-away", role: "status", hidden: true });
  document.body.append(away);
  const filter = ["data-test-connection-state"];
  const seen = { childList: true, subtree: true, attributes: true, attributeFilter: filter };
  new MutationObserver(connection).observe(document.body, seen);
  listen();
}

export default function (component) {
  const { cookies, language, title, screen, away: text, style } = component.data;
  dress(style);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  for (const [name, value] of Object.entries(cookies)) {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
  }
  document.documentElement.lang = language;
  document.title = title;
  if (shown !== null && shown !== screen) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  shown = screen;
  if (!watching) watch();
  away.dataset.text = text;
  connection();
}
