/** Follows a pointer from where it was pressed until it is lifted. */

/** Pixels that a pointer may move before a press becomes a drag. */
const STILL = 5;

export function follow(start: PointerEvent, on: (event: PointerEvent) => void, end: (isFar: boolean) => void): void {
  if (start.button !== 0) return;
  let isFar = false;
  const isSame = (event: PointerEvent): boolean => event.pointerId === start.pointerId;
  const move = (event: PointerEvent): void => {
    if (!isSame(event)) return;
    isFar ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL;
    if (isFar) on(event);
  };
  const done = (event: PointerEvent): void => {
    if (!isSame(event)) return;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", done);
    window.removeEventListener("pointercancel", done);
    end(isFar && event.type === "pointerup");
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", done);
  window.addEventListener("pointercancel", done);
}
