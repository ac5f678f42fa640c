import { describe, expect, it } from "vitest";

import { type Area, type Box, type Way, border, bounds, CLOSE, folded, layOut, zoneAt } from "./layout";
import { roomFor } from "./mapping";

const area = (id: string, width = 200, height = 150): Area => ({ id, width, height });
const way = (one: string, other: string): Way => ({ one, other });
const apart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y;

function allApart(boxes: Map<string, Box>): boolean {
  const all = [...boxes.values()];
  return all.every((one, index) => all.slice(index + 1).every((other) => apart(one, other)));
}

describe("the layout of zones", () => {
  it("puts a row of three zones beside one another, in the order they were drawn", () => {
    const boxes = layOut(["a", "b", "c"].map((id) => area(id)), [way("a", "b"), way("b", "c")]);
    expect(boxes.get("a")!.y).toBe(boxes.get("c")!.y);
    expect(boxes.get("a")!.x).toBeLessThan(boxes.get("b")!.x);
    expect(boxes.get("b")!.x).toBeLessThan(boxes.get("c")!.x);
  });

  it("is the same every time", () => {
    const areas = ["a", "b", "c", "d", "e"].map((id) => area(id));
    const ways = [way("a", "b"), way("a", "c"), way("a", "d"), way("d", "e"), way("e", "b")];
    expect([...layOut(areas, ways)]).toEqual([...layOut(areas, ways)]);
  });

  it("never lays one zone over another, whatever borders on what", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 60; round += 1) {
      const count = 1 + random(14);
      const areas = Array.from({ length: count }, (_, i) => area(`z${i}`, 160 + random(140), 110 + random(180)));
      const ways = Array.from({ length: random(2 * count) }, () => way(`z${random(count)}`, `z${random(count)}`));
      expect(allApart(layOut(areas, ways))).toBe(true);
    }
  });

  it("keeps zones that border on one another closer than those that do not", () => {
    const areas = ["hall", "n", "e", "s", "w"].map((id) => area(id));
    const boxes = layOut(areas, ["n", "e", "s", "w"].map((id) => way("hall", id)));
    const hall = boxes.get("hall")!;
    for (const id of ["n", "e", "s", "w"]) {
      const box = boxes.get(id)!;
      expect(box.x === hall.x || box.y === hall.y).toBe(true);
    }
  });

  it("folds a long row instead of making the map endlessly wide", () => {
    const ids = Array.from({ length: 9 }, (_, i) => `z${i}`);
    const boxes = layOut(ids.map((id) => area(id)), ids.slice(1).map((id, i) => way(ids[i]!, id)));
    expect(bounds(boxes.values()).width).toBeLessThan(1700);
  });

  it("puts a row one below the other where there is no room beside", () => {
    const boxes = layOut(["a", "b", "c"].map((id) => area(id)), [way("a", "b"), way("b", "c")], {}, 1);
    expect(new Set([...boxes.values()].map((box) => box.x)).size).toBe(1);
    expect(boxes.get("a")!.y).toBeLessThan(boxes.get("b")!.y);
  });

  it("leaves a zone where somebody has put it", () => {
    const boxes = layOut([area("a"), area("b")], [way("a", "b")], { b: { x: 900, y: -40 } });
    expect(boxes.get("b")).toMatchObject({ x: 900, y: -40 });
  });

  it("ignores a border to a zone that is not shown", () => {
    expect([...layOut([area("a")], [way("a", "hidden")]).keys()]).toEqual(["a"]);
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

describe("a map that somebody has drawn", () => {
  const drawn = { a: { x: 0, y: 0 }, b: { x: 700, y: 20 }, c: { x: 350, y: 400 } };

  it("lies as it was drawn", () => {
    const boxes = layOut(["a", "b", "c"].map((id) => area(id)), [way("a", "b"), way("a", "c")], drawn);
    expect([...boxes].map(([id, { x, y }]) => [id, { x, y }])).toEqual(Object.entries(drawn));
  });

  it("has room for a zone that nobody has drawn yet, beside what it borders on", () => {
    const boxes = layOut(["a", "b", "c", "d"].map((id) => area(id)), [way("a", "d")], drawn);
    expect(allApart(boxes)).toBe(true);
    expect(boxes.get("d")!.x).toBe(boxes.get("a")!.x + 200 + 100);
  });

  it("has room for a zone with no way to anywhere, below all else", () => {
    const boxes = layOut(["a", "b", "c", "d"].map((id) => area(id)), [], drawn);
    expect(boxes.get("d")!.y).toBeGreaterThan(400 + 150);
  });

  it("keeps left and right, above and below where it is narrow", () => {
    const cells = folded(["a", "b", "c"].map((id) => area(id)), drawn, 2)!;
    expect(Object.fromEntries(cells)).toEqual({ a: { x: 0, y: 0 }, b: { x: 1, y: 0 }, c: { x: 0, y: 1 } });
    expect(allApart(layOut(["a", "b", "c"].map((id) => area(id)), [], {}, 2, cells))).toBe(true);
  });

  it("is not folded where zones are missing from it", () => {
    expect(folded(["a", "d"].map((id) => area(id)), drawn, 2)).toBeNull();
  });
});

describe("the room for zones", () => {
  it("keeps a short row beside one another on a laptop, and lays it down on a phone", () => {
    expect(roomFor(514, true, 3).columns).toBe(3);
    expect(roomFor(514, true, 4).columns).toBe(1);
    expect(roomFor(340, true, 3).columns).toBe(1);
  });

  it("is no wider than it need be where nothing bars a way", () => {
    const boxes = layOut(["a", "b"].map((id) => area(id)), [way("a", "b")], {}, 4, null, CLOSE);
    expect(boxes.get("b")!.x).toBe(200 + CLOSE);
  });
});
