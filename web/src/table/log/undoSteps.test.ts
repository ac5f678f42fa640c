import { expect, test } from "vitest";

import type { LogLine } from "../../wire/types";
import { latestSteps } from "./undoSteps";

const line = (seq: number, step: number, rest: Partial<LogLine> = {}): LogLine => ({ seq, step, text: `line ${seq}`, ...rest });

test("steps are told by their first line, the newest first, without what is taken back already", () => {
  const log = [line(1, 1), line(2, 1), line(3, 3, { undone: true }), line(4, 4, { kind: "rewound" }), line(5, 5), line(6, 6), line(7, 6)];
  expect(latestSteps(log, 2).map((each) => each.seq)).toEqual([6, 5]);
  expect(latestSteps(log, 9).map((each) => each.seq)).toEqual([6, 5, 1]);
});
