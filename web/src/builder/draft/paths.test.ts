import { describe, expect, it } from "vitest";

import type { Finding, Sheet, Step } from "../types";
import { groupAndName, inputOf, isAbout, memberOf, valueAt, withPresets, withValueAt } from "./paths";

const SHEET: Sheet = { ruleset: "any", name: "Pip", aspects: { motto: "Why Not" } };
const problem = (where: string): Finding => ({ severity: "error", code: "x", where, message: "" });

describe("fields of a sheet", () => {
  it("are read and changed by their path, and the draft before stays as it was", () => {
    const changed = withValueAt(SHEET, "aspects.motto", "Never Again");
    expect(valueAt(changed, "aspects.motto")).toBe("Never Again");
    expect(valueAt(SHEET, "aspects.motto")).toBe("Why Not");
    expect(valueAt(withValueAt(SHEET, "name", "Bo"), "name")).toBe("Bo");
  });

  it("that are emptied disappear", () => {
    expect(withValueAt(SHEET, "aspects.motto", undefined).aspects).toEqual({});
  });

  it("that the draft lacks hold nothing", () => {
    expect(valueAt(SHEET, "lists.props")).toBeUndefined();
    expect(withValueAt(SHEET, "lists.props", ["hat"]).lists).toEqual({ props: ["hat"] });
  });
});

describe("problems", () => {
  it("are about a field, or about an entry of it", () => {
    expect(isAbout(problem("traits.wit"), "traits")).toBe(true);
    expect(isAbout(problem("traits"), "traits.wit")).toBe(false);
    expect(isAbout(problem("traitsmen"), "traits")).toBe(false);
  });

  it("belong to the most precise input", () => {
    const steps: Step[] = [
      {
        id: "s", title: "", help: "", optional: false, cites: [],
        inputs: [
          { type: "tell", path: "traits.wit.more", label: "" },
          { type: "number-input", path: "traits", label: "", low: 0, high: 1, hint: "", preset: null },
          { type: "number-input", path: "traits.wit", label: "", low: 0, high: 1, hint: "", preset: 1 },
        ],
      },
    ];
    expect(inputOf(problem("traits.wit"), steps)?.path).toBe("traits.wit");
    expect(inputOf(problem("nothing"), steps)).toBeUndefined();
    expect(inputOf(problem("traits"), steps.map((step) => ({ ...step, inputs: step.inputs.slice(2) })))?.path).toBe("traits.wit");
    expect(withPresets(SHEET, steps).traits).toEqual({ wit: 1 });
    expect(withPresets({ ...SHEET, traits: { wit: 0 } }, steps).traits).toEqual({ wit: 0 });
  });
});

describe("traits of a group", () => {
  it("carry the name somebody gave them", () => {
    expect(memberOf("lore", "  The  [Fae] ")).toBe("lore [The Fae]");
    expect(groupAndName("lore [The Fae]")).toEqual(["lore", "The Fae"]);
    expect(groupAndName("wit")).toBeNull();
  });
});
