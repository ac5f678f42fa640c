/** What may be taken back: everything one step has written into the log, told by its first line. */

import type { LogLine } from "../wire/types";

/** The latest steps, the newest first. */
export function latestSteps(log: readonly LogLine[], most: number): LogLine[] {
  const steps = new Map<number, LogLine>();
  for (const line of log) {
    if (line.step && !line.undone && line.kind !== "rewound" && !steps.has(line.step)) steps.set(line.step, line);
  }
  return [...steps.values()].slice(-most).reverse();
}
