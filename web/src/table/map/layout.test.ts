import { describe, expect, it } from "vitest";

import { besideOf, border, bounds, GAP, placeZones, USUAL, zoneAt, type Box, type Plan, type Way } from "./layout";

const plan = (id: string, more: Partial<Plan> = {}): Plan => ({ id, at: null, size: null, isHidden: false, ...more });
const drawn = (id: string, x: number, y: number, width = 200, height = 150): Plan => plan(id, { at: { x, y }, size: { width, height } });
const way = (one: string, other: string): Way => ({ one, other });
const apart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;

function allApart(boxes: ReadonlyMap<string, Box>): boolean {
  const all = [...boxes.values()];
  return all.every((one, index) => all.slice(index + 1).every((other) => apart(one, other)));
}

function dice(seed: number): (below: number) => number {
  let now = seed;
  return (below) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return now % below;
  };
}

/** A map with some zones drawn far apart, others not, and ways in the order in which zones were added. */
function anyMap(random: (below: number) => number): { plans: Plan[]; ways: Way[] } {
  const count = 1 + random(12);
  const plans = Array.from({ length: count }, (_, i) => (random(3) ? plan(`z${i}`) : drawn(`z${i}`, i * 700, random(200), 120 + random(300), 100 + random(200))));
  const ways = Array.from({ length: random(2 * count) }, () => way(`z${random(count)}`, `z${random(count)}`)).filter((each) => each.one !== each.other);
  return { plans, ways };
}

describe("the places of zones", () => {
  it("are those they were drawn at, with the size they were drawn with", () => {
    const boxes = placeZones([drawn("a", 10, 20, 333, 111), drawn("b", 700, -40)], [way("a", "b")]);
    expect(boxes.get("a")).toEqual({ x: 10, y: 20, width: 333, height: 111 });
    expect(boxes.get("b")).toMatchObject({ x: 700, y: -40 });
  });

  it("are the same for everybody, whatever else the game master sees", () => {
    const random = dice(11);
    for (let round = 0; round < 60; round += 1) {
      const { plans, ways } = anyMap(random);
      const secret = [plan("secret"), drawn("crypt", 40, 40)].map((each) => ({ ...each, isHidden: true }));
      const seen = placeZones(plans, ways);
      const all = placeZones([secret[0]!, ...plans, secret[1]!], [way("secret", "z0"), ...ways, way("crypt", "z0")]);
      for (const [id, box] of seen) expect(all.get(id)).toEqual(box);
    }
  });

  it("do not change when a zone is added", () => {
    const random = dice(5);
    for (let round = 0; round < 60; round += 1) {
      const { plans, ways } = anyMap(random);
      const before = placeZones(plans, ways);
      const after = placeZones([...plans, plan("new")], [...ways, way("z0", "new")]);
      for (const [id, box] of before) expect(after.get(id)).toEqual(box);
    }
  });

  it("never overlap where they were found automatically", () => {
    const random = dice(7);
    for (let round = 0; round < 60; round += 1) {
      const { plans, ways } = anyMap(random);
      expect(allApart(placeZones(plans, ways))).toBe(true);
    }
  });

  it("form a row for zones that lead from one to the next", () => {
    const boxes = placeZones(["a", "b", "c"].map((id) => plan(id)), [way("a", "b"), way("b", "c")]);
    expect([...boxes.values()].map((box) => box.y)).toEqual([0, 0, 0]);
    expect([...boxes.values()].map((box) => box.x)).toEqual([0, 1, 2].map((at) => at * (USUAL.width + GAP.x)));
  });

  it("form rows for zones that lead nowhere", () => {
    const boxes = placeZones(["a", "b", "c", "d", "e"].map((id) => plan(id)), []);
    expect(boxes.get("d")!.y).toBe(boxes.get("a")!.y);
    expect(boxes.get("e")).toMatchObject({ x: boxes.get("a")!.x, y: USUAL.height + GAP.y });
  });

  it("are beside a hall for all that borders on it", () => {
    const ids = ["n", "e", "s", "w"];
    const boxes = placeZones(["hall", ...ids].map((id) => plan(id)), ids.map((id) => way("hall", id)));
    const hall = boxes.get("hall")!;
    for (const id of ids) expect(boxes.get(id)!.x === hall.x || boxes.get(id)!.y === hall.y).toBe(true);
  });

  it("do not make a long row endlessly wide", () => {
    const ids = Array.from({ length: 9 }, (_, i) => `z${i}`);
    const boxes = placeZones(ids.map((id) => plan(id)), ids.slice(1).map((id, i) => way(ids[i]!, id)));
    expect(bounds(boxes.values()).width).toBeLessThan(1700);
  });

  it("have room for a zone that nobody has drawn, beside what it borders on", () => {
    const boxes = placeZones([drawn("a", 0, 0), drawn("b", 700, 20), plan("d")], [way("a", "d")]);
    expect(allApart(boxes)).toBe(true);
    expect(boxes.get("d")!.x).toBe(200 + GAP.x);
  });

  it("ignore a border to a zone that is not shown", () => {
    expect([...placeZones([plan("a")], [way("a", "hidden")]).keys()]).toEqual(["a"]);
  });
});

describe("what a drawn zone is next to", () => {
  const boxes = new Map<string, Box>([
    ["left", { x: 0, y: 0, width: 200, height: 150 }],
    ["right", { x: 520, y: 0, width: 200, height: 150 }],
    ["far", { x: 900, y: 0, width: 200, height: 150 }],
  ]);

  it("is what faces it closely, with nothing in between", () => {
    expect(besideOf({ x: 260, y: 20, width: 200, height: 150 }, boxes)).toEqual(["left", "right"]);
  });

  it("is the nearest zone where none is close", () => {
    expect(besideOf({ x: 1000, y: 700, width: 200, height: 150 }, boxes)).toEqual(["far"]);
    expect(besideOf({ x: 0, y: 0, width: 9, height: 9 }, new Map())).toEqual([]);
  });
});

describe("borders and points", () => {
  const one: Box = { x: 0, y: 0, width: 100, height: 100 };
  const other: Box = { x: 300, y: 0, width: 100, height: 100 };

  it("draws a border from edge to edge", () => {
    expect(border(one, other)).toMatchObject({ from: { x: 100, y: 50 }, to: { x: 300, y: 50 }, angle: 0 });
  });

  it("finds the zone under a token that is dropped", () => {
    const boxes = new Map([["one", one], ["other", other]]);
    expect(zoneAt(boxes, { x: 320, y: 20 })).toBe("other");
    expect(zoneAt(boxes, { x: 200, y: 20 })).toBeUndefined();
  });
});
