// Keeps the browser's own key and language in cookies, tells assistive technology the page's language, shows a new
// screen from its top, and hides the floating line once the place that it leads to is on the screen.

let shown = null;
let watching = false;

function arrived() {
  const line = document.querySelector(".hu-floating");
  const place = line && document.querySelector(line.hash);
  const seen = Boolean(place) && place.getBoundingClientRect().top < window.innerHeight - 100;
  document.documentElement.classList.toggle("hu-arrived", seen);
}

function watch() {
  watching = true;
  document.addEventListener("scroll", arrived, { capture: true, passive: true });
  window.addEventListener("resize", arrived);
  new MutationObserver(arrived).observe(document.body, { childList: true, subtree: true });
}

export default function (component) {
  const { cookies, language, title, screen } = component.data;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  for (const [name, value] of Object.entries(cookies)) {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
  }
  document.documentElement.lang = language;
  document.title = title;
  if (shown !== null && shown !== screen) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  shown = screen;
  if (!watching) watch();
}
