import { describe, expect, it } from "vitest";

import type { Hole, OfferView } from "../wire/types";
import { answerRow } from "./answers";
import { asOffered, deedOf, fewTargets, isReady, isStepwise, nextStep, withDefaults } from "./deeds";

const traits: Hole = { type: "choice", field: "trait", label: "with", key: "", suggested: "", options: [{ value: "careful", label: "Careful (+2)" }, { value: "forceful", label: "Forceful (+3)" }] };
const how: Hole = { type: "text", field: "description", label: "how", key: "", optional: false, suggestion: "", limit: 200, is_description: true };
const targets = (...ids: string[]): Hole => ({ type: "choice", field: "target", label: "target", key: "", suggested: "", options: ids.map((value) => ({ value, label: value || "the scene" })) });
const ratings = new Map([["careful", 2], ["forceful", 3]]);

const offer = (key: string, verb: OfferView["verb"], holes: Hole[], features: string[] = []): OfferView =>
  ({ key, verb, group: "act", label: verb, holes, command: { type: verb, actor: "reth", target: "", trait: "", description: "", features } });

describe("an overcome", () => {
  const overcome = offer("o", "overcome", [traits, how]);

  it("asks for the trait alone, the best first, and is ready then", () => {
    const step = nextStep(deedOf(overcome, [overcome]), {}, ratings)!;
    expect(step.picks.map((pick) => pick.label)).toEqual(["Forceful (+3)", "Careful (+2)"]);
    expect(isReady(overcome, step.picks[0]!.values)).toBe(true);
    expect(withDefaults(overcome, step.picks[0]!.values)).toEqual({ trait: "forceful", description: "" });
  });

  it("offers what a feature makes of a trait as another button", () => {
    const stunt = offer("o2", "overcome", [{ ...traits, options: [traits.options[0]!] } as Hole, how], ["Sure Step"]);
    const step = nextStep(deedOf(overcome, [overcome, stunt]), {}, ratings)!;
    expect(step.picks.at(-1)).toMatchObject({ offer: stunt, label: "Careful (+2)", detail: "Sure Step", values: { trait: "careful" } });
  });

  it("needs a form at a table that requires descriptions", () => {
    const strict = offer("o", "overcome", [traits, { ...how, is_description: false } as Hole]);
    expect(isStepwise(strict)).toBe(false);
    expect(isReady(strict, { trait: "careful" })).toBe(false);
  });
});

describe("an attack", () => {
  it("asks whom first if there are several, and never asks for the only one", () => {
    const many = offer("a", "attack", [targets("gang", "veld"), traits, how]);
    expect(nextStep(deedOf(many, [many]), {}, ratings)!.hole!.field).toBe("target");
    expect(nextStep(deedOf(many, [many]), { target: "gang" }, ratings)!.hole!.field).toBe("trait");
    const one = offer("a", "attack", [targets("gang"), traits, how]);
    expect(nextStep(deedOf(one, [one]), {}, ratings)!.hole!.field).toBe("trait");
    expect(withDefaults(one, { trait: "careful" })).toMatchObject({ target: "gang" });
  });
});

describe("a deed that is being chosen", () => {
  const old = offer("a1", "attack", [targets("gang", "veld"), traits, how]);

  it("goes on with the new offer when somebody else changes what can be chosen", () => {
    const now = offer("a2", "attack", [targets("gang", "veld", "shark"), traits, how]);
    const stunt = offer("a3", "attack", [targets("gang", "veld", "shark"), traits, how], ["Sure Step"]);
    const deed = asOffered(deedOf(old, [old]), [stunt, now]);
    expect(deed.variants).toEqual([now]);
    expect(nextStep(deed, { target: "gang" }, ratings)!.hole!.field).toBe("trait");
  });

  it("is over when it is no longer offered, or what was chosen is gone", () => {
    expect(asOffered(deedOf(old, [old]), [offer("o", "overcome", [traits, how])]).variants).toEqual([]);
    const others = offer("a2", "attack", [targets("veld", "shark"), traits, how]);
    expect(nextStep(asOffered(deedOf(old, [old]), [others]), { target: "gang" }, ratings)).toBeNull();
  });
});

describe("two targets", () => {
  it("are a button each, three are not", () => {
    expect(fewTargets(offer("a", "attack", [targets("gang", "veld"), traits])).map((pick) => pick.values)).toEqual([{ target: "gang" }, { target: "veld" }]);
    expect(fewTargets(offer("a", "attack", [targets("gang", "veld", "shark"), traits]))).toEqual([]);
    expect(fewTargets(offer("o", "overcome", [targets("gang", "veld"), traits]))).toEqual([]);
  });
});

describe("an advantage", () => {
  it("is about the scene unless somebody says otherwise", () => {
    const create = offer("c", "create", [targets("", "veld"), traits, how]);
    const step = nextStep(deedOf(create, [create]), {}, ratings)!;
    expect(step.hole!.field).toBe("trait");
    expect(withDefaults(create, step.picks[0]!.values)).toMatchObject({ target: "", trait: "forceful" });
  });
});

describe("an answer", () => {
  it("is one button for each choice, the suggested one first", () => {
    const defend = offer("d", "answer", [{ ...traits, field: "fill", key: "trait", suggested: "careful" } as Hole, { ...how, field: "fill", key: "description" } as Hole]);
    const row = answerRow(defend, ratings);
    expect(row.picks.map((pick) => [pick.label, pick.isSuggested])).toEqual([["Careful (+2)", true], ["Forceful (+3)", false]]);
  });

  it("needs a form if more than one thing is open", () => {
    expect(answerRow(offer("d", "answer", [targets("a", "b"), traits]), ratings).picks).toEqual([]);
  });
});
