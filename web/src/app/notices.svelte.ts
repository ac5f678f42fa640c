/**
 * Notifications of the system that the table waits for this person: off until somebody switches them on.
 *
 * One is shown only while the page is hidden, and says nothing about the game: others may see the screen.
 */

import { text } from "../texts/text";

const STORAGE_KEY = "fatetable.notices";
/** A newer notification replaces the one before it. */
const TAG = "turn";

const permission = (): NotificationPermission => (typeof Notification === "function" && window.isSecureContext ? Notification.permission : "denied");

class Notices {
  isOn = $state(localStorage.getItem(STORAGE_KEY) === "on" && permission() === "granted");
  /** Whether this browser has refused, or cannot show any. */
  isRefused = $state(false);
  #shown: Notification | null = null;

  /** Switches them on or off; the browser asks for permission the first time. */
  async toggle(): Promise<void> {
    if (!this.isOn && permission() === "default") await Notification.requestPermission();
    this.isRefused = permission() !== "granted";
    this.isOn = !this.isOn && !this.isRefused;
    localStorage.setItem(STORAGE_KEY, this.isOn ? "on" : "off");
    if (!this.isOn) this.clear();
  }

  show(): void {
    if (!this.isOn || document.visibilityState !== "hidden" || permission() !== "granted") return;
    const settings = { body: text("notice.turn"), tag: TAG, icon: "/icon-192.png", data: location.href };
    try {
      this.#shown = new Notification(text("app.name"), settings);
      this.#shown.onclick = () => {
        window.focus();
        this.clear();
      };
    } catch {
      // On phones only the service worker may show one; it also answers the press.
      void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(text("app.name"), settings));
    }
  }

  /** Takes the notification away: it has been seen, or the table no longer waits. */
  clear(): void {
    this.#shown?.close();
    this.#shown = null;
    void navigator.serviceWorker
      ?.getRegistration()
      .then((worker) => worker?.getNotifications({ tag: TAG }))
      .then((kept) => kept?.forEach((each) => each.close()))
      .catch(() => undefined);
  }
}

export const notices = new Notices();
