/** Sentences, names and colours that several blocks share.  `word` looks up the book's own terms. */

import { capitalised, signed, text } from "../../texts/text";
import type { EffortView, RollBlock, SheetBlock, TrackView } from "../../wire/types";

/** The outcome of a roll: "Success with style by 4 so far". */
export function outcomeLine(
  roll: Pick<RollBlock, "outcome" | "margin" | "against" | "sides">,
  word: (neutral: string) => string,
  isOpen: boolean,
): string {
  if (!roll.outcome) return "";
  const outcome = capitalised(word(roll.outcome));
  const by = roll.margin ? text("outcome.by", { outcome, n: Math.abs(roll.margin) }) : outcome;
  const against = roll.against ? text("outcome.against", { by, against: roll.against }) : by;
  // With two sides, the sentence has to name the one whose outcome it is.
  const whose = roll.sides.length === 2 ? text("outcome.whose", { name: roll.sides[0]!.name, line: against }) : against;
  return isOpen ? text("outcome.open", { line: whose }) : whose;
}

/** A roll without an outcome: both sides, and whether the dice were thrown. */
export function standingLine(roll: Pick<RollBlock, "sides" | "difficulty" | "target">): string {
  const [first, second] = roll.sides;
  if (!first) return "";
  if (roll.sides.length > 2) return text("bar.rolls");
  const side = (each: Pick<EffortView, "name" | "total">): string => `${each.name} ${signed(each.total)}`;
  const other = second ? side(second) : roll.difficulty === null ? "" : signed(roll.difficulty);
  const aimed = roll.target ? text("bar.target", { side: side(first), target: roll.target }) : side(first);
  const line = other ? text("outcome.against", { by: side(first), against: other }) : aimed;
  return text(roll.sides.every((each) => each.dice.length) ? "bar.thrown" : "bar.unthrown", { line });
}

/** In a roll of three or more sides that compete with one another: who is ahead once the dice were thrown. */
export function leadLine(roll: Pick<RollBlock, "sides" | "comparisons">): string {
  if (roll.sides.length < 3 || roll.comparisons.length || roll.sides.some((side) => !side.dice.length)) return "";
  const best = Math.max(...roll.sides.map((side) => side.total));
  const ahead = roll.sides.filter((side) => side.total === best);
  const names = listed(ahead.map((side) => side.name));
  return text(ahead.length > 1 ? "bar.lead.tie" : "bar.lead", { names, total: signed(best) });
}

/** All tracks of boxes of somebody: the one of stress, and those with names of their own. */
export function tracksOf(sheet: Pick<SheetBlock, "boxes" | "tracks">): TrackView[] {
  return [...(sheet.boxes.length ? [{ name: "stress", boxes: sheet.boxes }] : []), ...sheet.tracks];
}

/** One or two letters for a token. */
export function initials(name: string): string {
  const words = name.split(/[\s'’-]+/u).filter((word) => /^\p{Lu}/u.test(word) || /^\p{Nd}/u.test(word));
  const chosen = words.length ? words : [name];
  const first = [...(chosen[0] ?? "")][0] ?? "?";
  const last = chosen.length > 1 ? ([...(chosen[chosen.length - 1] ?? "")][0] ?? "") : "";
  return (first + last).toLocaleUpperCase();
}

/** The hue of a character's colour, always the same for the same id. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return (sum * 47) % 360;
}

/** The plural of a word. */
export function plural(word: string): string {
  if (/(?:s|x|ch|sh)$/u.test(word)) return `${word}es`;
  return /[^aeiou]y$/u.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The colour of an outcome: from bad through gold to good as `step` goes from 0 to 1. */
export function outcomeColour(step: number): string {
  const [from, to, share] = step < 0.5 ? ["var(--bad)", "var(--coin)", step * 2] : ["var(--coin)", "var(--good)", step * 2 - 1];
  return `color-mix(in oklab, ${to} ${Math.round(Number(share) * 100)}%, ${from})`;
}

/** A list of names: "Ana, Bo and Cleo". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return text("list.and", { before: names.slice(0, -1).join(", "), last: names[names.length - 1]! });
}
