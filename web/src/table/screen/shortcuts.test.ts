import { afterEach, describe, expect, test, vi } from "vitest";

import { buttonFor, FocusKeeper, shortcutFor, type Shortcut } from "./shortcuts";

function page(html: string): void {
  document.body.innerHTML = html;
}

/** The shortcut of a key pressed while the element that fits the selector has the focus. */
function press(key: string, on = "body", parts: KeyboardEventInit = {}): Shortcut | null {
  let found: Shortcut | null = null;
  const hear = (event: KeyboardEvent): void => void (found = shortcutFor(event));
  window.addEventListener("keydown", hear);
  document.querySelector(on)!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...parts }));
  window.removeEventListener("keydown", hear);
  return found;
}

const BAR = `<section class="bar" tabindex="-1"><button class="link">Why?</button><button class="primary" data-verb="attack">Attack</button>
  <button data-verb="create">Create</button><form><button>Cancel</button></form></section>
  <div id="me"><button data-verb="attack">Attack</button><button data-verb="overcome">Overcome</button></div><input type="text" />`;

afterEach(() => page(""));

describe("a shortcut", () => {
  test("presses buttons of the bar by their verb or place, and others where the bar has none", () => {
    page(BAR);
    const words = (key: string): string | undefined => {
      const shortcut = press(key);
      const button = shortcut && buttonFor(shortcut);
      return button ? `${button.closest("#me") ? "me" : "bar"} ${button.textContent}` : undefined;
    };
    expect(["a", "C", "o", "1", "2", "3", "Enter"].map(words)).toEqual([
      "bar Attack", "bar Create", "me Overcome", "bar Attack", "bar Create", undefined, "bar Attack",
    ]);
  });

  test("does nothing while somebody types, in a dialog, or with the keys of the browser", () => {
    page(`${BAR}<dialog></dialog>`);
    expect(press("a", "input")).toBeNull();
    expect(press("a", "body", { ctrlKey: true })).toBeNull();
    expect(press("a", "body", { repeat: true })).toBeNull();
    document.querySelector("dialog")!.setAttribute("open", "");
    expect(press("a")).toBeNull();
  });

  test("leaves Enter to the button that has the focus", () => {
    page(BAR);
    expect(press("Enter", "button.link")).toBeNull();
    expect(press("Enter", "section")).toEqual({ kind: "primary" });
  });
});

describe("focus", () => {
  test("goes to the bar when what had it is gone, and stays otherwise", () => {
    page(`${BAR}<button id="gone">Sent</button>`);
    const keeper = new FocusKeeper();
    document.addEventListener("focusin", keeper.remember);
    const button = document.getElementById("gone")!;
    button.focus();
    button.blur();
    keeper.restore();
    expect(document.activeElement).toBe(document.body);
    button.focus();
    button.remove();
    keeper.restore();
    expect(document.activeElement).toBe(document.querySelector("section.bar"));
    document.removeEventListener("focusin", keeper.remember);
  });

  test("stays at the place of the bar while nothing is to be decided, and scrolls nothing", () => {
    page(`<div id="decision" tabindex="-1"><button id="gone">Sent</button></div><section id="scene" tabindex="-1"></section>`);
    const keeper = new FocusKeeper();
    document.addEventListener("focusin", keeper.remember);
    const place = document.getElementById("decision")!;
    const focused = vi.spyOn(place, "focus");
    document.getElementById("gone")!.focus();
    document.getElementById("gone")!.remove();
    keeper.restore();
    expect(document.activeElement).toBe(place);
    expect(focused).toHaveBeenCalledWith({ preventScroll: true });
    document.removeEventListener("focusin", keeper.remember);
  });
});
