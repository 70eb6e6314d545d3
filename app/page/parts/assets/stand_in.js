// Stands in for a component, and calls its script once scripts.js has loaded it.

export default async function (component) {
  if (!window.huScripts) {
    await new Promise((done) => {
      window.addEventListener("hu-scripts", done, { once: true });
    });
  }
  const script = await window.huScripts["NAME"];
  return script.default(component);
}
