import { describe, expect, test } from "vitest";

import type { Hole, OfferView } from "../wire/types";
import { fillIn, firstValues, problemsOf, problemWith } from "./filling";
import { answersTo, byName, inGroups, labelWithout, offersAbout, sharedName } from "./placing";

function offer(parts: Partial<OfferView>): OfferView {
  return { key: "k", command: { type: "wave" }, label: "Wave", group: "act", ...parts };
}

const TEXT: Hole = { type: "text", field: "words", label: "words", optional: false, suggestion: "", key: "", limit: 10 };
const TARGET: Hole = {
  type: "choice", field: "target", label: "target", key: "",
  options: [{ value: "veld", label: "Veld" }, { value: "gang", label: "Gang" }],
};
const MANY: Hole = {
  type: "many", field: "to", label: "to", key: "", least: 1, most: 2,
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
    expect(firstValues(offer({ holes: [TARGET, suggested, only] }), { target: "gang" })).toEqual({
      target: "gang", words: "Aye", only: "veld",
    });
    expect(firstValues(offer({ holes: [TARGET] }))).toEqual({});
  });

  test("begins with nobody where nobody is a choice", () => {
    const maybe: Hole = { ...TARGET, options: [...TARGET.options, { value: "", label: "nobody" }] };
    expect(firstValues(offer({ holes: [maybe] }))).toEqual({ target: "" });
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

describe("placing", () => {
  const move = offer({ key: "m", command: { type: "move", actor: "reth", zone: "z1" } });
  const attack = offer({ key: "a", command: { type: "attack", actor: "reth", target: "" }, holes: [TARGET] });
  const tell = offer({ key: "t", command: { type: "say", to: [] }, holes: [{ ...MANY, options: [{ value: "veld", label: "" }] }] });
  const reroll = offer({ key: "r", command: { type: "invoke", aspect: "a7" }, changes: "r3.0" });
  const all = [attack, move, tell, reroll];

  test("finds offers by an id in their command", () => {
    expect(offersAbout(all, ["z1"])).toEqual([{ offer: move, preset: {}, isFixed: true }]);
  });

  test("finds offers by what may be chosen, and chooses it", () => {
    expect(offersAbout(all, ["veld"]).map(({ offer: { key }, preset }) => [key, preset])).toEqual([
      ["a", { target: "veld" }],
      ["t", { to: ["veld"] }],
    ]);
  });

  test("finds offers about several things at once", () => {
    expect(offersAbout(all, ["reth", "veld"]).map((placed) => placed.offer.key)).toEqual(["a"]);
  });

  test("finds the offers that change a roll, by the roll and by its side", () => {
    expect(offersAbout(all, ["r3"])).toHaveLength(1);
    expect(offersAbout(all, ["r3.0"])).toHaveLength(1);
  });

  test("is not misled by the name of a command or by a placeholder", () => {
    const placeholder = offer({ command: { type: "veld", target: "veld" }, holes: [{ ...TARGET, options: [] }] });
    expect(offersAbout([placeholder], ["veld"])).toEqual([]);
    expect(offersAbout(all, [""])).toEqual([]);
  });

  test("does not look into a whole sheet", () => {
    const bring = offer({ command: { type: "bring", sheet: { name: "reth", aspects: { trouble: "veld" } } } });
    expect(offersAbout([bring], ["veld"])).toEqual([]);
  });

  test("finds the answers to a question", () => {
    const yes = offer({ group: "answer", command: { type: "answer", prompt: "p1", option: "yes" } });
    expect(answersTo([yes, move], "p1")).toEqual([yes]);
    expect(answersTo([yes], "p2")).toEqual([]);
  });

  test("lists groups in their order, and those of a ruleset's own after them", () => {
    const groups = inGroups([offer({ group: "warband" }), offer({ group: "talk" }), offer({ group: "roll" })]);
    expect(groups.map((group) => group.id)).toEqual(["roll", "talk", "warband"]);
  });

  test("says a name once where everything is for the same character", () => {
    const both = [offer({ label: "Reth: attack" }), offer({ label: "Reth: pass" })];
    expect(sharedName(both)).toBe("Reth");
    expect(labelWithout(both[0]!, "Reth")).toBe("Attack");
    expect(sharedName([both[0]!, offer({ label: "Bo: pass" })])).toBe("");
  });

  test("sorts by name what several characters may do, and leaves together what is nobody's", () => {
    const labels = ["Veld: attack", "Take back the compel: you run", "Gang: attack", "Veld: pass", "Gang: pass", "End the scene"];
    const parts = byName(labels.map((label) => offer({ label })));
    expect(parts.map((part) => [part.name, part.offers.length])).toEqual([["Veld", 2], ["", 2], ["Gang", 2]]);
  });
});
