/**
 * Offers that say the same but for a name: on a long list they share an entry, and a section with their like.
 *
 * Goes by commands and labels; knows no ruleset.
 */

import type { OfferView } from "../wire/types";

export interface Family {
  /** What all of them say, with a gap where they differ; of a single offer its own words. */
  readonly label: string;
  readonly members: readonly { readonly offer: OfferView; readonly label: string }[];
}

const FEW = 3;

/** One entry for each offer, or for several of a kind that differ in a name only; as listed. */
export function families(offers: readonly OfferView[]): Family[] {
  const kinds = new Map<string, OfferView[]>();
  for (const offer of offers) kinds.set(offer.command.type, [...(kinds.get(offer.command.type) ?? []), offer]);
  return [...kinds.values()].flatMap((kind) => gathered(kind) ?? kind.map((offer) => ({ label: offer.label, members: [{ offer, label: offer.label }] })));
}

function gathered(kind: readonly OfferView[]): Family | null {
  const labels = kind.map((offer) => offer.label.split(" "));
  const before = alike(labels);
  const after = alike(labels.map((words) => words.slice(before).reverse()));
  const hasOwn = labels.every((words) => words.length > before + after);
  if (kind.length < FEW || !hasOwn || before + after === 0) return null;
  const [first] = labels;
  const shared = [...first!.slice(0, before), "…", ...first!.slice(first!.length - after)];
  return {
    label: shared.join(" "),
    members: kind.map((offer, at) => ({ offer, label: labels[at]!.slice(before, labels[at]!.length - after).join(" ") })),
  };
}

/** With how many words all of them begin. */
function alike(labels: readonly (readonly string[])[]): number {
  const [first, ...others] = labels;
  let number = 0;
  while (number < first!.length && others.every((words) => words[number] === first![number])) number += 1;
  return number;
}

export const SUBJECTS = ["people", "places", "aspects", "rest"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What the fields of a command are about, the most telling first: whoever is put somewhere is a matter of places. */
const FIELDS: readonly (readonly [Subject, readonly string[]])[] = [
  ["places", ["zone", "zones"]],
  ["aspects", ["aspect", "words"]],
  ["people", ["actor", "target", "character", "person"]],
];

/** A command that names in its own name what it is about says it best. */
const NAMES: readonly (readonly [Subject, RegExp])[] = [
  ["aspects", /\baspect\b/],
  ["places", /\b(zone|border)\b/],
];

export function subjectOf(offer: OfferView): Subject {
  const named = NAMES.find(([, name]) => name.test(offer.command.type));
  return (named ?? FIELDS.find(([, fields]) => fields.some((field) => field in offer.command)))?.[0] ?? "rest";
}
