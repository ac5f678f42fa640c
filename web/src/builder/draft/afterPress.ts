/** Delays changes of the page while a mouse button or finger is down: a control that moves away would miss its click. */

let isPressed = false;
const waiting = new Set<() => void>();

function released() {
  isPressed = false;
  // The click event follows the release, and has to reach its target first.
  window.setTimeout(() => {
    for (const go of waiting) go();
    waiting.clear();
  });
}

window.addEventListener("pointerdown", () => (isPressed = true), true);
window.addEventListener("pointerup", released, true);
window.addEventListener("pointercancel", released, true);

/** Resolves as soon as nothing is pressed. */
export function afterPress(): Promise<void> {
  return isPressed ? new Promise((go) => waiting.add(go)) : Promise.resolve();
}
