// Takes the place of a component's script, and calls that script once scripts.js has loaded it.
// `Component` in components.py replaces NAME by the name of the component.

export default async function (component) {
  if (!window.huScripts) {
    await new Promise((done) => {
      window.addEventListener("hu-scripts", done, { once: true });
    });
  }
  const script = await window.huScripts["NAME"];
  return script.default(component);
}
