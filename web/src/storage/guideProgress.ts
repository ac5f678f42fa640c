/** Whether the guided first roll was finished or skipped in this browser. */

import { readJson, writeJson } from "./json";

const DONE = "fatetable.guided";

export const guideProgress = {
  isDone: (): boolean => readJson(DONE, false),
  finish: (): void => void writeJson(DONE, true),
};
