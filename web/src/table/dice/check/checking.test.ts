import { expect, test } from "vitest";

import { askedInShort } from "../stirring";
import { checkDice, facesOf, readDie, type DiceRecord, type FaultKind } from "./checking";
import evening from "./evening.json";

/** An evening of the engine with stirs, rewinds, fresh dice and two secrets; `tests/tabletop/test_evening.py` reads it too. */
const records = evening as unknown as DiceRecord[];
type Event = Record<string, unknown> & { throw: { faces: number[]; shown: number[]; position: Record<string, unknown> } };

function changed(type: string, change: (event: Event) => void, which = 0): DiceRecord[] {
  const copy = structuredClone(records) as DiceRecord[];
  change(copy.filter((each) => each.event.type === type)[which]!.event as unknown as Event);
  return copy;
}

const verdicts = (from: readonly DiceRecord[]): string[] => checkDice(from).throws.map((each) => each.is);

test("every throw of an honest evening is what its secret gives", () => {
  const report = checkDice(records);
  expect(report.faults).toEqual([]);
  expect(report.throws).toHaveLength(5);
  expect(new Set(verdicts(records))).toEqual(new Set(["honest"]));
  expect(report.secrets).toHaveLength(2);
  expect(report.stirs).toBeGreaterThan(2);
});

test("before the secret is told, throws wait for it", () => {
  expect(new Set(verdicts(records.filter((each) => each.event.type !== "play-closed/1")))).toEqual(new Set(["sealed"]));
});

test("other faces than the secret gives are found, and dice that show something else", () => {
  expect(verdicts(changed("dice-thrown/1", (event) => (event.throw.faces[0] = (event.throw.faces[0]! + 1) % 3)))[0]).toBe("wrong");
  expect(verdicts(changed("dice-thrown/1", (event) => (event.throw.shown[0] = 9)))[0]).toBe("wrong");
});

const FORGERIES: readonly [FaultKind, string, (event: Event) => void][] = [
  ["order", "dice-thrown/1", (event) => void (event.throw.position["number"] = 7)],
  ["order", "dice-thrown/1", (event) => void (event.throw.position["stir"] = "0".repeat(64))],
  ["epoch", "dice-renewed/1", (event) => void (event["epoch"] = 40)],
  ["words", "stir-told/1", (event) => void (event["words"] = "0".repeat(64))],
  ["words", "stir-begun/1", (event) => void (event["seats"] = ["nobody"])],
  ["stir", "dice-stirred/1", (event) => void (event["stir"] = "0".repeat(64))],
  ["secret", "play-closed/1", (event) => void (event["secret"] = "00")],
];

test.each(FORGERIES)("a record that breaks a rule is found: %s in %s", (what, type, change) => {
  const { faults } = checkDice(changed(type, change));
  expect(faults.map((fault) => fault.what)).toContain(what);
});

test("faces that were known may go to no other roll, and new dice need a reason", () => {
  const unused = records.filter((each) => each.event.type !== "dice-renewed/1");
  expect(checkDice(unused).faults.map((fault) => fault.what)).toContain("known");
  const at = records.findIndex((each) => each.event.type === "dice-thrown/1");
  const more = [...records.slice(0, at), { seq: records[at]!.seq, event: { type: "dice-renewed/1", epoch: 1 } }, ...records.slice(at)];
  expect(checkDice(more).faults[0]?.what).toBe("unasked");
});

test("words of this browser that the record lacks are counted, and pledges that were changed behind its back", () => {
  const told = records.find((each) => each.event.type === "stir-told/1")!.event;
  const pledged = records.find((each) => each.event.type === "stir-pledged/1")!.event;
  const words = told["words"] as string;
  const asked = askedInShort({ [pledged["seat"] as string]: pledged["pledge"] as string });
  expect(checkDice(records, [{ words, asked }])).toMatchObject({ mine: 1, missing: 0 });
  expect(checkDice(records, [{ words, asked: "0".repeat(64) }])).toMatchObject({ mine: 1, missing: 1 });
  expect(checkDice(records, [{ words: "0".repeat(64), asked }])).toMatchObject({ mine: 1, missing: 1 });
});

test("dice are read from their notation", () => {
  expect(readDie("d6[1..6]")).toEqual({ shown: [1, 2, 3, 4, 5, 6], values: [1, 2, 3, 4, 5, 6] });
  expect(readDie("odd[1*2,2:-2]")).toEqual({ shown: [1, 1, 2], values: [1, 1, -2] });
  expect(readDie("far[5:-2*2,-3..-1]")).toEqual({ shown: [5, 5, -3, -2, -1], values: [-2, -2, -3, -2, -1] });
});

test("large dice take two bytes, and faces stay on them", () => {
  const faces = facesOf("00", "quay", { epoch: 0, number: 0 }, [1, 256, 257, 1000]);
  expect(faces[0]).toBe(0);
  for (const [at, size] of [1, 256, 257, 1000].entries()) expect(faces[at]).toBeLessThan(size);
});
