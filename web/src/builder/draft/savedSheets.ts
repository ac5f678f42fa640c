/** Drafts and finished characters, stored in this browser. */

import { readJson, writeJson } from "../../storage/json";
import type { Sheet } from "../types";

const DRAFTS = "fatetable.drafts";
const CHARACTERS = "fatetable.characters";
const MOST = 60;

interface SavedCharacter {
  readonly sheet: Sheet;
  /** When it was finished, in milliseconds. */
  readonly at: number;
}

export interface SavedDraft {
  readonly sheet: Sheet;
  readonly kind: string;
  readonly step: string;
  /** The options of the book that differ from the default. */
  readonly dials?: Readonly<Record<string, string | number | boolean>>;
}

/** Unfinished drafts: one per ruleset for the builder's page, and one per form that tables ask for. */
export const savedDrafts = {
  get: (key: string): SavedDraft | undefined => readJson<Record<string, SavedDraft>>(DRAFTS, {})[key],
  put: (key: string, draft: SavedDraft): boolean =>
    writeJson(DRAFTS, { ...readJson<Record<string, SavedDraft>>(DRAFTS, {}), [key]: draft }),
  drop(key: string): void {
    const { [key]: _, ...others } = readJson<Record<string, SavedDraft>>(DRAFTS, {});
    writeJson(DRAFTS, others);
  },
};

/** Finished characters; a new one replaces an older one of the same ruleset, name and kind. */
export const savedCharacters = {
  of: (ruleset: string): Sheet[] =>
    readJson<SavedCharacter[]>(CHARACTERS, [])
      .filter((each) => each.sheet.ruleset === ruleset)
      .map((each) => each.sheet),
  put(sheet: Sheet): boolean {
    const others = readJson<SavedCharacter[]>(CHARACTERS, []).filter((each) => !isSame(each.sheet, sheet));
    return writeJson(CHARACTERS, [{ sheet, at: Date.now() }, ...others].slice(0, MOST));
  },
  drop(sheet: Sheet): void {
    writeJson(CHARACTERS, readJson<SavedCharacter[]>(CHARACTERS, []).filter((each) => !isSame(each.sheet, sheet)));
  },
};

function isSame(one: Sheet, other: Sheet): boolean {
  return one.ruleset === other.ruleset && one.name === other.name && (one.kind ?? "") === (other.kind ?? "");
}
