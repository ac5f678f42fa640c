/** The steps that can be undone.  A step is everything one command wrote into the log; its first line stands for it. */

import type { LogLine } from "../../wire/types";

/** The latest steps, the newest first. */
export function latestSteps(log: readonly LogLine[], most: number): LogLine[] {
  const steps = new Map<number, LogLine>();
  for (const line of log) {
    if (line.step && !line.undone && line.kind !== "rewound" && !steps.has(line.step)) steps.set(line.step, line);
  }
  return [...steps.values()].slice(-most).reverse();
}
