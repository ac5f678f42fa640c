/** Landscapes drawn from a name: always the same for the same name, and seldom the same for two. */

export interface Landscape {
  readonly sun: { readonly x: number; readonly y: number; readonly r: number };
  readonly birds: readonly string[];
  readonly ridges: readonly string[];
  /** What stands on the nearest ridge, as one path. */
  readonly landmarks: string;
}

export const WIDTH = 400;

type Point = { x: number; y: number };
type Next = () => number;

/** Numbers between 0 and 1 that a name always leads to. */
function numbersFrom(words: string): Next {
  let state = 2166136261;
  for (const letter of words) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function landscapeFor(name: string, height: number): Landscape {
  const next = numbersFrom(name);
  const shape = SHAPES[Math.floor(next() * SHAPES.length)]!;
  const landmark = LANDMARKS[Math.floor(next() * LANDMARKS.length)]!;
  const sun = { x: 60 + next() * 280, y: height * (0.2 + next() * 0.22), r: height * (0.09 + next() * 0.07) };
  const birds = Array.from({ length: 2 + Math.floor(next() * 3) }, () => bird(40 + next() * 320, height * (0.1 + next() * 0.22), 4 + next() * 4));
  const levels = [0.64, 0.8, 0.96].map((level, at) => crest(next, shape.steps + at, height * level, height * shape.rise * (1 - at * 0.18)));
  const near = levels[2]!;
  const places = near.slice(1, -1).filter(() => next() > 0.45);
  const landmarks = places.map((point) => landmark(point.x + (next() - 0.5) * 20, point.y + 3, height * (0.11 + next() * 0.09))).join("");
  return { sun, birds, ridges: levels.map((points) => closed(points, shape.isSharp, height)), landmarks };
}

const SHAPES = [
  { steps: 6, rise: 0.34, isSharp: false },
  { steps: 7, rise: 0.42, isSharp: true },
  { steps: 12, rise: 0.12, isSharp: false },
  { steps: 4, rise: 0.28, isSharp: false },
] as const;

function crest(next: Next, steps: number, level: number, rise: number): Point[] {
  return Array.from({ length: steps + 1 }, (_, at) => ({ x: (at / steps) * WIDTH, y: level - rise * next() }));
}

function closed(points: readonly Point[], isSharp: boolean, height: number): string {
  let path = `M0 ${height}L0 ${short(points[0]!.y)}`;
  points.slice(1).forEach((here, at) => {
    const before = points[at]!;
    const middle = short((before.x + here.x) / 2);
    path += isSharp
      ? `L${short(here.x)} ${short(here.y)}`
      : `C${middle} ${short(before.y)} ${middle} ${short(here.y)} ${short(here.x)} ${short(here.y)}`;
  });
  return `${path}L${WIDTH} ${height}Z`;
}

const LANDMARKS: readonly ((x: number, y: number, size: number) => string)[] = [
  // A group of firs.
  (x, y, size) => [-0.55, 0, 0.5].map((at, which) => fir(x + at * size, y, size * [0.75, 1.1, 0.85][which]!)).join(""),
  // Standing stones.
  (x, y, size) => `M${short(x - 3)} ${short(y)}l1 ${short(-size * 0.7)}q3 -4 6 0l1 ${short(size * 0.7)}zM${short(x + 9)} ${short(y)}l0 ${short(-size * 0.45)}q3 -3 5 0l1 ${short(size * 0.45)}z`,
  // A mast with its sail.
  (x, y, size) => `M${short(x)} ${short(y)}v${short(-size * 1.5)}h1.6v${short(size * 1.5)}zM${short(x + 3)} ${short(y - size * 1.4)}q${short(size * 0.8)} ${short(size * 0.5)} 0 ${short(size)}z`,
  // Banners on poles.
  (x, y, size) => `M${short(x)} ${short(y)}v${short(-size * 1.4)}h1.6v${short(size * 1.4)}zM${short(x + 1.6)} ${short(y - size * 1.4)}l${short(size * 0.7)} ${short(size * 0.18)}l${short(-size * 0.7)} ${short(size * 0.24)}z`,
];

function fir(x: number, y: number, size: number): string {
  const half = size * 0.3;
  return `M${short(x)} ${short(y - size)}l${short(half)} ${short(size)}h${short(-2 * half)}z`;
}

function bird(x: number, y: number, w: number): string {
  return `M${short(x - w)} ${short(y - w / 2)}q${short(w / 2)} ${short(-w / 3)} ${short(w)} ${short(w / 2)}q${short(w / 2)} ${short(-w / 1.2)} ${short(w)} ${short(-w / 2)}`;
}

function short(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
