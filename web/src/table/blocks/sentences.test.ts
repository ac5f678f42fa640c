import { describe, expect, it } from "vitest";

import type { EffortView, RollBlock } from "../../wire/types";
import { inLines } from "../map/contents";
import { hueOf, initials, leadLine, listed, outcomeLine, plural, standingLine } from "./sentences";

const side = (name: string): EffortView => ({
  id: name, name, trait: "", description: "", dice: [], earlier: [], modifiers: [], hindrances: [], total: 0, word: "", rung: "", actor: name, is_mine: false, is_entered: false, dice_note: "",
});
const roll = (rest: Partial<RollBlock>): Pick<RollBlock, "outcome" | "margin" | "against" | "sides"> => ({
  outcome: "style", margin: 4, against: "", sides: [side("Veld")], ...rest,
});
const word = (neutral: string): string => ({ style: "success with style" })[neutral] ?? neutral;

describe("what comes of a roll", () => {
  it("is said in the book's words, with the margin and what it was against", () => {
    expect(outcomeLine(roll({ against: "Good (+3)" }), word, false)).toBe("Success with style by 4 against Good (+3)");
  });

  it("says whose it is where two rolled, and that it may still change", () => {
    const line = outcomeLine(roll({ outcome: "fail", margin: -2, sides: [side("Veld"), side("Reth")] }), word, true);
    expect(line).toBe("Veld: Fail by 2 so far");
  });

  it("is not guessed at while there is none", () => {
    expect(outcomeLine(roll({ outcome: "" }), word, true)).toBe("");
  });
});

describe("a roll without an outcome", () => {
  const reth = { ...side("Reth"), total: 3 };

  it("says who stands against what before the dice fall", () => {
    expect(standingLine({ sides: [reth, { ...side("Veld"), total: 1 }], difficulty: null, target: "" })).toBe("Reth +3 against Veld +1: not rolled yet");
    expect(standingLine({ sides: [reth], difficulty: -1, target: "" })).toBe("Reth +3 against −1: not rolled yet");
  });

  it("says what was thrown while nobody has answered it", () => {
    expect(standingLine({ sides: [{ ...reth, dice: [{ kind: "fate", shown: 1, value: 1 }] }], difficulty: null, target: "" })).toBe("Reth +3 so far");
  });

  it("names the target as long as nothing stands against it", () => {
    expect(standingLine({ sides: [reth], difficulty: null, target: "Veld" })).toBe("Reth +3 (target: Veld): not rolled yet");
    expect(standingLine({ sides: [reth, side("Veld")], difficulty: null, target: "Veld" })).toBe("Reth +3 against Veld +0: not rolled yet");
  });
});

describe("names", () => {
  it("become initials to tell tokens by", () => {
    expect(["Reth", "Gang of Thugs", "Brannoc of the Ford", "ana", ""].map(initials)).toEqual(["R", "GT", "BF", "A", "?"]);
  });

  it("keep their colour", () => {
    expect(hueOf("reth")).toBe(hueOf("reth"));
    expect(hueOf("reth")).not.toBe(hueOf("veld"));
  });

  it("are put into two short lines under a token", () => {
    expect(inLines("Reth")).toEqual(["Reth"]);
    expect(inLines("Gang of Thugs")).toEqual(["Gang of", "Thugs"]);
    expect(inLines("Captain Theodora of the Nine Winds")).toEqual(["Captain", "Theodora o…"]);
  });

  it("are listed as one would say them", () => {
    expect(listed(["Ana", "Bo", "Cleo"])).toBe("Ana, Bo and Cleo");
    expect(listed(["Ana"])).toBe("Ana");
  });

  it("of traits are made several", () => {
    expect(["approach", "skill", "ability", "way"].map(plural)).toEqual(["approaches", "skills", "abilities", "ways"]);
  });
});

describe("who is ahead among several", () => {
  const sides = (...totals: number[]) => ({ sides: totals.map((total, at) => ({ name: ["Reth", "Voltaire", "Sky Shark"][at], total, dice: [{}] })), comparisons: [] }) as never;

  it("is said once all dice have fallen", () => {
    expect(leadLine(sides(1, 5, 0))).toBe("Voltaire is ahead with +5 so far");
    expect(leadLine(sides(1, 1, 0))).toBe("Reth and Voltaire are level at +1 so far");
  });

  it("is not said of two, or before", () => {
    expect(leadLine(sides(1, 5))).toBe("");
    expect(leadLine({ sides: [{ dice: [] }, { dice: [] }, { dice: [] }], comparisons: [] } as never)).toBe("");
  });
});
