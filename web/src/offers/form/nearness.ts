/** Sections for a list of aspects: those of whom a compel is about, one's own, those of the scene, then everybody else's. */

import type { Block, Choice } from "../../wire/types";

const NEARNESS = ["target", "mine", "table", "others"] as const;
export type Nearness = (typeof NEARNESS)[number];

/** The section of every aspect in these blocks, by its id; `target` is the character that a compel is about. */
export function nearnessOf(blocks: readonly Block[], target = ""): ReadonlyMap<string, Nearness> {
  const found = new Map<string, Nearness>();
  for (const block of blocks) {
    if (block.type === "aspect-cards") for (const card of block.cards) found.set(card.id, "table");
    if (block.type !== "sheet") continue;
    const near = block.actor === target ? "target" : block.is_mine ? "mine" : "others";
    for (const card of block.aspects) found.set(card.id, near);
    for (const slot of block.slots) if (slot.card) found.set(slot.card, near);
  }
  return found;
}

export interface Section {
  /** Empty if the options need no sections. */
  readonly near: Nearness | "";
  readonly options: readonly Choice[];
}

/** The options in sections; one section without a name if they are no aspects, or all belong to the same one. */
export function inSections(options: readonly Choice[], near: ReadonlyMap<string, Nearness>): Section[] {
  const sections = NEARNESS.map((each) => ({ near: each, options: options.filter((option) => (near.get(option.value) ?? "others") === each) }));
  const filled = sections.filter((section) => section.options.length > 0);
  const isTold = options.some((option) => near.has(option.value));
  return isTold && filled.length > 1 ? filled : [{ near: "", options }];
}
