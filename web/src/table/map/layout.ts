/**
 * Places zones on the map: where they were drawn, and the others by the same rule for everybody.
 *
 * The same zones always get the same boxes, and a zone that is added leaves the others where they are.  What is in a
 * zone does not matter, because not everybody sees the same in it.
 */

/** A zone as far as its place is concerned. */
export interface Plan {
  readonly id: string;
  /** Where it was drawn, and how large; null if nobody has drawn it. */
  readonly at: Point | null;
  readonly size: Size | null;
  readonly isHidden: boolean;
}

/** A border between two zones. */
export interface Way {
  readonly one: string;
  readonly other: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

/** The size of a zone that nobody has drawn. */
export const USUAL: Size = { width: 210, height: 170 };

/** The distance between zones that nobody has drawn, wide enough for the name of a barrier. */
export const GAP = { x: 84, y: 64 };

/** The least distance to a zone that was drawn. */
const CLEARANCE = 20;

/** How many zones are placed side by side before the next row begins. */
const MOST = 4;

const SIDES: Point[] = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
];

const CORNERS: Point[] = [
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
];

/** The box of each zone. */
export function placeZones(plans: readonly Plan[], ways: readonly Way[]): Map<string, Box> {
  const boxes = new Map<string, Box>();
  // Zones that only the game master sees come last, so that the others are where all see them.
  for (const isHidden of [false, true]) {
    const group = plans.filter((plan) => plan.isHidden === isHidden);
    for (const { id, at, size } of group) if (at) boxes.set(id, { ...at, ...(size ?? USUAL) });
    for (const { id, at, size } of group) {
      if (at) continue;
      const near = neighboursOf(id, ways).flatMap((other) => boxes.get(other) ?? []);
      boxes.set(id, freeBox(size ?? USUAL, near, [...boxes.values()]));
    }
  }
  return boxes;
}

function neighboursOf(id: string, ways: readonly Way[]): string[] {
  return [...new Set(ways.flatMap(({ one, other }) => (one === id ? [other] : other === id ? [one] : [])))];
}

/** A free place: beside its neighbours, otherwise the next one in rows. */
function freeBox(size: Size, near: readonly Box[], all: readonly Box[]): Box {
  const isFree = (box: Box): boolean => !all.some((other) => overlap(grown(box, CLEARANCE), other));
  const places = near.flatMap((box) => besides(box, size)).filter(isFree);
  if (places.length) return cheapest(places, near, all);
  const whole = bounds(all, 0);
  for (let row = 0; all.length && row <= all.length; row += 1) {
    for (let column = 0; column < MOST; column += 1) {
      const box = { x: whole.x + column * (size.width + GAP.x), y: whole.y + row * (size.height + GAP.y), ...size };
      if (isFree(box)) return box;
    }
  }
  return all.length ? { x: whole.x, y: whole.y + whole.height + GAP.y, ...size } : { x: 0, y: 0, ...size };
}

/** The places around a box, nearer ones first. */
function besides(box: Box, size: Size): Box[] {
  return [1, 2, 3].flatMap((reach) =>
    [...SIDES, ...CORNERS].map((step) => ({
      x: along(box.x, box.width, size.width, GAP.x, step.x, reach),
      y: along(box.y, box.height, size.height, GAP.y, step.y, reach),
      ...size,
    })),
  );
}

function along(from: number, length: number, own: number, gap: number, step: number, reach: number): number {
  if (step === 0) return from + (length - own) / 2;
  const more = (reach - 1) * (own + gap);
  return step > 0 ? from + length + gap + more : from - gap - own - more;
}

function cheapest(places: readonly Box[], near: readonly Box[], all: readonly Box[]): Box {
  let best = places[0]!;
  let least = Infinity;
  for (const place of places) {
    const cost = costOf(place, near, all);
    if (cost < least - 1e-9) [best, least] = [place, cost];
  }
  return best;
}

/** Low where a place is near its neighbours, in a straight line, with no other zone in between. */
function costOf(place: Box, near: readonly Box[], all: readonly Box[]): number {
  const pace = { x: place.width + GAP.x, y: place.height + GAP.y };
  let cost = 0;
  for (const other of near) {
    const dx = Math.abs(middle(place).x - middle(other).x) / pace.x;
    const dy = Math.abs(middle(place).y - middle(other).y) / pace.y;
    cost += Math.hypot(dx, dy);
    if (dx > 0.3 && dy > 0.3) cost += 0.9;
    cost += 3 * all.filter((each) => each !== other && crosses(each, middle(place), middle(other))).length;
  }
  const whole = bounds([...all, place], 0);
  const wide = (whole.width + GAP.x) / pace.x;
  const high = (whole.height + GAP.y) / pace.y;
  // Screens are wider than high: prefer few rows, but not without end.
  return cost + 0.12 * wide + 0.3 * high + (wide > MOST + 0.1 ? 4 * (wide - MOST) : 0);
}

/** Whether a line leads through a box. */
function crosses(box: Box, from: Point, to: Point): boolean {
  let [start, end] = [0, 1];
  const edges: [number, number, number, number][] = [
    [from.x, to.x, box.x, box.x + box.width],
    [from.y, to.y, box.y, box.y + box.height],
  ];
  for (const [a, b, low, high] of edges) {
    if (a === b) {
      if (a <= low || a >= high) return false;
      continue;
    }
    const one = (low - a) / (b - a);
    const other = (high - a) / (b - a);
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return start < end;
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

const grown = (box: Box, by: number): Box => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by });

/** How far apart a drawn zone and another may be to count as neighbours. */
const NEARBY = 150;

/** The zones that a newly drawn box is next to: those that face it closely, otherwise the nearest. */
export function besideOf(box: Box, boxes: ReadonlyMap<string, Box>): string[] {
  const others = [...boxes].map(([id, other]) => ({ id, other, ...apart(box, other) }));
  const isSeen = (id: string, other: Box): boolean => !others.some((each) => each.id !== id && crosses(each.other, middle(box), middle(other)));
  const facing = others.filter(({ id, other, x, y }) => Math.min(x, y) <= 0 && Math.max(x, y) <= NEARBY && isSeen(id, other));
  if (facing.length) return facing.map(({ id }) => id);
  const nearest = others.sort((one, other) => Math.hypot(Math.max(one.x, 0), Math.max(one.y, 0)) - Math.hypot(Math.max(other.x, 0), Math.max(other.y, 0)))[0];
  return nearest ? [nearest.id] : [];
}

/** The gaps between two boxes; at most 0 in a direction in which they face each other. */
function apart(one: Box, other: Box): Point {
  return {
    x: Math.max(one.x - (other.x + other.width), other.x - (one.x + one.width)),
    y: Math.max(one.y - (other.y + other.height), other.y - (one.y + one.height)),
  };
}

/** The smallest box around all boxes, with a margin. */
export function bounds(boxes: Iterable<Box>, margin = 24): Box {
  const all = [...boxes];
  if (!all.length) return { x: 0, y: 0, width: 1, height: 1 };
  const x = Math.min(...all.map((box) => box.x)) - margin;
  const y = Math.min(...all.map((box) => box.y)) - margin;
  return {
    x,
    y,
    width: Math.max(...all.map((box) => box.x + box.width)) + margin - x,
    height: Math.max(...all.map((box) => box.y + box.height)) + margin - y,
  };
}

const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The point where a line from the middle of a box to another point crosses its edge. */
function exit(box: Box, towards: Point): Point {
  const from = middle(box);
  const dx = towards.x - from.x;
  const dy = towards.y - from.y;
  if (dx === 0 && dy === 0) return from;
  const share = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
  );
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/** The line drawn for a border, from edge to edge. */
export function border(one: Box, other: Box): { from: Point; to: Point; middle: Point; angle: number } {
  const from = exit(one, middle(other));
  const to = exit(other, middle(one));
  return {
    from,
    to,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
  };
}

/** The zone at a point; the one drawn last is on top. */
export function zoneAt(boxes: ReadonlyMap<string, Box>, at: Point): string | undefined {
  let found: string | undefined;
  for (const [id, box] of boxes) {
    if (at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height) found = id;
  }
  return found;
}

/** Whether any part of a box is in sight. */
export const isInSight = (box: Box, view: Box): boolean => overlap(box, view);
