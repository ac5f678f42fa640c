/**
 * Which blocks are panels above or below the scene, and which component draws each.
 *
 * Every type of block is listed here, as a panel or among those that have a place of their own: the type check fails
 * for one that is missing, so the page cannot forget to draw it.  Few scenes have any of them, so each is loaded when
 * it is there to be drawn.
 */

import type { Component } from "svelte";

import type { BlockOf } from "../../../state/tableState.svelte";
import type { Block } from "../../../wire/types";

/** Blocks that a component of `regions/`, `log/`, `map/`, `gm/`, `journal/` or `safety/` looks for and draws at a place of its own. */
type WithOwnPlace = BlockOf<"scene" | "aspect-cards" | "sheet" | "points" | "zone-map" | "prepared" | "turn-order" | "roll" | "prompt" | "waiting" | "halt" | "journal-entry">["type"];

type Side = "above" | "below";

const PANELS: { readonly [Type in Exclude<Block["type"], WithOwnPlace>]: { readonly side: Side; readonly load: () => Promise<{ default: Component<{ block: BlockOf<Type> }> }> } } = {
  intents: { side: "above", load: () => import("./Intents.svelte") },
  battle: { side: "above", load: () => import("./Battle.svelte") },
  tally: { side: "above", load: () => import("./Tally.svelte") },
  tasks: { side: "above", load: () => import("./Tasks.svelte") },
  milestone: { side: "above", load: () => import("./Milestone.svelte") },
  ladder: { side: "below", load: () => import("./Ladder.svelte") },
  progress: { side: "below", load: () => import("./Progress.svelte") },
};

/** The blocks on this side of the scene, in the order of the list. */
export function panelsOn(side: Side, blocks: readonly Block[]): Block[] {
  return Object.entries(PANELS).flatMap(([type, panel]) => (panel.side === side ? blocks.filter((block) => block.type === type) : []));
}

/** The component that draws this block. */
export function loadPanel(block: Block): Promise<{ default: Component<{ block: Block }> }> {
  // The compiler does not know that each component is given blocks of its own type only.
  return PANELS[block.type as keyof typeof PANELS].load() as Promise<{ default: Component<{ block: Block }> }>;
}
