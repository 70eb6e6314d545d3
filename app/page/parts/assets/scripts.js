
// Streamlit's scripts come in one file. Each gets an address of the browser's own, under which those that come later by
// themselves find it, too.
(async () => {
  const place = new URL("./static/js/", document.baseURI).href;
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const able = HTMLScriptElement.supports?.("importmap");
  const scripts = able ? await fetch("./$scripts").then((answer) => answer.json()).catch(() => ({})) : {};
  const imports = {};
  for (const [name, text] of Object.entries(scripts)) {
    const moved = new Blob([text.replaceAll("$stand_in", place)], { type: "text/javascript" });
    imports[place + name] = URL.createObjectURL(moved);
    // Streamlit asks for no script that such an element names.
    document.head.append(Object.assign(document.createElement("link"), { rel: "hu-here", href: place + name }));
  }
  const map = Object.assign(document.createElement("script"), { type: "importmap", textContent: JSON.stringify({ imports }) });
  document.head.append(map);
  await parsed;
  import(place + "$main");
  // Kept each by itself, they are compiled already the next time.
  const keep = async () => {
    await Promise.all(Object.keys(imports).map(async (name) => (await fetch(name, { priority: "low" })).blob()));
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = "$cookie=$scripts; Path=/; Max-Age=31536000; SameSite=Strict" + secure;
  };
  if (imports[place + "$main"]) setTimeout(() => keep().catch(() => {}), 5000);
})();
