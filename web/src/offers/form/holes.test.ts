import { describe, expect, test } from "vitest";

import type { Hole, OfferView } from "../../wire/types";
import { fillIn, initialValues, problemsOf, problemWith } from "./holes";

function offer(parts: Partial<OfferView>): OfferView {
  return { key: "k", command: { type: "wave" }, label: "Wave", group: "act", verb: "use", ...parts };
}

const TEXT: Hole = { type: "text", is_description: false, field: "words", label: "words", optional: false, suggestion: "", key: "", limit: 10 };
const TARGET: Hole = {
  type: "choice", suggested: "", field: "target", label: "target", key: "",
  options: [{ value: "veld", label: "Veld" }, { value: "gang", label: "Gang" }],
};
const MANY: Hole = {
  type: "many", suggested: [], field: "to", label: "to", key: "", least: 1, most: 2,
  options: [{ value: "a", label: "" }, { value: "b", label: "" }, { value: "c", label: "" }],
};

describe("filling in", () => {
  test("puts values into the command and leaves the rest as it was", () => {
    const attack = offer({ command: { type: "attack", actor: "reth", target: "", words: "" }, holes: [TARGET, TEXT] });
    expect(fillIn(attack, { target: "veld" })).toEqual({ type: "attack", actor: "reth", target: "veld", words: "" });
    expect(attack.command["target"]).toBe("");
  });

  test("puts what has a key of its own under that key", () => {
    const answer = offer({
      command: { type: "answer", prompt: "p1", option: "name", fill: { a: "kept" } },
      holes: [{ ...TEXT, field: "fill", key: "words" }],
    });
    expect(fillIn(answer, { words: "Torn Sail" })).toMatchObject({ fill: { a: "kept", words: "Torn Sail" } });
  });

  test("begins with what was chosen, then with a suggestion, then with the only choice", () => {
    const suggested: Hole = { ...TEXT, suggestion: "Aye" };
    const only: Hole = { ...TARGET, field: "only", options: [{ value: "veld", label: "Veld" }] };
    expect(initialValues(offer({ holes: [TARGET, suggested, only] }), { target: "gang" })).toEqual({
      target: "gang", words: "Aye", only: "veld",
    });
    expect(initialValues(offer({ holes: [TARGET] }))).toEqual({});
  });

  test("begins with nobody where nobody is a choice", () => {
    const maybe: Hole = { ...TARGET, options: [...TARGET.options, { value: "", label: "nobody" }] };
    expect(initialValues(offer({ holes: [maybe] }))).toEqual({ target: "" });
  });

  test("begins with what most people would take", () => {
    const nobody: Hole = { ...TARGET, suggested: "gang", options: [...TARGET.options, { value: "", label: "nobody" }] };
    expect(initialValues(offer({ holes: [nobody, { ...MANY, suggested: ["c", "gone"] }] }))).toEqual({ target: "gang", to: ["c"] });
  });

  test("says what is wrong with words", () => {
    expect(problemWith(TEXT, "  ")).not.toBe("");
    expect(problemWith({ ...TEXT, optional: true }, "")).toBe("");
    expect(problemWith(TEXT, "0123456789")).toBe("");
    expect(problemWith(TEXT, "0123456789x")).not.toBe("");
  });

  test("says what is wrong with numbers, choices and sets", () => {
    const number: Hole = { type: "number", field: "n", label: "n", low: -2, high: 8, key: "", suggestions: [] };
    expect(problemWith(number, -2)).toBe("");
    for (const wrong of [-3, 9, 1.5, Number.NaN, undefined]) expect(problemWith(number, wrong)).not.toBe("");
    expect(problemWith(TARGET, "veld")).toBe("");
    expect(problemWith(TARGET, "ghost")).not.toBe("");
    expect(problemWith(MANY, [])).not.toBe("");
    expect(problemWith(MANY, ["a", "b"])).toBe("");
    expect(problemWith(MANY, ["a", "b", "c"])).not.toBe("");
  });

  test("names the problems of a form by their hole", () => {
    expect(Object.keys(problemsOf(offer({ holes: [TARGET, TEXT] }), { target: "veld" }))).toEqual(["words"]);
  });
});
