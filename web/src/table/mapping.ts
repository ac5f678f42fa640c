/** Sizes on the map: how big a zone must be for who stands in it, and where they stand. */

import type { TokenView, ZoneView } from "../wire/types";
import type { Area, Box, Point } from "./layout";

export const WIDTH = 216;
const TOKEN = { width: 72, height: 74 };
const PER_ROW = 3;
const LINE = 19;

/** About how many lines some words take in a field of this width. */
function lines(words: string, width: number, letter: number): number {
  return Math.max(1, Math.ceil((words.length * letter) / (width - 32)));
}

function headHeight(zone: ZoneView): number {
  const aspects = zone.aspects.reduce((sum, words) => sum + lines(words, WIDTH, 7.2) * LINE, 0);
  return 16 + lines(zone.name, WIDTH, 9.5) * 22 + aspects;
}

/** The zones as the layout wants them. */
export function fields(zones: readonly ZoneView[]): Area[] {
  return zones.map((zone) => {
    const rows = Math.max(1, Math.ceil(zone.tokens.length / PER_ROW));
    return { id: zone.id, width: WIDTH, height: headHeight(zone) + rows * TOKEN.height + 16 };
  });
}

/** Where in its zone each token stands. */
export function spots(zone: ZoneView): { token: TokenView; at: Point }[] {
  const top = headHeight(zone) + TOKEN.height / 2 - 6;
  return zone.tokens.map((token, index) => {
    const row = Math.floor(index / PER_ROW);
    const inRow = Math.min(PER_ROW, zone.tokens.length - row * PER_ROW);
    const left = (WIDTH - inRow * TOKEN.width) / 2 + TOKEN.width / 2;
    return { token, at: { x: left + (index % PER_ROW) * TOKEN.width, y: top + row * TOKEN.height } };
  });
}

/** Nobody gets lost: something of the map is always in sight. */
export function clamped(view: Box, whole: Box): Box {
  const x = Math.min(Math.max(view.x, whole.x - view.width * 0.6), whole.x + whole.width - view.width * 0.4);
  const y = Math.min(Math.max(view.y, whole.y - view.height * 0.6), whole.y + whole.height - view.height * 0.4);
  return { ...view, x, y };
}
