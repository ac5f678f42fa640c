/** Taking a hit with boxes and slots: which answer a selection stands for, and how much of the hit is left. */

import { text } from "../../texts/text";
import type { HitView, SheetBlock, WayView } from "../../wire/types";
import { listed } from "../blocks/sentences";

const same = <T>(one: readonly T[], other: readonly T[]): boolean => one.length === other.length && one.every((each) => other.includes(each));

/** The way that uses exactly these boxes and slots. */
export function wayOf(hit: HitView, boxes: readonly number[], slots: readonly string[]): WayView | undefined {
  return hit.ways.find((way) => same(way.boxes, boxes) && same(way.slots, slots));
}

/** How much of the hit is not absorbed yet: box n absorbs n, or each box one, where a hit may fill several. */
export function leftAfter(hit: HitView, sheet: Pick<SheetBlock, "slots">, boxes: readonly number[], slots: readonly string[]): number {
  const held = sheet.slots.filter((slot) => slots.includes(slot.name)).reduce((sum, slot) => sum + slot.absorbs, 0);
  const isEachOne = hit.ways.some((way) => way.boxes.length > 1);
  return Math.max(0, hit.shifts - held - boxes.reduce((sum, box) => sum + (isEachOne ? 1 : box), 0));
}

/** A way in words: "stress box 2 and mild consequence". */
export function wordsOf(way: WayView): string {
  return listed([...way.boxes.map((n) => text("hit.box", { n })), ...way.slots.map((slot) => text("hit.slot", { slot }))]);
}
