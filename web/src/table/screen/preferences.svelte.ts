/** One person's preferences for their own screen, stored in their browser. */

import { readJson, writeJson } from "../../storage/json";

const PREFERENCES = "fatetable.wishes";

const stored = (): { odds?: boolean; shortcuts?: boolean } => readJson(PREFERENCES, {});

class Preferences {
  odds = $state(stored().odds ?? true);
  /** Whether single keys act, such as A for attack. */
  shortcuts = $state(stored().shortcuts ?? true);

  showOdds(odds: boolean): void {
    this.odds = odds;
    writeJson(PREFERENCES, { ...stored(), odds });
  }

  useShortcuts(shortcuts: boolean): void {
    this.shortcuts = shortcuts;
    writeJson(PREFERENCES, { ...stored(), shortcuts });
  }
}

export const preferences = new Preferences();
