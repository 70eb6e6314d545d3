// Covers the screen until the page itself is there, and says so when the server does not answer. Browsers that can keep
// the page like an app learn here how to open it without the server.
(() => {
  // Milliseconds without a change; and after which a screen is shown that does not come to rest.
  const [REST, LONGEST] = [100, 3000];
  const splash = document.getElementById("hu-splash");
  const line = splash.querySelector("p");
  let settling = null;
  let longest = null;
  // Each part of a screen takes its place when its script has come, and moves what is below it: nothing that a finger is
  // about to press may move, so the screen is uncovered once it has come to rest.
  const watcher = new MutationObserver(() => {
    if (!document.querySelector("[data-testid=stElementContainer]")) return;
    clearInterval(asking);
    longest ??= setTimeout(uncover, LONGEST);
    clearTimeout(settling);
    const done = document.querySelector("[data-test-script-state=notRunning]");
    if (done && !document.querySelector("[data-testid=stSkeleton]")) settling = setTimeout(uncover, REST);
  });
  const uncover = () => {
    if (!splash.isConnected) return;
    watcher.disconnect();
    splash.remove();
    // Over plain HTTP browsers allow it on this computer alone. It waits until the first screen has settled.
    setTimeout(() => navigator.serviceWorker?.register("./service-worker.js").catch(() => {}), 3000);
  };
  watcher.observe(document.getElementById("root"), { childList: true, subtree: true, attributeFilter: ["data-test-script-state"] });
  const ask = async () => {
    const answer = await fetch("./_stcore/health", { cache: "no-store" }).catch(() => null);
    line.textContent = answer?.ok ? "" : splash.dataset.away;
  };
  const asking = setInterval(ask, 3000);
})();
