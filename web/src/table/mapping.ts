/** Sizes on the map: how big a zone must be for who stands in it, and where they stand. */

import type { TokenView, ZoneView } from "../wire/types";
import type { Area, Box, Point } from "./layout";

/** How much room there is: zones beside one another, and the width of each. */
export interface Room {
  readonly columns: number;
  readonly width: number;
}

const TOKEN = { width: 66, height: 88 };
const LINE = 18;
const LEAST = 128;
const LEAST_EMPTY = 64;

/** A row of so many zones still fits beside one another between the columns of a laptop, if each is a little narrower. */
const SHORT = { zones: 3, width: 168, pixels: 460 };

/**
 * A phone shows zones one below the other if they lie in a row, a wide screen as many as can be read.
 *
 * `count` is how many there are.
 */
export function roomFor(pixels: number, isRow: boolean, count = Infinity): Room {
  if (pixels < 620 && pixels >= SHORT.pixels && isRow && count <= SHORT.zones) return { columns: SHORT.zones, width: SHORT.width };
  if (pixels < 520) return isRow ? { columns: 1, width: 310 } : { columns: 2, width: 206 };
  return { columns: pixels < 760 ? 3 : 4, width: 206 };
}

/** About how many lines some words take in a field of this width. */
function lines(words: string, width: number, letter: number): number {
  return Math.max(1, Math.ceil((words.length * letter) / (width - 32)));
}

function headHeight(zone: ZoneView, width: number): number {
  const aspects = zone.aspects.reduce((sum, words) => sum + lines(words, width, 7.2) * LINE, 0);
  return 14 + lines(zone.name, width, 9.5) * 22 + aspects;
}

const perRow = (width: number): number => Math.floor((width - 4) / TOKEN.width);

/** The zones as the layout wants them. */
export function fields(zones: readonly ZoneView[], { width, columns }: Room): Area[] {
  return zones.map((zone) => {
    const rows = Math.ceil(zone.tokens.length / perRow(width));
    // One below the other, an empty zone need not be as high as one with people in it.
    const least = columns === 1 && !rows ? LEAST_EMPTY : LEAST;
    return { id: zone.id, width, height: Math.max(least, headHeight(zone, width) + rows * TOKEN.height + 8) };
  });
}

/** Where in its zone each token stands. */
export function spots(zone: ZoneView, { width }: Room): { token: TokenView; at: Point }[] {
  const most = perRow(width);
  const top = headHeight(zone, width) + 34;
  return zone.tokens.map((token, index) => {
    const row = Math.floor(index / most);
    const inRow = Math.min(most, zone.tokens.length - row * most);
    const left = (width - inRow * TOKEN.width) / 2 + TOKEN.width / 2;
    return { token, at: { x: left + (index % most) * TOKEN.width, y: top + row * TOKEN.height } };
  });
}

/** Nobody gets lost: something of the map is always in sight. */
export function clamped(view: Box, whole: Box): Box {
  const x = Math.min(Math.max(view.x, whole.x - view.width * 0.6), whole.x + whole.width - view.width * 0.4);
  const y = Math.min(Math.max(view.y, whole.y - view.height * 0.6), whole.y + whole.height - view.height * 0.4);
  return { ...view, x, y };
}

/** A name in two short lines, so that neighbours do not write over one another. */
export function inLines(name: string, most = 11): string[] {
  const found: string[] = [""];
  for (const word of name.split(" ")) {
    const line = found[found.length - 1]!;
    if (!line || `${line} ${word}`.length <= most) found[found.length - 1] = line ? `${line} ${word}` : word;
    else found.push(word);
  }
  const [first = "", second = "", ...rest] = found;
  const cut = (line: string): string => (line.length > most ? `${line.slice(0, most - 1)}…` : line);
  return second ? [cut(first), rest.length ? `${cut(second).replace(/…$/u, "").slice(0, most - 1)}…` : cut(second)] : [cut(first)];
}
