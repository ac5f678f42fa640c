/**
 * Finding the offers that belong to something on the screen.
 *
 * An offer is about whatever id stands in its command, or may be chosen in one of its holes; which command it is does
 * not matter, so that offers of rulesets still to come find their place as well.
 */

import { nameOf, type Values } from "./filling";
import type { OfferView } from "../wire/types";

/** An offer where it is shown, with the choices that are made by showing it there. */
export interface Placed {
  readonly offer: OfferView;
  readonly preset: Values;
  /** Whether the offer is about this and nothing else, or merely may be used on it. */
  readonly isFixed: boolean;
}

interface Mentions {
  readonly fixed: ReadonlySet<string>;
  /** By the id that may be chosen, the names of the holes it may be chosen in. */
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
  if (offer.changes) {
    fixed.add(offer.changes);
    fixed.add(offer.changes.split(".")[0]!);
  }
  const options = new Map<string, string[]>();
  for (const hole of holes) {
    if (hole.type !== "choice" && hole.type !== "many") continue;
    for (const option of hole.options) {
      if (option.value) options.set(option.value, [...(options.get(option.value) ?? []), nameOf(hole)]);
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
    // One level is an answer's filled-in values; deeper is a whole sheet, which is about nothing on the table.
    for (const part of Object.values(value)) if (typeof part === "string") collect(part, into, 1);
  }
}

/** The offers about all of these ids, the most particular first, otherwise as listed. */
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
    const hole = offer.holes!.find((each) => nameOf(each) === name)!;
    preset[name] = hole.type === "many" ? [id] : id;
    isFixed = false;
  }
  return { offer, preset, isFixed };
}

/** The offers that answer a question. */
export function answersTo(offers: readonly OfferView[], prompt: string): OfferView[] {
  return offers.filter((offer) => offer.group === "answer" && offer.command["prompt"] === prompt);
}

/** The order in which groups are listed; a group of a ruleset's own comes after them. */
export const GROUPS = [
  "answer", "roll", "invoke", "act", "react", "moment", "compel", "table", "sheet", "gm", "overrule", "talk",
] as const;

export interface Group {
  readonly id: string;
  readonly offers: readonly OfferView[];
}

export function inGroups(offers: readonly OfferView[]): Group[] {
  const ids = [...new Set<string>([...GROUPS, ...offers.map((offer) => offer.group)])];
  return ids
    .map((id) => ({ id, offers: offers.filter((offer) => offer.group === id) }))
    .filter((group) => group.offers.length > 0);
}

/** Where everything in a group is for the same character, their name is said once. */
export function sharedName(offers: readonly OfferView[]): string {
  const [first, ...others] = byName(offers);
  return first && !others.length ? first.name : "";
}

/** Offers under the name of whom they are for, where that is said of several; the others under none, as listed. */
export function byName(offers: readonly OfferView[]): { name: string; offers: OfferView[] }[] {
  const nameIn = (offer: OfferView): string => (offer.label.includes(": ") ? offer.label.split(": ")[0]! : "");
  const found = new Map<string, OfferView[]>();
  for (const offer of offers) {
    const name = offers.filter((other) => nameIn(other) === nameIn(offer)).length > 1 ? nameIn(offer) : "";
    found.set(name, [...(found.get(name) ?? []), offer]);
  }
  return [...found].map(([name, own]) => ({ name, offers: own }));
}

export function labelWithout(offer: OfferView, name: string): string {
  if (!name || !offer.label.startsWith(`${name}: `)) return offer.label;
  const rest = offer.label.slice(name.length + 2);
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
