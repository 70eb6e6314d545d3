// Covers the screen until the page itself is there, and says so when the server does not answer. Browsers that can keep
// the page like an app learn here how to open it without the server.
(() => {
  const splash = document.getElementById("hu-splash");
  const line = splash.querySelector("p");
  const watcher = new MutationObserver(() => {
    if (!document.querySelector("[data-testid=stElementContainer]")) return;
    watcher.disconnect();
    clearInterval(asking);
    splash.remove();
    // Over plain HTTP browsers allow it on this computer alone. It waits until the first screen has settled.
    setTimeout(() => navigator.serviceWorker?.register("./service-worker.js").catch(() => {}), 3000);
  });
  watcher.observe(document.getElementById("root"), { childList: true, subtree: true });
  const ask = async () => {
    const answer = await fetch("./_stcore/health", { cache: "no-store" }).catch(() => null);
    line.textContent = answer?.ok ? "" : splash.dataset.away;
  };
  const asking = setInterval(ask, 3000);
})();
