import { describe, expect, it } from "vitest";

import { isInSight, type Box } from "./layout";
import { Viewport } from "./viewport.svelte";

const boxes: Box[] = [0, 300, 600].map((x) => ({ x, y: 0, width: 210, height: 170 }));
const whole: Box = { x: 0, y: 0, width: 810, height: 170 };

describe("what is in sight of the map", () => {
  it("is everything at first sight", () => {
    const viewport = new Viewport();
    viewport.fit(boxes);
    const { x, y, width, height } = viewport.box;
    expect(x).toBeLessThan(0);
    expect(y).toBeLessThan(0);
    expect(x + width).toBeGreaterThan(810);
    expect(y + height).toBeGreaterThan(170);
  });

  it("has room to draw on while there is hardly a map", () => {
    const viewport = new Viewport();
    viewport.fit([]);
    expect(viewport.box).toMatchObject({ x: 0, y: 0, width: 900 });
  });

  it("stays on the same point when somebody zooms in on it", () => {
    const viewport = new Viewport();
    viewport.fit(boxes);
    const before = viewport.box;
    viewport.zoom(0.5, whole, { x: before.x, y: before.y });
    expect(viewport.box).toMatchObject({ x: before.x, y: before.y, width: before.width / 2 });
  });

  it("never leaves the map, however far it is pulled", () => {
    const viewport = new Viewport();
    viewport.fit(boxes);
    viewport.moveBy({ x: 99_999, y: -99_999 }, whole);
    expect(isInSight(whole, viewport.box)).toBe(true);
  });

  it("keeps its upper left corner when the frame grows for drawing", () => {
    const viewport = new Viewport();
    viewport.fit(boxes);
    const { x, y, width, height } = viewport.box;
    viewport.draws = true;
    expect(viewport.box).toMatchObject({ x, y, width });
    expect(viewport.box.height).toBeGreaterThan(height);
  });
});
