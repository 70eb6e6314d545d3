// Keeps the browser's own key and language in cookies, and tells assistive technology the page's language.

export default function (component) {
  const { cookies, language, title } = component.data;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  for (const [name, value] of Object.entries(cookies)) {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
  }
  document.documentElement.lang = language;
  document.title = title;
}
