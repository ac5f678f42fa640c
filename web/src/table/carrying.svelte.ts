/** A prepared scene in somebody's hand: taken from the drawer, carried over the page, and let go on the table. */

import type { Box, Point } from "./layout";

const FAR = 6;

class Carrying {
  /** What is carried, and where the pointer is. */
  card = $state.raw<{ title: string; at: Point } | null>(null);
  /** Whether letting go here would bring it in. */
  isOver = $state(false);

  /** Follows the pointer from a card; `begin` once it is meant as a drag, `drop` if it is let go on the scene. */
  take(start: PointerEvent, title: string, begin: () => void, drop: () => void): void {
    if (start.button !== 0 || start.pointerType === "touch") return;
    const from = { x: start.clientX, y: start.clientY };
    const move = (event: PointerEvent): void => {
      const at = { x: event.clientX, y: event.clientY };
      if (!this.card) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < FAR) return;
        begin();
      }
      event.preventDefault();
      this.card = { title, at };
      this.isOver = isOnTheScene(at);
    };
    const end = (event: PointerEvent | KeyboardEvent): void => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      const isDropped = this.card !== null && event.type === "pointerup" && this.isOver;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", end);
      this.card = null;
      this.isOver = false;
      if (isDropped) drop();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", end);
  }
}

/** Where a card may be let go: the middle of the table, down to the end of the window however little lies there. */
export function goal(): Box | null {
  const scene = document.getElementById("scene")?.getBoundingClientRect();
  if (!scene) return null;
  const top = Math.max(scene.top, 0);
  return { x: scene.left, y: top, width: scene.width, height: window.innerHeight - top };
}

function isOnTheScene(at: Point): boolean {
  const box = goal();
  return box !== null && at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
}

export const carrying = new Carrying();
