/**
 * Keys for the keyboard alone: they press buttons of the bar, or go to a part of the page.
 *
 * Buttons are found by what is on the page: those of offers in the bar carry `data-bar` and `data-verb`.
 */

/** What a key does: press an offer of this verb, press a button of the bar, or go somewhere. */
export type Shortcut =
  | { readonly kind: "verb"; readonly verb: "attack" | "overcome" | "create" }
  | { readonly kind: "nth"; readonly at: number }
  | { readonly kind: "primary" }
  | { readonly kind: "go"; readonly to: "log" | "map" | "journal" | "list" };

const LETTERS: Readonly<Record<string, Shortcut>> = {
  a: { kind: "verb", verb: "attack" },
  o: { kind: "verb", verb: "overcome" },
  c: { kind: "verb", verb: "create" },
  l: { kind: "go", to: "log" },
  m: { kind: "go", to: "map" },
  j: { kind: "go", to: "journal" },
  "?": { kind: "go", to: "list" },
  Enter: { kind: "primary" },
};

const FIELDS = "input, textarea, select, [contenteditable]";
const PRESSABLE = `button, a[href], summary, [role=button], [role=tab], ${FIELDS}`;

/** The shortcut of a key press; none while somebody types, while a dialog is open, or for keys of the browser. */
export function shortcutFor(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return null;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest(FIELDS) || document.querySelector("dialog[open]")) return null;
  // Enter presses what has the focus.
  if (event.key === "Enter" && at.closest(PRESSABLE)) return null;
  if (/^[1-9]$/.test(event.key)) return { kind: "nth", at: Number(event.key) - 1 };
  return LETTERS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

/** The buttons of the bar that decide something, in their order; those of an open form and small links are left out. */
export function barButtons(): HTMLButtonElement[] {
  const all = [...document.querySelectorAll<HTMLButtonElement>("section.bar button")];
  return all.filter((button) => !button.disabled && !button.closest("form, .which") && !button.matches(".link"));
}

/** The button that a shortcut presses, if there is one. */
export function buttonFor(shortcut: Shortcut): HTMLButtonElement | null {
  switch (shortcut.kind) {
    case "nth":
      return barButtons()[shortcut.at] ?? null;
    case "primary":
      return barButtons().find((button) => button.matches(".primary")) ?? null;
    case "verb": {
      const mine = document.querySelectorAll<HTMLButtonElement>(`#me button[data-verb="${shortcut.verb}"]`);
      return barButtons().find((button) => button.dataset["verb"] === shortcut.verb) ?? mine[0] ?? null;
    }
    case "go":
      return null;
  }
}

/** Puts the focus on a part of the page that is no control. */
export function focusPart(part: HTMLElement | null): void {
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus();
}

/** Puts the focus on the bar with the decision; on the scene if nothing is to be decided. */
export function focusBar(): void {
  focusPart(document.querySelector<HTMLElement>("section.bar") ?? document.getElementById("scene"));
}

/** Remembers what has the focus, and takes it to the bar, without scrolling, when that goes away. */
export class FocusKeeper {
  #last: Element | null = null;

  remember = (event: FocusEvent): void => {
    this.#last = event.target instanceof Element ? event.target : null;
  };

  /** To be called after the page has changed. */
  restore(): void {
    const isLost = document.activeElement === document.body && this.#last !== null && !this.#last.isConnected;
    if (!isLost || document.querySelector("dialog[open]")) return;
    // While nothing is to be decided the bar is a line that cannot have the focus: its place can.
    (document.querySelector<HTMLElement>("section.bar") ?? document.getElementById("decision"))?.focus({ preventScroll: true });
  }
}
