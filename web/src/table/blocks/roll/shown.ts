/** Which rolls have a card of their own: those that are open, or else the last one, until the next is declared. */

import type { RollBlock } from "../../../wire/types";

export function shownRolls(rolls: readonly RollBlock[]): RollBlock[] {
  const open = rolls.filter((roll) => roll.stage !== "over");
  return open.length ? open : rolls.slice(-1);
}
