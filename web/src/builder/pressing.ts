/** Whether somebody is in the middle of a press: a page that moves under the finger swallows it. */

let isPressed = false;
const waiting = new Set<() => void>();

function released() {
  isPressed = false;
  // The click comes after the release, and still has to find what it was meant for.
  window.setTimeout(() => {
    for (const go of waiting) go();
    waiting.clear();
  });
}

window.addEventListener("pointerdown", () => (isPressed = true), true);
window.addEventListener("pointerup", released, true);
window.addEventListener("pointercancel", released, true);

/** Waits until no press is under way. */
export function afterPress(): Promise<void> {
  return isPressed ? new Promise((go) => waiting.add(go)) : Promise.resolve();
}
