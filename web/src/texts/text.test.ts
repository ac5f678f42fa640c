import { describe, expect, test } from "vitest";

import { filled, groupTitle, matches, readable, roleName, settingName, signed, spelled, text } from "./text";

describe("words for people", () => {
  test("spells a name of the program out", () => {
    expect(readable("shield-wall")).toBe("Shield wall");
    expect(spelled("npc_order")).toBe("NPC order");
    expect(spelled("with-consent")).toBe("With consent");
  });

  test("says what an option is set to", () => {
    expect([true, false, 3, "gm-consent", "d6"].map(settingName)).toEqual(["Yes", "No", "3", "GM consent", "D6"]);
  });

  test("calls the game master what the book calls them", () => {
    expect(roleName("gm", "Storyteller")).toBe("Storyteller");
    expect(roleName("player", "Storyteller")).toBe("player");
    expect(text("begin.wait", { gm: "Storyteller" })).toBe("The Storyteller opens the first scene. It will appear here.");
  });
});

describe("sentences", () => {
  test("are filled in, and agree with their number", () => {
    expect(text("table.points", { n: 1 })).toBe("1 fate point");
    expect(text("table.points", { n: 3 })).toBe("3 fate points");
    expect(text("join.scene", { scene: "the quay" })).toBe("Now playing: the quay");
  });

  test("must be given every value, and say which one is missing rather than nothing", () => {
    // @ts-expect-error (a value is missing)
    expect(text("join.scene")).toBe("Now playing: {scene}");
    // @ts-expect-error (the number is missing)
    expect(text("table.points", {})).toBe("{n} fate points");
    expect(filled("Now playing: {scene}")).toBe("Now playing: {scene}");
  });

  test("name every group of offers", () => {
    expect(groupTitle("act")).toBe("Act");
    expect(groupTitle("belongings")).toBe("Belongings");
  });

  test("write numbers with their sign", () => {
    expect([signed(3), signed(0), signed(-2)]).toEqual(["+3", "+0", "−2"]);
  });
});

describe("a search field", () => {
  test("finds words however they are written, and everything while it is empty", () => {
    expect(["Reth: attack", "Veld: pass"].filter((label) => matches(label, " ATTACK "))).toEqual(["Reth: attack"]);
    expect(matches("anything", "  ")).toBe(true);
  });
});
