import { describe, expect, it } from "vitest";

import type { HitView } from "../../wire/types";
import { leftAfter, wayOf, wordsOf } from "./hits";

const hit: HitView = { shifts: 3, track: "", ways: [{ option: "box-3", boxes: [3], slots: [] }, { option: "box-1+mild", boxes: [1], slots: ["mild"] }] };
const slots = [{ name: "mild", absorbs: 2, text: "", free: [], card: "" }];

describe("taking a hit", () => {
  it("counts what is left while boxes and slots are pressed", () => {
    expect(leftAfter(hit, { slots }, [], [])).toBe(3);
    expect(leftAfter(hit, { slots }, [1], [])).toBe(2);
    expect(leftAfter(hit, { slots }, [1], ["mild"])).toBe(0);
  });

  it("counts one for each box where a hit fills several", () => {
    const filling: HitView = { shifts: 3, track: "", ways: [{ option: "three", boxes: [1, 2, 3], slots: [] }] };
    expect(leftAfter(filling, { slots }, [1, 2], [])).toBe(1);
  });

  it("finds the answer that uses just these", () => {
    expect(wayOf(hit, [1], [])).toBeUndefined();
    expect(wayOf(hit, [1], ["mild"])?.option).toBe("box-1+mild");
    expect(wordsOf(hit.ways[1]!)).toBe("stress box 1 and mild consequence");
  });
});
