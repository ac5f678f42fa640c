/** Drafts and finished characters in this browser, so that nothing is lost with a reload. */

import type { Sheet } from "./types";

const DRAFTS = "fatetable.drafts";
const MADE = "fatetable.characters";
const MOST = 60;

interface Made {
  readonly sheet: Sheet;
  /** When it was finished, in milliseconds. */
  readonly at: number;
}

function read<T>(place: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** False if the browser keeps nothing: private windows, or no room left. */
function write(place: string, content: unknown): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

export interface KeptDraft {
  readonly sheet: Sheet;
  readonly kind: string;
  readonly step: string;
  /** The options of the book it is built by, where they are not the usual ones. */
  readonly dials?: Readonly<Record<string, string | number | boolean>>;
}

/** The draft somebody left, by the place where it is built: the page of a game, or a form at its tables. */
export const drafts = {
  get: (place: string): KeptDraft | undefined => read<Record<string, KeptDraft>>(DRAFTS, {})[place],
  put: (place: string, draft: KeptDraft): boolean =>
    write(DRAFTS, { ...read<Record<string, KeptDraft>>(DRAFTS, {}), [place]: draft }),
  drop(place: string): void {
    const { [place]: _, ...others } = read<Record<string, KeptDraft>>(DRAFTS, {});
    write(DRAFTS, others);
  },
};

/** Finished characters; one of the same name, kind and game takes the place of the older. */
export const made = {
  of: (ruleset: string): Sheet[] =>
    read<Made[]>(MADE, [])
      .filter((each) => each.sheet.ruleset === ruleset)
      .map((each) => each.sheet),
  put(sheet: Sheet): boolean {
    const others = read<Made[]>(MADE, []).filter((each) => !isSame(each.sheet, sheet));
    return write(MADE, [{ sheet, at: Date.now() }, ...others].slice(0, MOST));
  },
  drop(sheet: Sheet): void {
    write(MADE, read<Made[]>(MADE, []).filter((each) => !isSame(each.sheet, sheet)));
  },
};

function isSame(one: Sheet, other: Sheet): boolean {
  return one.ruleset === other.ruleset && one.name === other.name && (one.kind ?? "") === (other.kind ?? "");
}
