/** How much room there is, which part of the table a small screen shows, and which windows are open. */

import type { LogLine } from "../wire/types";

export type Tab = "scene" | "me" | "log" | "people";
export const TABS: readonly Tab[] = ["scene", "me", "log", "people"];

const wide = typeof window.matchMedia === "function" ? window.matchMedia("(min-width: 1101px)") : null;

class Screen {
  tab = $state<Tab>("scene");
  /** Whether there is room for three columns. */
  isWide = $state(wide?.matches ?? true);
  searches = $state(false);
  showsGm = $state(false);
  showsAround = $state(false);
  /** Whether a pointer on the map draws zones instead of moving what is seen. */
  drawsZones = $state(false);
  /** The line from which everything is about to be taken back. */
  rewinding = $state.raw<LogLine | null>(null);

  constructor() {
    wide?.addEventListener("change", (event) => (this.isWide = event.matches));
  }

  /** Brings a part of the page into sight, on the tab where it is. */
  show(tab: Tab, id = ""): void {
    // Another part of the page begins at its top, where what is waited for stands as well.
    if (!id && this.tab !== tab) window.scrollTo(0, 0);
    this.tab = tab;
    if (!id) return;
    requestAnimationFrame(() => {
      const found = document.getElementById(id);
      found?.scrollIntoView({ block: "nearest", behavior: "smooth" });
      found?.querySelector<HTMLElement>("button, summary")?.focus({ preventScroll: true });
    });
  }
}

export const screen = new Screen();
