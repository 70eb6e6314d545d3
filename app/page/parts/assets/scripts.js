// Loads the scripts of the page's components. They come as texts, by the name of the component.

function load(script) {
  const file = new Blob([script], { type: "text/javascript" });
  return import(URL.createObjectURL(file));
}

export default function ({ data }) {
  const text = JSON.stringify(data);
  if (window.huScripts) {
    // Other scripts mean that a server of another version was started. Taps and photos that it has
    // not received are kept, and sent after the reload.
    if (window.huScriptText !== text) location.reload();
    return;
  }
  window.huScriptText = text;
  window.huScripts = {};
  for (const [name, script] of Object.entries(data)) window.huScripts[name] = load(script);
  window.dispatchEvent(new Event("hu-scripts"));
}
