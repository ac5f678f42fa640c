/** What the header and the list of people say about somebody at the table. */

import type { TableState } from "../../state/tableState.svelte";
import { text } from "../../texts/text";
import type { Person, PurseView } from "../../wire/types";

/** The character somebody plays, if anybody may look at it. */
export function characterOf(table: TableState, person: Person): string {
  if (person.role === "gm") return "";
  return table.blocksOf("sheet").find((sheet) => sheet.is_pc && sheet.seat === person.seat)?.actor ?? "";
}

/** The points of somebody; of the game master's, those that belong to no character. */
export function purseOf(table: TableState, person: Person): PurseView | undefined {
  return table.block("points")?.purses.find((purse) => purse.seat === person.seat && (person.role !== "gm" || !purse.actor));
}

export const presence = (person: Person): string => text(person.is_here ? "table.people.here" : person.is_taken ? "table.people.away" : "table.people.free");
