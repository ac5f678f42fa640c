import { expect, test } from "vitest";
import type { DieView } from "../../../wire/types";
import { faceOf, spokenDie, sumOf } from "./faces";

const fate = (value: number, more: Partial<DieView> = {}): DieView => ({ kind: "fate", shown: value, value, ...more });
const number = (value: number, more: Partial<DieView> = {}): DieView => ({ kind: "number", shown: Math.abs(value), value, ...more });

test("a d6 that shows a one is a number, and no plus", () => {
  const mixed = [fate(1), fate(0), fate(-1), number(1)];
  expect(mixed.map(faceOf)).toEqual(["+", "", "−", "1"]);
  expect(mixed.map(spokenDie)).toEqual(["plus", "blank", "minus", "1"]);
});

test("a die that is taken off has a minus before its number", () => {
  expect(faceOf(number(-4))).toBe("−4");
  expect(faceOf({ kind: "card", shown: -2, value: -2 })).toBe("−2");
});

test("dice that were turned or do not count are read as such, and only what counts is added", () => {
  const dice = [number(5, { is_turned: true }), number(2), number(6, { counts: false })];
  expect(dice.map(spokenDie)).toEqual(["5 (turned)", "2", "6 (not counted)"]);
  expect(sumOf(dice)).toBe(7);
});
