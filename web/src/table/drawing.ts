/** Drawing on the map by hand: the rectangle under the pointer, and what may be done between two zones. */

import { nameOf, type Values } from "../offers/filling";
import { offersAbout, type Placed } from "../offers/placing";
import type { OfferView } from "../wire/types";
import type { Box, Point } from "./layout";

/** Smaller than this, a hand has only slipped. */
const LEAST = 30;

export function rectangle(from: Point, to: Point): Box {
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

export function isMeant(box: Box): boolean {
  return box.width >= LEAST && box.height >= LEAST;
}

/** Where a zone of this size lies if its middle is to be where it was drawn. */
export function centred(drawn: Box, size: { width: number; height: number }): Point {
  return { x: drawn.x + (drawn.width - size.width) / 2, y: drawn.y + (drawn.height - size.height) / 2 };
}

/** The offer that draws a zone, if there is one. */
export function drawingOffer(offers: readonly OfferView[]): OfferView | undefined {
  return offers.find((offer) => offer.command.type === "draw-zone");
}

/** What may be done about the way from one zone to another. */
export function waysBetween(offers: readonly OfferView[], one: string, other: string): Placed[] {
  return offersAbout(offers.filter((offer) => offer.group === "gm"), [one, other]);
}

/** Joins two zones with nothing in between, where everything else an offer asks for may be left empty. */
export function joining({ offer, preset }: Placed): Values | null {
  const values: Values = { ...preset };
  for (const hole of offer.holes ?? []) {
    if (nameOf(hole) in values) continue;
    const mayBeEmpty = (hole.type === "text" && hole.optional) || (hole.type === "choice" && hole.options.some((option) => option.value === ""));
    if (!mayBeEmpty) return null;
    values[nameOf(hole)] = "";
  }
  return values;
}

/** What puts a zone where everybody will see it, if somebody may. */
export function putting(offers: readonly OfferView[]): OfferView | undefined {
  return offers.find((offer) => offer.command.type === "put-zone");
}

/** What shows a zone to everybody; while the map is drawn, also what hides it again. */
export function unveiling(offers: readonly OfferView[], zone: string, draws: boolean): Placed[] {
  return offersAbout(offers.filter((offer) => (draws ? /^(reveal|hide)-/ : /^reveal-/).test(offer.command.type) && !offer.holes?.length), [zone]);
}
