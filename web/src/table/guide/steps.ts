/** The steps of the guided first roll: what each one points to, and its sentence. */

import type { TableState } from "../../state/tableState.svelte";
import { capitalised, text } from "../../texts/text";
import { plural } from "../blocks/sentences";

export interface Step {
  readonly id: string;
  /** What it points to: the first of these that can be seen. */
  readonly anchors: readonly string[];
  /** The tab to show on a small screen. */
  readonly tab: "scene" | "me" | "log";
  /** Ends when the dice have been rolled, not by a press. */
  readonly untilRolled?: boolean;
  sentence(table: TableState): string;
}

export const STEPS: readonly Step[] = [
  { id: "aspects", anchors: ["#scene .decks", "#me .aspects"], tab: "scene", sentence: () => text("guide.aspects") },
  {
    id: "traits",
    anchors: ["#me .ladder"],
    tab: "me",
    sentence: (table) => text("guide.traits", { traits: capitalised(plural(table.word("trait"))) }),
  },
  { id: "act", anchors: ["section.bar"], tab: "scene", untilRolled: true, sentence: whatToPress },
  { id: "difficulty", anchors: ["#scene article.roll", "#log article.roll", "#log li:has(article.roll)"], tab: "log", sentence: () => text("guide.difficulty") },
  { id: "points", anchors: ["#me .purse", ".people"], tab: "me", sentence: () => text("guide.points") },
];

function whatToPress(table: TableState): string {
  if (table.isGm) return text("guide.act.gm", { gm: table.word("gm") });
  return text(table.offersOfType("attack").length ? "guide.act.attack" : table.offersOfType("overcome").length ? "guide.act.overcome" : "guide.act");
}

/** How many rolls this seat has seen; a roll counts once dice have fallen. */
export function rollsSeen(table: TableState): number {
  const open = table.blocksOf("roll").filter((roll) => roll.stage !== "over" && roll.sides.some((side) => side.dice.length > 0));
  return table.log.filter((line) => line.kind === "roll" && !line.undone).length + open.length;
}
