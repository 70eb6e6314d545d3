// Keeps the browser's own key and language in cookies, tells assistive technology the page's language, and shows a new
// screen from its top.

let shown = null;

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
}
