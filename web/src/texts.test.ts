import { describe, expect, test } from "vitest";

import { inWordsOf, roleName, settingName, spelled } from "./texts";

describe("words for people", () => {
  test("spells a name of the program out", () => {
    expect(spelled("npc_order")).toBe("NPC order");
    expect(spelled("with-consent")).toBe("With consent");
  });

  test("says what an option is set to", () => {
    expect([true, false, 3, "gm-consent", "d6"].map(settingName)).toEqual(["Yes", "No", "3", "GM consent", "D6"]);
  });

  test("calls whoever runs the game what the book calls them", () => {
    expect(roleName("gm", "Storyteller")).toBe("Storyteller");
    expect(roleName("player", "Storyteller")).toBe("player");
    expect(inWordsOf("GM", "The game master's pool")).toBe("The GM's pool");
  });
});
