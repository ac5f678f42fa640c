/** Lets browsers install the page as an app and start it without the network. */

import { onServer } from "../wire/base";

/** Registers the service worker, which browsers allow over https and on the same computer only. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !("serviceWorker" in navigator)) return;
  // After the page has loaded: its first load does not share the line with the cache.
  const register = () => void navigator.serviceWorker.register(onServer("/service-worker.js")).catch(() => undefined);
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
