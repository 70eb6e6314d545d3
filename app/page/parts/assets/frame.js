// The frame around all screens.
// - It keeps the browser's own key and language in cookies.
// - It sets the language of the page for assistive technology.
// - It shows a new screen from its top (settling.js).
// - It hides the floating line while the line is not needed. The floating line is a link at the
//   foot of a phone's screen that leads to the next thing to do.
// - It shows whether the server can be reached, and sends the event `hu-connected` when it can be
//   reached again.

// The names of the screen and of the dialog on the page. Null until the page shows a screen.
let latestNames = null;
// The element with the message that the server cannot be reached.
let awayLine = null;
// Whether the server can be reached. Null until it is known.
let isReachable = null;
// Whether the server did not answer when it was last asked. Streamlit may not have noticed that.
let isNetworkDead = false;
// How often the server is asked whether it answers.
const ASK_EVERY_MS = 1500;
// A ping checks that Streamlit's connection is alive. The ping is the time when it was sent, and
// the server sends it back. `sendPing` sends a ping.
let sendPing = null;
let lastPing = 0;
let lastAnswer = 0;

// The tiles that the floating line may ask the player to look at.
const TILES_OF_LINE = ".hu-rack .is-choice, .hu-rack .is-bad, .hu-rack .is-doubt";
// An element is in view if its upper edge is more than this many pixels above the screen's lower
// edge.
const VISIBLE_PX = 12;

// Whether the floating line is in front of a tile that it asks the player to look at.
function coversItsTile(line) {
  const bar = line.getBoundingClientRect();
  const tiles = [...document.querySelectorAll(TILES_OF_LINE)];
  return tiles.some((tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return top < bar.bottom && bottom > bar.top;
  });
}

function isInView(part) {
  if (!part) return false;
  return part.getBoundingClientRect().top < window.innerHeight - VISIBLE_PX;
}

// Whether the floating line is to be hidden: the place that it leads to is in view, or the button
// that goes on is, or the line would cover a tile that it asks the player to look at.
function mustHideFloatingLine() {
  const line = document.querySelector(".hu-floating");
  if (!line) return false;
  const place = document.querySelector(line.hash);
  const nextButton = document.querySelector(".hu-answers > .is-next-rack, .hu-saver");
  return isInView(place) || isInView(nextButton) || coversItsTile(line);
}

// Brings the classes of the root element up to date with the visible part of the page.
function updateRootClasses() {
  const { classList } = document.documentElement;
  classList.toggle("hu-arrived", mustHideFloatingLine());
  // hand_photo.js adds this class while it shows the hand in a compact way, and gives the hand's
  // frame the class "is-compact" with it. If that frame is gone, nobody else removes the class.
  if (!document.querySelector(".hu-rack-frame.is-compact")) classList.remove("hu-is-compact");
}

// Whether Streamlit has a connection to the server.
function isConnected() {
  const app = document.querySelector("[data-testid=stApp]");
  return app?.dataset.testConnectionState === "CONNECTED";
}

// Shows whether the server can be reached, and announces when it can be reached again.
function noteConnection() {
  const wasReachable = isReachable;
  isReachable = isConnected() && !isNetworkDead;
  if (isReachable !== wasReachable) {
    document.documentElement.classList.toggle("hu-is-away", !isReachable);
    awayLine.hidden = isReachable;
    awayLine.replaceChildren(isReachable ? "" : awayLine.dataset.text);
    if (isReachable) window.dispatchEvent(new Event("hu-connected"));
  }
  if (!isReachable) hideStreamlitsDialog();
}

// Asks the server again and again whether it answers.
async function watchNetwork() {
  if (!document.hidden) {
    const isAlive = await isAnswering();
    if (isNetworkDead && isAlive && isConnected()) reloadIfDead();
    isNetworkDead = !isAlive;
  }
  noteConnection();
  setTimeout(watchNetwork, ASK_EVERY_MS);
}

// Streamlit does not notice that its connection is dead, and waits for ever. So once the network is
// back, this loads the page again if the connection carries no ping. Nothing is lost: the server
// keeps the hand, and the browser keeps the photo.
function reloadIfDead() {
  const ping = Date.now();
  lastPing = ping;
  sendPing("alive", ping);
  setTimeout(async () => {
    const isAlive = lastAnswer >= ping;
    // After a later ping, or if the network is lost again, this ping means nothing.
    const isOutdated = ping !== lastPing || isNetworkDead || !isConnected();
    if (isAlive || isOutdated) return;
    if (await isAnswering()) location.reload();
  }, 2 * ANSWER_MS);
}

// Streamlit's own dialog about a lost connection names its command line, and would cover the page.
function hideStreamlitsDialog() {
  for (const dialog of document.querySelectorAll("[role=dialog]:not(.hu-sheet)")) {
    if (!/Streamlit/.test(dialog.textContent)) continue;
    const layer = dialog.closest("[data-baseweb=modal], [data-testid=stDialog]") || dialog;
    layer.style.display = "none";
    dialog.querySelector("button[aria-label=Close]")?.click();
  }
}

// The points that were shown last.
let pointsBefore = 0;
const COUNT_MS = 500;

// Counts the figure of new points up from the points that were shown before.
function countUp() {
  const figure = document.querySelector(".hu-points strong[data-points]");
  // Without the table, a hand has ended. The points of the next hand are counted up from 0.
  if (!document.querySelector(".hu-seating")) pointsBefore = 0;
  if (!figure || figure.dataset.shown) return;
  figure.dataset.shown = "yes";
  const from = pointsBefore;
  const to = Number(figure.dataset.points);
  pointsBefore = to;
  const wantsNoMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (wantsNoMotion || from === to) return;
  const startTime = performance.now();
  const draw = (now) => {
    const share = Math.min(1, Math.max(0, now - startTime) / COUNT_MS);
    if (share === 1) {
      figure.textContent = figure.dataset.text;
      return;
    }
    // Fast at first, slow at the end.
    const eased = 1 - (1 - share) ** 3;
    figure.textContent = Math.round(from + (to - from) * eased);
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

// Begins to watch the page: its scrolling, its size, its elements and its connection.
function watchPage() {
  document.addEventListener("scroll", updateRootClasses, { capture: true, passive: true });
  window.addEventListener("resize", updateRootClasses);
  awayLine = h("p", { class: "hu-away", role: "status", hidden: true });
  document.body.append(awayLine);
  // Measuring elements makes the browser lay out the page. So it is done only once for all changes
  // between two frames.
  let willMeasure = false;
  const noteChange = () => {
    countUp();
    noteConnection();
    if (willMeasure) return;
    willMeasure = true;
    requestAnimationFrame(() => {
      willMeasure = false;
      updateRootClasses();
    });
  };
  new MutationObserver(noteChange).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-test-connection-state"],
  });
  watchNetwork();
}

const A_YEAR_S = 31_536_000;

// Keeps cookies for a year. In a frame of another site, browsers keep only partitioned cookies, and
// only over HTTPS.
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
    // A frame without an origin raises an error. It has no cookies at all.
  }
}

// Whether the browser keeps a cookie.
function hasCookie(name, value) {
  try {
    return document.cookie.split("; ").includes(`${name}=${encodeURIComponent(value)}`);
  } catch {
    return false;
  }
}

// Shows a warning if the browser does not keep the cookie with its key. Without the key the server
// cannot give an unfinished hand back to it.
function warnOfForgetting(place, { cookies, forgets }) {
  const warning = h("p", { class: "hu-note is-warning hu-forgets" }, forgets);
  if (hasCookie("hu_key", cookies.hu_key)) place.replaceChildren();
  else place.replaceChildren(warning);
}

// Shows a new screen from its top. Ignores taps for a moment if another screen or dialog is shown
// than before (see settling.js).
function noteScreen(screen, dialog) {
  const isFirst = latestNames === null;
  if (!isFirst && latestNames.screen !== screen) {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    ignoreTapsUntilSettled({ isNewScreen: true });
  } else if (!isFirst && latestNames.dialog !== dialog) {
    ignoreTapsUntilSettled({ isNewScreen: false });
  }
  latestNames = { screen, dialog };
}

// The data are those of `FrameData` in components.py.
export default function (component) {
  const { data } = component;
  sendPing = component.setStateValue;
  lastAnswer = data.alive || 0;
  keepCookies(data.cookies);
  warnOfForgetting(component.parentElement.querySelector(".hu-frame"), data);
  document.documentElement.lang = data.language;
  document.title = data.title;
  noteScreen(data.screen, data.dialog);
  if (!awayLine) watchPage();
  awayLine.dataset.text = data.away;
  log.update(data, (message) => component.setStateValue("log", message));
  noteConnection();
}
