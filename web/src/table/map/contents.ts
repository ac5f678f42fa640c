/** What is in a zone: where its tokens go, and how large they and the words are drawn. */

import type { ZoneView } from "../../wire/types";
import type { Point, Size } from "./layout";

/** A token with the name below it, in its natural size. */
const TOKEN = { width: 66, disc: 56, label: 12.5 };

/** The height of a line of a zone's name, and of its aspects. */
const LINES = { name: 21, aspect: 18, around: 16 };

/** Words are drawn larger than their natural size by this much at most, where the map is small. */
const LARGEST = 1.6;

/** How much larger than natural words and tokens are drawn; `unit` is how much of the map one pixel shows. */
export const magnified = (unit: number): number => Math.min(Math.max(unit, 1), LARGEST);

export interface TokenPlace {
  readonly at: Point;
  /** How large the token is drawn, against its natural size. */
  readonly scale: number;
  /** The size of the letters of its name, against the natural size of the token. */
  readonly letters: number;
}

/** How many lines each aspect of a zone has at most: one where enlarged words would cover the tokens. */
export function aspectLines(zone: Pick<ZoneView, "tokens">, larger: number): number {
  return zone.tokens.length > 0 && larger > 1.2 ? 1 : 2;
}

/** About how high the name and the aspects of a zone are. */
function headHeight(zone: Pick<ZoneView, "name" | "aspects" | "tokens">, size: Size, larger: number): number {
  const room = size.width - 32;
  const lines = (words: string, letter: number, most = 2): number => Math.min(most, Math.max(1, Math.ceil((words.length * letter * larger) / room)));
  const aspects = zone.aspects.reduce((sum, words) => sum + lines(words, 6.6, aspectLines(zone, larger)) * LINES.aspect, 0);
  const head = LINES.around + (lines(zone.name, 8) * LINES.name + aspects) * larger;
  return zone.aspects.length ? Math.min(head, size.height * 0.5) : head;
}

/** The place of each token of a zone, as large as they fit. */
export function tokenPlaces(zone: Pick<ZoneView, "name" | "aspects" | "tokens">, size: Size, larger: number): TokenPlace[] {
  const count = zone.tokens.length;
  if (!count) return [];
  const top = headHeight(zone, size, larger);
  const fit = (scale: number) => {
    const label = Math.max(TOKEN.label * scale, 10 * larger);
    const pace = { x: TOKEN.width * scale, y: TOKEN.disc * scale + label * (label > TOKEN.label * scale ? 1.4 : 2.4) };
    const columns = Math.max(1, Math.floor((size.width - 8) / pace.x));
    return { scale, label, pace, columns, rows: Math.ceil(count / columns) };
  };
  let fitted = fit(larger);
  while (fitted.scale > 0.45 && fitted.rows * fitted.pace.y > size.height - top) fitted = fit(fitted.scale - 0.05);
  const { scale, label, pace, columns } = fitted;
  return zone.tokens.map((_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = (size.width - inRow * pace.x) / 2 + pace.x / 2;
    return { at: { x: left + (index % columns) * pace.x, y: top + row * pace.y + 27 * scale }, scale, letters: label / (TOKEN.label * scale) };
  });
}

/**
 * A name in short lines, so that neighbouring tokens do not overlap.
 *
 * Larger letters leave room for one line only, which does not end in a word like "of".
 */
export function inLines(name: string, letters = 1): string[] {
  const most = Math.max(4, Math.floor(11 / letters));
  const found: string[] = [""];
  for (const word of name.split(" ")) {
    const line = found[found.length - 1]!;
    if (!line || `${line} ${word}`.length <= most) found[found.length - 1] = line ? `${line} ${word}` : word;
    else found.push(word);
  }
  const [first = "", second = "", ...rest] = found;
  const cut = (line: string): string => (line.length > most ? `${line.slice(0, most - 1)}…` : line);
  if (letters > 1) return [cut(second ? first.replace(/(\s+\p{Ll}\S*)+$/u, "") : first)];
  if (!second) return [cut(first)];
  return [cut(first), rest.length ? `${cut(second).replace(/…$/u, "").slice(0, most - 1)}…` : cut(second)];
}
