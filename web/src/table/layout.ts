/**
 * Where zones go on the map: a grid worked out from their borders, the same for the same zones every time.
 *
 * Knows sizes and neighbours, nothing of what a zone is or who stands in it.
 */

export interface Area {
  id: string;
  width: number;
  height: number;
}

export interface Way {
  one: string;
  other: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Room between zones, wide enough for the name of what bars a way. */
export const GAP = { x: 100, y: 66 };

/** Room between zones beside one another where nothing bars a way: what is drawn can be larger. */
export const CLOSE = 56;

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

const place = (at: Point): string => `${at.x},${at.y}`;

function neighbours(areas: Area[], ways: Way[]): Map<string, string[]> {
  const found = new Map<string, string[]>(areas.map((area) => [area.id, []]));
  for (const { one, other } of ways) {
    if (one === other || !found.has(one) || !found.has(other)) continue;
    if (!found.get(one)!.includes(other)) found.get(one)!.push(other);
    if (!found.get(other)!.includes(one)) found.get(other)!.push(one);
  }
  return found;
}

/** The zones that hang together, each group beginning where a walk through it is shortest to draw. */
function groups(areas: Area[], near: Map<string, string[]>): string[][] {
  const seen = new Set<string>();
  const found: string[][] = [];
  for (const area of areas) {
    if (seen.has(area.id)) continue;
    const group = walk(area.id, near);
    group.forEach((id) => seen.add(id));
    found.push(walk(start(group, near), near));
  }
  return found;
}

function walk(from: string, near: Map<string, string[]>): string[] {
  const order = [from];
  for (const id of order) {
    for (const other of near.get(id) ?? []) if (!order.includes(other)) order.push(other);
  }
  return order;
}

/** A row is drawn from its first end; anything else from where most ways meet. */
function start(group: string[], near: Map<string, string[]>): string {
  const ways = (id: string): number => near.get(id)?.length ?? 0;
  const isRow = group.every((id) => ways(id) <= 2) && group.some((id) => ways(id) < 2);
  if (isRow) return group.find((id) => ways(id) < 2) ?? group[0]!;
  return group.reduce((best, id) => (ways(id) > ways(best) ? id : best));
}

/** The cells of a grid, before anything has a size. */
function cells(areas: Area[], ways: Way[], most: number): Map<string, Point> {
  const near = neighbours(areas, ways);
  const at = new Map<string, Point>();
  let below = 0;
  for (const group of groups(areas, near)) {
    const own = settle(group, near, most);
    const top = Math.min(...[...own.values()].map((cell) => cell.y));
    for (const [id, cell] of own) at.set(id, { x: cell.x, y: cell.y - top + below });
    below += Math.max(...[...own.values()].map((cell) => cell.y)) - top + 1;
  }
  return at;
}

function settle(group: string[], near: Map<string, string[]>, most: number): Map<string, Point> {
  const at = new Map<string, Point>();
  const taken = new Map<string, string>();
  for (const id of group) {
    const known = (near.get(id) ?? []).filter((other) => at.has(other)).map((other) => at.get(other)!);
    const cell = known.length ? bestCell(known, at, taken, most) : { x: 0, y: 0 };
    at.set(id, cell);
    taken.set(place(cell), id);
  }
  return at;
}

/** The free cell beside what it borders on from which the ways are short, straight, and pass behind nobody. */
function bestCell(known: Point[], at: Map<string, Point>, taken: Map<string, string>, most: number): Point {
  const free = new Map<string, Point>();
  for (const from of known) {
    for (let reach = 1; reach <= 3; reach += 1) {
      for (const step of [...SIDES, ...CORNERS]) {
        const cell = { x: from.x + step.x * reach, y: from.y + step.y * reach };
        if (!taken.has(place(cell))) free.set(place(cell), cell);
      }
    }
  }
  let best: Point | undefined;
  let least = Infinity;
  for (const cell of free.values()) {
    const cost = costOf(cell, known, at, taken, most);
    if (cost < least - 1e-9) [best, least] = [cell, cost];
  }
  return best ?? { x: at.size, y: 0 };
}

function costOf(cell: Point, known: Point[], at: Map<string, Point>, taken: Map<string, string>, most: number): number {
  let cost = 0;
  for (const other of known) {
    const dx = cell.x - other.x;
    const dy = cell.y - other.y;
    cost += Math.hypot(dx, dy);
    if (dx !== 0 && dy !== 0) cost += 0.9;
    cost += 3 * between(cell, other).filter((step) => taken.has(place(step))).length;
  }
  const columns = [...at.values(), cell].map((each) => each.x);
  const rows = [...at.values(), cell].map((each) => each.y);
  const wide = Math.max(...columns) - Math.min(...columns) + 1;
  const high = Math.max(...rows) - Math.min(...rows) + 1;
  // A screen is mostly wider than it is high: as many beside one another as have room, then the next row.
  return cost + (most > 1 ? 0.12 * wide + 0.3 * high : 0) + (wide > most ? 4 * (wide - most) : 0);
}

function between(one: Point, other: Point): Point[] {
  const steps = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
  const found: Point[] = [];
  for (let step = 1; step < steps; step += 1) {
    found.push({
      x: Math.round(one.x + ((other.x - one.x) * step) / steps),
      y: Math.round(one.y + ((other.y - one.y) * step) / steps),
    });
  }
  return found;
}

/** Whether zones lie in a row: each leads to two others at most. */
export function isRow(areas: Area[], ways: Way[]): boolean {
  return [...neighbours(areas, ways).values()].every((others) => others.length <= 2);
}

/** The cells of a grid with few columns in which zones lie about as somebody has drawn them, or none if they have not. */
export function folded(areas: Area[], drawn: Record<string, Point>, columns: number): Map<string, Point> | null {
  if (!areas.length || areas.some((area) => !drawn[area.id])) return null;
  const across = areas.map((area) => drawn[area.id]!.x);
  const left = Math.min(...across);
  const share = (Math.max(...across) - left + 1) / columns;
  const at = new Map<string, Point>();
  let row = 0;
  let top = -Infinity;
  let taken = new Set<number>();
  for (const area of [...areas].sort((one, other) => drawn[one.id]!.y - drawn[other.id]!.y || drawn[one.id]!.x - drawn[other.id]!.x)) {
    const { x, y } = drawn[area.id]!;
    const column = Math.floor((x - left) / share);
    if (taken.size && (taken.has(column) || y >= top + area.height)) {
      row += 1;
      taken = new Set();
    }
    if (!taken.size) top = y;
    taken.add(column);
    at.set(area.id, { x: column, y: row });
  }
  return at;
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** A place beside what it borders on that nothing else takes up; below everything, if there is none. */
function besides(area: Area, near: Box[], all: Box[]): Point {
  for (const box of near) {
    for (const side of SIDES) {
      const at = { x: box.x + side.x * (side.x > 0 ? box.width + GAP.x : area.width + GAP.x), y: box.y + side.y * (side.y > 0 ? box.height + GAP.y : area.height + GAP.y) };
      if (!all.some((other) => overlap({ ...area, ...at }, other))) return at;
    }
  }
  const whole = bounds(all, 0);
  return { x: whole.x, y: whole.y + whole.height + GAP.y };
}

/**
 * Where each zone lies, `most` beside one another; `moved` are those somebody has put elsewhere by hand, `given`
 * where in the grid they go if that is known already, and `gap` how far apart they lie across.
 */
export function layOut(areas: Area[], ways: Way[], moved: Record<string, Point> = {}, most = 4, given: Map<string, Point> | null = null, gap = GAP.x): Map<string, Box> {
  const at = given ?? cells(areas, ways, most);
  const columns = [...new Set([...at.values()].map((cell) => cell.x))].sort((a, b) => a - b);
  const rows = [...new Set([...at.values()].map((cell) => cell.y))].sort((a, b) => a - b);
  const size = new Map(areas.map((area) => [area.id, area]));
  const widest = (x: number): number => Math.max(...areas.filter((a) => at.get(a.id)!.x === x).map((a) => a.width));
  const highest = (y: number): number => Math.max(...areas.filter((a) => at.get(a.id)!.y === y).map((a) => a.height));
  const left = offsets(columns, widest, gap);
  // One below the other, a way needs no more room than the name of what bars it.
  const top = offsets(rows, highest, most === 1 ? 46 : GAP.y);
  const found = new Map<string, Box>();
  for (const { id, width, height } of areas) if (moved[id]) found.set(id, { x: moved[id].x, y: moved[id].y, width, height });
  const near = neighbours(areas, ways);
  const isDrawn = found.size > 0;
  for (const [id, cell] of at) {
    if (found.has(id)) continue;
    const { width, height } = size.get(id)!;
    // Among zones that lie where somebody has drawn them, the grid means nothing.
    const place = isDrawn
      ? besides(size.get(id)!, (near.get(id) ?? []).flatMap((other) => found.get(other) ?? []), [...found.values()])
      : { x: left.get(cell.x)! + (widest(cell.x) - width) / 2, y: top.get(cell.y)! + (highest(cell.y) - height) / 2 };
    found.set(id, { ...place, width, height });
  }
  return found;
}

function offsets(steps: number[], size: (step: number) => number, gap: number): Map<number, number> {
  const found = new Map<number, number>();
  let sum = 0;
  for (const step of steps) {
    found.set(step, sum);
    sum += size(step) + gap;
  }
  return found;
}

/** What the map must show to show everything, with a margin. */
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

/** Where a straight line from the middle of a box towards another point leaves the box. */
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

/** The zone at a point, the last drawn on top. */
export function zoneAt(boxes: Map<string, Box>, at: Point): string | undefined {
  let found: string | undefined;
  for (const [id, box] of boxes) {
    if (at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height) found = id;
  }
  return found;
}
