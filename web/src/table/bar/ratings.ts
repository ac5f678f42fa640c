/** How good a character is with each trait, from the blocks of the table. */

import type { Ratings } from "../../offers/deeds";
import type { Block } from "../../wire/types";

/** The ratings of a character's traits by id; empty if the sheet is not known. */
export function ratingsOf(blocks: readonly Block[], actor: string): Ratings {
  const found = new Map<string, number>();
  for (const block of blocks) if (block.type === "sheet" && block.actor === actor) for (const trait of block.traits) found.set(trait.id, trait.rating);
  return found;
}
