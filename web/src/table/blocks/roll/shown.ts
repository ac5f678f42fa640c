/** Which rolls have a card of their own: those that are open, or else the last one, until the next or the end of the scene. */

import type { RollBlock, SceneBlock } from "../../../wire/types";

export function shownRolls(rolls: readonly RollBlock[], scene: Pick<SceneBlock, "is_open"> | undefined): RollBlock[] {
  const open = rolls.filter((roll) => roll.stage !== "over");
  return open.length || !scene?.is_open ? open : rolls.slice(-1);
}
