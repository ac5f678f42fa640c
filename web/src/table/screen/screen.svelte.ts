/** The state of this screen: how wide it is, which tab it shows, and which dialogs are open. */

import type { LogLine } from "../../wire/types";

type Tab = "scene" | "me" | "log" | "people";
export const TABS: readonly Tab[] = ["scene", "me", "log", "people"];

/** The parts of the game master's tools. */
export const GM_PARTS = ["scene", "people", "opponents", "prepared", "correct", "seats"] as const;
type GmPart = (typeof GM_PARTS)[number];

const wide = typeof window.matchMedia === "function" ? window.matchMedia("(min-width: 1101px)") : null;

const narrow = typeof window.matchMedia === "function" ? window.matchMedia("(max-width: 760px)") : null;

class Screen {
  tab = $state<Tab>("scene");
  /** Whether there is room for three columns. */
  isWide = $state(wide?.matches ?? true);
  /** Whether one part is shown at a time, behind tabs. */
  isNarrow = $state(narrow?.matches ?? false);
  showsSearch = $state(false);
  showsGmPanel = $state(false);
  showsShortcuts = $state(false);
  /** The part of the game master's tools that was open last. */
  gmPart = $state<GmPart>("scene");
  showsLinks = $state(false);
  /** The journal: closed if `null`, otherwise the id of the entry to open first, or nothing. */
  journal = $state<string | null>(null);
  /** Whether dragging on the map draws zones instead of panning. */
  drawsZones = $state(false);
  /** The line of the log to undo from, while the dialog that confirms it is open. */
  undoFrom = $state.raw<LogLine | null>(null);

  constructor() {
    wide?.addEventListener("change", (event) => (this.isWide = event.matches));
    narrow?.addEventListener("change", (event) => (this.isNarrow = event.matches));
  }

  /** Opens the game master's tools at this part. */
  openTools(part: GmPart): void {
    this.gmPart = part;
    this.showsGmPanel = true;
  }

  /** Closes all dialogs. */
  uncover(): void {
    this.showsSearch = this.showsGmPanel = this.showsLinks = this.showsShortcuts = false;
    this.journal = this.undoFrom = null;
  }

  /** Shows a tab, and scrolls to the element with this id. */
  show(tab: Tab, id = ""): void {
    // Another tab starts at the top, where the waiting bar is.
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
