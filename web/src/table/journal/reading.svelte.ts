/** What somebody has read of the journal: the browser remembers for each seat how far. */

import { readJson, writeJson } from "../../storage/json";
import type { JournalEntryBlock } from "../../wire/types";

const PLACE = "fatetable.journalRead";

class Reading {
  #upto = $state<Record<string, number>>(readJson<Record<string, number>>(PLACE, {}));

  /** Entries of others that were shown since this seat last read, the latest first. */
  unread(entries: readonly JournalEntryBlock[], place: string, seat: string): JournalEntryBlock[] {
    const upto = this.#upto[place] ?? 0;
    return entries.filter((entry) => entry.by !== seat && entry.shown_at > upto).sort((one, other) => other.shown_at - one.shown_at);
  }

  /** Everything up to now counts as read. */
  markRead(entries: readonly JournalEntryBlock[], place: string): void {
    const latest = Math.max(0, ...entries.map((entry) => entry.shown_at));
    if (latest <= (this.#upto[place] ?? 0)) return;
    this.#upto = { ...this.#upto, [place]: latest };
    writeJson(PLACE, this.#upto);
  }
}

export const reading = new Reading();
