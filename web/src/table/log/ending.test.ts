import { expect, test } from "vitest";

import type { LogLine } from "../../wire/types";
import { latestEnding } from "./ending";

const line = (seq: number, kind: NonNullable<LogLine["kind"]>, parts: Partial<LogLine> = {}): LogLine => ({ seq, kind, text: `${kind} ${seq}`, ...parts });
const won = line(3, "end");

test.each([
  ["nothing has ended", [line(1, "roll")], undefined],
  ["it has just ended", [line(1, "roll"), won], won],
  ["people have talked since", [won, line(4, "said"), line(5, "points")], won],
  ["the ending was undone", [{ ...won, undone: true }, line(4, "rewound")], undefined],
  ["somebody has rolled since", [won, line(4, "roll")], undefined],
  ["a roll since then was undone", [won, line(4, "roll", { undone: true }), line(5, "rewound")], won],
  ["another fight has begun", [won, line(4, "turn")], undefined],
  ["the scene has ended", [won, line(4, "scene")], undefined],
] as const)("the latest ending, if %s", (_, log, expected) => {
  expect(latestEnding(log)).toBe(expected);
});
