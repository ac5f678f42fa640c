import { describe, expect, it } from "vitest";

import type { RollBlock } from "../../../wire/types";
import { shownRolls } from "./shown";

const roll = (id: string, stage: string): RollBlock => ({ id, stage }) as RollBlock;
const shown = (isOpen: boolean, ...rolls: RollBlock[]): string[] => shownRolls(rolls, { is_open: isOpen }).map((each) => each.id);

describe("the cards of rolls", () => {
  it("show what is open, or the last roll of the scene", () => {
    expect(shown(true, roll("r1", "over"), roll("r2", "thrown"))).toEqual(["r2"]);
    expect(shown(true, roll("r1", "over"), roll("r2", "over"))).toEqual(["r2"]);
  });

  it("go with the scene, but for a roll that is still open", () => {
    expect(shown(false, roll("r1", "over"))).toEqual([]);
    expect(shown(false, roll("r1", "over"), roll("r2", "thrown"))).toEqual(["r2"]);
    expect(shownRolls([roll("r1", "over")], undefined)).toEqual([]);
  });
});
