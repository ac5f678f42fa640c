/** Whose an aspect is, as somebody looks for one: their own first, then what lies on the table, then everybody else's. */

import type { Block, Choice } from "../wire/types";

export const NEARNESS = ["mine", "table", "others"] as const;
export type Nearness = (typeof NEARNESS)[number];

/** By the id of an aspect, how near it is to whoever looks. */
export function nearnessOf(blocks: readonly Block[]): ReadonlyMap<string, Nearness> {
  const found = new Map<string, Nearness>();
  for (const block of blocks) {
    if (block.type === "aspect-cards") for (const card of block.cards) found.set(card.id, "table");
    if (block.type !== "sheet") continue;
    const near = block.is_mine ? "mine" : "others";
    for (const card of block.aspects) found.set(card.id, near);
    for (const slot of block.slots) if (slot.card) found.set(slot.card, near);
  }
  return found;
}

export interface Section {
  /** Empty where there is nothing to tell apart. */
  readonly near: Nearness | "";
  readonly options: readonly Choice[];
}

/** Options in sections, the nearest first; in one section, as listed, if they are no aspects or all as near. */
export function inSections(options: readonly Choice[], near: ReadonlyMap<string, Nearness>): Section[] {
  const sections = NEARNESS.map((each) => ({ near: each, options: options.filter((option) => (near.get(option.value) ?? "others") === each) }));
  const filled = sections.filter((section) => section.options.length > 0);
  const isTold = options.some((option) => near.has(option.value));
  return isTold && filled.length > 1 ? filled : [{ near: "", options }];
}
