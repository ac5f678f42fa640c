/** How a die falls: it spins in, bounces once and settles where it will stay. */

/** Milliseconds until the last of four dice stops. */
export const TUMBLE = 500;
const APART = 45;

export function tumble(die: Element, index: number): void {
  if (typeof die.animate !== "function" || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const way = index % 2 ? 1 : -1;
  const at = (x: number, y: number, turn: number, size = 1): string => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`;
  die.animate(
    [
      { transform: at(-34 - index * 6, -40, way * -320, 1.18), opacity: 0, easing: "ease-in" },
      { transform: at(-14, -6, way * -150, 1.1), opacity: 1, offset: 0.25, easing: "ease-in" },
      { transform: at(0, 3, way * -24, 0.97), offset: 0.58, easing: "ease-out" },
      { transform: at(2, -7, way * 9, 1.02), offset: 0.76, easing: "ease-in" },
      { transform: at(0, 0, way * -3), offset: 0.92 },
      {},
    ],
    { duration: TUMBLE - 3 * APART, delay: index * APART, fill: "backwards" },
  );
}
