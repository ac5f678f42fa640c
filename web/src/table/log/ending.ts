/** The end of a conflict, a challenge or a battle that is still news. */

import type { LogLine } from "../../wire/types";

/** The newest line that tells of an ending, unless another roll, scene or encounter has followed. */
export function latestEnding(log: readonly LogLine[]): LogLine | undefined {
  for (let at = log.length - 1; at >= 0; at--) {
    const line = log[at]!;
    if (line.undone) continue;
    if (line.kind === "end") return line;
    if (line.kind === "roll" || line.kind === "scene" || line.kind === "turn") return undefined;
  }
  return undefined;
}
