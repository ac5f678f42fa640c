import { describe, expect, it } from "vitest";

import type { TokenView } from "../../wire/types";
import { aspectLines, inLines, magnified, tokenPlaces } from "./contents";

const tokens = (count: number): TokenView[] => Array.from({ length: count }, (_, i) => ({ actor: `a${i}`, name: `Actor ${i}` }) as TokenView);
const size = { width: 210, height: 170 };

describe("the tokens of a zone", () => {
  it.each([1, 3, 6, 10])("stay inside it, be they %i", (count) => {
    for (const larger of [1, 1.6]) {
      for (const { at, scale } of tokenPlaces({ name: "Yard", aspects: [], tokens: tokens(count) }, size, larger)) {
        expect(at.x - 27 * scale).toBeGreaterThanOrEqual(0);
        expect(at.x + 27 * scale).toBeLessThanOrEqual(size.width);
        expect(at.y + 27 * scale).toBeLessThanOrEqual(size.height);
      }
    }
  });

  it("are smaller where there are many", () => {
    const scale = (count: number): number => tokenPlaces({ name: "Yard", aspects: [], tokens: tokens(count) }, size, 1)[0]!.scale;
    expect(scale(9)).toBeLessThan(scale(2));
    expect(scale(2)).toBe(1);
  });

  it("are drawn larger where the map is small, but not without end", () => {
    expect([magnified(0.5), magnified(1.3), magnified(4)]).toEqual([1, 1.3, 1.6]);
  });

  it("begin below the aspects, which take one line where words are drawn larger", () => {
    const zone = { name: "Gangplank", aspects: ["Held by a Single Slip Knot"], tokens: tokens(1) };
    expect([aspectLines(zone, 1), aspectLines(zone, 1.6), aspectLines({ tokens: [] }, 1.6)]).toEqual([2, 1, 2]);
    const [place] = tokenPlaces(zone, size, 1.6);
    const words = 9 + 1.6 * 1.15 * (17 + 14);
    expect(place!.at.y - 27 * place!.scale).toBeGreaterThanOrEqual(words);
  });
});

describe("the name of a token", () => {
  it("has two lines, or one where letters are larger", () => {
    expect(inLines("Gang of Thugs")).toEqual(["Gang of", "Thugs"]);
    expect(inLines("Gang of Thugs", 1.3)).toEqual(["Gang"]);
    expect(inLines("Mother Hesk", 1.3)).toEqual(["Mother"]);
    expect(inLines("dock rats", 1.6)).toEqual(["dock"]);
  });
});
