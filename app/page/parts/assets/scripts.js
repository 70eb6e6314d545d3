// Loads the scripts of the page's components, which come as text by the names of the components.

function load(script) {
  const file = new Blob([script], { type: "text/javascript" });
  return import(URL.createObjectURL(file));
}

export default function ({ data }) {
  const text = JSON.stringify(data);
  if (window.huScripts) {
    // A server of another version was started. Taps and photos that it has not got outlive this.
    if (window.huScriptText !== text) location.reload();
    return;
  }
  window.huScriptText = text;
  window.huScripts = {};
  for (const [name, script] of Object.entries(data)) window.huScripts[name] = load(script);
  window.dispatchEvent(new Event("hu-scripts"));
}
