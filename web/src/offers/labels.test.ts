import { describe, expect, test } from "vitest";

import { fullLabel, labelUnder } from "./labels";

describe("a label", () => {
  const attack = { label: "attack: now or never", actor: "reth", name: "Reth" };

  test("says who acts where nothing else does", () => {
    expect(fullLabel(attack)).toBe("Reth: attack: now or never");
    expect(fullLabel({ label: "End the scene" })).toBe("End the scene");
  });

  test("does not repeat the name of its heading", () => {
    expect(labelUnder(attack, "reth")).toBe("Attack: now or never");
    expect(labelUnder(attack, "veld")).toBe("Reth: attack: now or never");
    expect(labelUnder({ label: "throw the dice" }, undefined)).toBe("throw the dice");
  });
});
