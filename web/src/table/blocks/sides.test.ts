import { expect, test } from "vitest";

import { homeSide, relationTo, tokenWords } from "./sides";

const sheet = (side: string, is_pc = false, is_mine = false) => ({ side, is_pc, is_mine });

test("the viewer's own character says which side is theirs, otherwise the players' characters do", () => {
  expect(homeSide([sheet("red", true), sheet("blue", true, true)])).toBe("blue");
  expect(homeSide([sheet("wolves", false, true), sheet("heroes", true)])).toBe("heroes");
  expect(homeSide([])).toBe("");
});

test("who is on no side is neither friend nor foe", () => {
  expect([relationTo("heroes", "heroes"), relationTo("heroes", "wolves"), relationTo("heroes", ""), relationTo("", "wolves")]).toEqual(["friend", "foe", "neutral", "neutral"]);
});

test("a group says how many still stand, a single person does not", () => {
  expect(tokenWords("foe", { standing: 5, size: 6 })).toBe("opponent, 5 of 6 stand");
  expect(tokenWords("friend", {})).toBe("ally");
});

test("a companion says whose it is", () => {
  expect(tokenWords("friend", { patron: "Reth" })).toBe("with Reth, ally");
});
