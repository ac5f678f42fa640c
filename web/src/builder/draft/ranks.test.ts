import { describe, expect, it } from "vitest";

import type { RankRules, RanksInput } from "../types";
import { levelsOf, ranksOf } from "./ranks";

const RULES: RankRules = { shape: "pyramid", start: -1, bottom: 0, starts: { flying: -3 }, most: null, apart: {} };
const input = (rules: Partial<RankRules> = {}, held: Record<string, number> = {}): RanksInput => ({
  type: "ranks-input", path: "entries.phases.0.numbers", label: "Ranks", ranks: 4, traits: [], groups: [], hint: "", hints: {}, held, rules: { ...RULES, ...rules },
});

describe("ranks", () => {
  it("are added to those from before, and none at all is no rank", () => {
    expect(ranksOf(input({}, { knife: 1, hide: 1 }), { knife: 2, bluff: 0 })).toEqual({ knife: 3, hide: 1 });
  });

  it("make levels from the highest down, empty ones between them too", () => {
    const levels = levelsOf(input(), { knife: 3, hide: 1 });
    expect(levels.map((level) => [level.rating, level.traits])).toEqual([[2, ["knife"]], [1, []], [0, ["hide"]]]);
  });

  it("need one more below in a pyramid, as many in a column, and nothing where they are free", () => {
    const wanted = (rules: Partial<RankRules>) => levelsOf(input(rules), { knife: 2, hide: 1 })[0]?.below;
    expect(wanted({})).toEqual({ needed: 2, has: 1 });
    expect(wanted({ shape: "column" })).toEqual({ needed: 1, has: 1 });
    expect(wanted({ shape: "free" })).toBeNull();
  });

  it("of a difficult trait are shown below the bottom until they reach it", () => {
    const levels = levelsOf(input(), { flying: 1 });
    expect(levels.map((level) => [level.rating, level.traits, level.below])).toEqual([[0, [], null], [-2, ["flying"], null]]);
  });

  it("apart make a pyramid of their own, or stand by themselves", () => {
    const levels = levelsOf(input({ apart: { fire: "Magic", faith: "" } }), { knife: 1, fire: 2, faith: 2 });
    expect(levels.map((level) => [level.pyramid, level.rating, level.traits, level.below])).toEqual([
      ["", 0, ["knife"], null],
      ["Magic", 1, ["fire"], { needed: 2, has: 0 }],
      ["Magic", 0, [], null],
      [null, 1, ["faith"], null],
    ]);
  });

  it("in any number make no more levels than a ladder has", () => {
    expect(levelsOf(input({}, { knife: 1e9 }), {}).length).toBeLessThan(50);
  });
});
