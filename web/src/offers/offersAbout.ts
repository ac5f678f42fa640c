/**
 * Finds the offers about something on the screen, by its id.
 *
 * An offer is about every id in its command, and about every id that one of its holes lets you choose.  The type of
 * the command does not matter, so this works for every ruleset.
 */

import type { OfferView } from "../wire/types";
import { holeName, type Values } from "./form/holes";

/** An offer shown beside something, with the holes filled that choose this thing. */
export interface Placed {
  readonly offer: OfferView;
  readonly preset: Values;
  /** True if the command itself names the thing; false if a hole merely lets you choose it. */
  readonly isFixed: boolean;
}

interface Mentions {
  readonly fixed: ReadonlySet<string>;
  /** By id, the names of the holes that let you choose it. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<OfferView, Mentions>();

function mentionsOf(offer: OfferView): Mentions {
  const found = known.get(offer);
  if (found) return found;
  const holes = offer.holes ?? [];
  const open = new Set(holes.filter((hole) => !hole.key).map((hole) => hole.field));
  const fixed = new Set<string>();
  for (const [field, value] of Object.entries(offer.command))
    if (field !== "type" && !open.has(field)) collect(value, fixed, 0);
  if (offer.changes) fixed.add(offer.changes.roll);
  const options = new Map<string, string[]>();
  for (const hole of holes) {
    if (hole.type !== "choice" && hole.type !== "many") continue;
    for (const option of hole.options) {
      if (option.value) options.set(option.value, [...(options.get(option.value) ?? []), holeName(hole)]);
    }
  }
  const mentions = { fixed, options };
  known.set(offer, mentions);
  return mentions;
}

function collect(value: unknown, into: Set<string>, depth: number): void {
  if (typeof value === "string") {
    if (value) into.add(value);
  } else if (Array.isArray(value)) {
    for (const part of value) collect(part, into, depth);
  } else if (typeof value === "object" && value !== null && depth === 0) {
    // The first level holds the values of an answer.  Deeper levels belong to whole sheets, whose words are no ids.
    for (const part of Object.values(value)) if (typeof part === "string") collect(part, into, 1);
  }
}

/** The offers about all of these ids; those that name them come before those that let you choose them. */
export function offersAbout(offers: readonly OfferView[], ids: readonly string[]): Placed[] {
  const placed = offers.flatMap((offer) => place(offer, ids) ?? []);
  return [...placed.filter((each) => each.isFixed), ...placed.filter((each) => !each.isFixed)];
}

function place(offer: OfferView, ids: readonly string[]): Placed | null {
  const { fixed, options } = mentionsOf(offer);
  const preset: Values = {};
  let isFixed = true;
  for (const id of ids) {
    if (!id) return null;
    if (fixed.has(id)) continue;
    const name = options.get(id)?.find((each) => !(each in preset));
    if (name === undefined) return null;
    const hole = offer.holes!.find((each) => holeName(each) === name)!;
    preset[name] = hole.type === "many" ? [id] : id;
    isFixed = false;
  }
  return { offer, preset, isFixed };
}
