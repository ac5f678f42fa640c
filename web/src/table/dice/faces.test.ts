import { expect, test } from "vitest";

import { readFaces } from "./faces";

const fate = Array.from({ length: 4 }, () => ["-", "0", "+"]);

test("typed faces are read up to the first that is not on its die", () => {
  expect(readFaces("++0-", fate)).toEqual(["+", "+", "0", "-"]);
  expect(readFaces("+ +, 0 −", fate)).toEqual(["+", "+", "0", "-"]);
  expect(readFaces("+x0-", fate)).toEqual(["+"]);
  expect(readFaces("+++++", fate)).toEqual(["+", "+", "+", "+"]);
  expect(readFaces("", fate)).toEqual([]);
  expect(readFaces("12 3", [["3", "12"], ["3", "12"]])).toEqual(["12", "3"]);
});
