/** Sentences the table puts together from what it was told.  Words of the book come in as `word`. */

import { capitalised, text } from "../texts";
import type { RollBlock } from "../wire/types";

/** What comes of a roll, in words: "Success with style by 4, if nothing changes". */
export function outcomeLine(
  roll: Pick<RollBlock, "outcome" | "margin" | "against" | "sides">,
  word: (neutral: string) => string,
  isOpen: boolean,
): string {
  if (!roll.outcome) return "";
  const outcome = capitalised(word(roll.outcome));
  const by = roll.margin ? text("outcome.by", { outcome, n: Math.abs(roll.margin) }) : outcome;
  const against = roll.against ? text("outcome.against", { by, against: roll.against }) : by;
  return isOpen ? text("outcome.open", { line: against }) : against;
}

/** Two letters to tell a token by. */
export function initials(name: string): string {
  const words = name.split(/[\s'’-]+/u).filter((word) => /^\p{Lu}/u.test(word) || /^\p{Nd}/u.test(word));
  const chosen = words.length ? words : [name];
  const first = [...(chosen[0] ?? "")][0] ?? "?";
  const last = chosen.length > 1 ? ([...(chosen[chosen.length - 1] ?? "")][0] ?? "") : "";
  return (first + last).toLocaleUpperCase();
}

/** A colour of its own for everybody, always the same for the same name; dark enough for white letters. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return (sum * 47) % 360;
}

/** The book has a word for one of them; a heading is about several. */
export function several(word: string): string {
  if (/(?:s|x|ch|sh)$/u.test(word)) return `${word}es`;
  return /[^aeiou]y$/u.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Several names as one would say them. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return text("list.and", { before: names.slice(0, -1).join(", "), last: names[names.length - 1]! });
}
