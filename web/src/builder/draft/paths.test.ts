import { describe, expect, it } from "vitest";

import type { EntriesInput, Finding, Input, Sheet, Step } from "../types";
import { groupAndName, inputOf, inputsOf, isAbout, memberOf, valueAt, withNested, withPresets, withValueAt } from "./paths";

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
          { type: "number-input", path: "traits", label: "", low: 0, high: 1, hint: "", preset: null, words: [] },
          { type: "number-input", path: "traits.wit", label: "", low: 0, high: 1, hint: "", preset: 1, words: [] },
        ],
      },
    ];
    expect(inputOf(problem("traits.wit"), steps, SHEET)?.path).toBe("traits.wit");
    expect(inputOf(problem("nothing"), steps, SHEET)).toBeUndefined();
    expect(inputOf(problem("traits"), steps.map((step) => ({ ...step, inputs: step.inputs.slice(2) })), SHEET)?.path).toBe("traits.wit");
    expect(withPresets(SHEET, steps[0]!.inputs).traits).toEqual({ wit: 1 });
    expect(withPresets({ ...SHEET, traits: { wit: 0 } }, steps[0]!.inputs).traits).toEqual({ wit: 0 });
  });
});

describe("parts of a sheet", () => {
  const acts: EntriesInput = {
    type: "entries-input", path: "entries.acts", label: "Acts", hint: "", least: 0, most: 9, is_ordered: false,
    forms: [{
      kind: "act", label: "Act", names: [], repeats: false, ready: [], hint: "",
      inputs: [
        { type: "text-input", path: "name", label: "Name", hint: "", optional: false, suggestions: [] },
        { type: "entries-input", path: "entries.props", label: "Props", hint: "", least: 0, most: 9, is_ordered: false,
          forms: [{ kind: "", label: "Prop", names: [], repeats: false, ready: [], hint: "", inputs: [{ type: "number-input", path: "numbers.size", label: "Size", low: 0, high: 9, hint: "", preset: 2, words: [] }] }] },
      ],
    }],
  };
  const full: Sheet = { ...SHEET, entries: { acts: [{ name: "Fall", kind: "act", entries: { props: [{ name: "Hat" }, {}] } }, { kind: "old" }] } };

  it("are read and changed however deep, and all around them stays", () => {
    const path = "entries.acts.0.entries.props.0.numbers.of.felt";
    const changed = withValueAt(full, path, 3);
    expect(valueAt(changed, path)).toBe(3);
    expect(valueAt(changed, "entries.acts.0.entries.props.0.name")).toBe("Hat");
    expect(changed.entries?.["acts"]?.[1]).toEqual({ kind: "old" });
    expect(valueAt(full, path)).toBeUndefined();
    expect(valueAt(full, "entries.acts.7.name")).toBeUndefined();
  });

  it("are added where they are missing, and removed whole", () => {
    expect(withValueAt(SHEET, "entries.acts.1.name", "Fall").entries).toEqual({ acts: [{}, { name: "Fall" }] });
    expect(withValueAt(full, "entries.acts.0", undefined).entries).toEqual({ acts: [{ kind: "old" }] });
    expect(withValueAt(full, "entries.acts.1", { name: "New" }).entries?.["acts"]?.[1]).toEqual({ name: "New" });
  });

  it("have the inputs of their kind, with paths that lead into them", () => {
    expect(inputsOf(acts, 1, "act").map((each) => each.path)).toEqual(["entries.acts.1.name", "entries.acts.1.entries.props"]);
    expect(inputsOf(acts, 1, "old")).toEqual([]);
    expect(withNested([acts], full).map((each) => each.path)).toEqual([
      "entries.acts", "entries.acts.0.name", "entries.acts.0.entries.props",
      "entries.acts.0.entries.props.0.numbers.size", "entries.acts.0.entries.props.1.numbers.size",
    ]);
  });

  it("take the problems that are about them, and their list those of a whole part", () => {
    const steps: Step[] = [{ id: "s", title: "", help: "", optional: false, cites: [], inputs: [acts] }];
    expect(inputOf(problem("entries.acts.0.entries.props.1.numbers.size"), steps, full)?.path).toBe("entries.acts.0.entries.props.1.numbers.size");
    expect(inputOf(problem("entries.acts.0"), steps, full)?.path).toBe("entries.acts");
  });

  it("begin with the presets of their numbers", () => {
    const [, props] = acts.forms[0]!.inputs as [Input, EntriesInput];
    expect(withPresets({ name: "Hat" }, props.forms[0]!.inputs)).toEqual({ name: "Hat", numbers: { size: 2 } });
  });
});

describe("traits of a group", () => {
  it("carry the name somebody gave them", () => {
    expect(memberOf("lore", "  The  [Fae] ")).toBe("lore [The Fae]");
    expect(groupAndName("lore [The Fae]")).toEqual(["lore", "The Fae"]);
    expect(groupAndName("wit")).toBeNull();
  });
});
