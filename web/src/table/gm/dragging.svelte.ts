/** Dragging a prepared scene from the panel onto the table. */

import type { Box, Point } from "../map/layout";

/** Pixels after which a press counts as a drag. */
const THRESHOLD = 6;

class Dragging {
  /** The card that is dragged, and where the pointer is. */
  card = $state.raw<{ title: string; at: Point } | null>(null);
  /** Whether the pointer is over the drop area. */
  isOver = $state(false);

  /** Follows the pointer; calls `begin` once the press becomes a drag, and `drop` if it ends over the drop area. */
  start(pressed: PointerEvent, title: string, begin: () => void, drop: () => void): void {
    if (pressed.button !== 0 || pressed.pointerType === "touch") return;
    const from = { x: pressed.clientX, y: pressed.clientY };
    const move = (event: PointerEvent): void => {
      const at = { x: event.clientX, y: event.clientY };
      if (!this.card) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < THRESHOLD) return;
        begin();
      }
      event.preventDefault();
      this.card = { title, at };
      this.isOver = isOverDropArea(at);
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

/** Where a scene can be dropped: the middle column, down to the end of the window. */
export function dropArea(): Box | null {
  const scene = document.getElementById("scene")?.getBoundingClientRect();
  if (!scene) return null;
  const top = Math.max(scene.top, 0);
  return { x: scene.left, y: top, width: scene.width, height: window.innerHeight - top };
}

function isOverDropArea(at: Point): boolean {
  const box = dropArea();
  return box !== null && at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
}

export const dragging = new Dragging();
