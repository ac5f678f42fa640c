/** Drawing on the map: rectangles that become zones, and the offers about the border of two zones. */

import { holeName, type Values } from "../../offers/form/holes";
import { offersAbout, type Placed } from "../../offers/offersAbout";
import type { OfferView } from "../../wire/types";
import type { Box, Point } from "./layout";

/** The smallest side of a rectangle; anything smaller was drawn by accident. */
const LEAST = 24;

/** The smallest zone that has room for a name and a token. */
const SMALLEST = { width: 110, height: 90 };

export function rectangle(from: Point, to: Point): Box {
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

export function isLargeEnough(box: Box): boolean {
  return box.width >= LEAST && box.height >= LEAST;
}

/** A rectangle as a zone is drawn from it: in whole numbers, and not too small to use. */
export function asZone(drawn: Box): Box {
  const width = Math.max(Math.round(drawn.width), SMALLEST.width);
  const height = Math.max(Math.round(drawn.height), SMALLEST.height);
  return { x: Math.round(drawn.x + (drawn.width - width) / 2), y: Math.round(drawn.y + (drawn.height - height) / 2), width, height };
}

/** A zone with its lower right corner dragged to a point. */
export const resized = (box: Box, to: Point): Box =>
  ({ x: box.x, y: box.y, width: Math.max(Math.round(to.x - box.x), SMALLEST.width), height: Math.max(Math.round(to.y - box.y), SMALLEST.height) });

/** The game master's offers about the border between two zones. */
export function borderOffers(offers: readonly OfferView[], one: string, other: string): Placed[] {
  return offersAbout(offers.filter((offer) => offer.group === "gm"), [one, other]);
}

/** Values that join two zones without a barrier; null if the offer requires more than that. */
export function valuesToJoin({ offer, preset }: Placed): Values | null {
  const values: Values = { ...preset };
  for (const hole of offer.holes ?? []) {
    if (holeName(hole) in values) continue;
    const mayBeEmpty = (hole.type === "text" && (hole.optional || hole.is_description)) || (hole.type === "choice" && hole.options.some((option) => option.value === ""));
    if (!mayBeEmpty) return null;
    values[holeName(hole)] = "";
  }
  return values;
}

/** The offers that reveal a zone. */
export function revealOffers(offers: readonly OfferView[], zone: string): Placed[] {
  return offersAbout(offers.filter((offer) => offer.verb === "reveal" && !offer.holes?.length), [zone]);
}

/** The game master's offers about one zone: reveal or hide it, rename it, open or block a way from it. */
export function zoneTools(offers: readonly OfferView[], zone: string): Placed[] {
  return offersAbout(offers.filter((offer) => offer.group === "gm"), [zone]).filter((placed) => placed.isFixed);
}

/** The offer to add an aspect in this zone. */
export function aspectHere(offers: readonly OfferView[], zone: string): Placed | undefined {
  return offersAbout(offers.filter((offer) => offer.command.type === "place-aspect"), [zone])[0];
}
