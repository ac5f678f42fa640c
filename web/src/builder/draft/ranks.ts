/** Ranks and the levels they make, as the field shows them while they are spent; the server judges them. */

import type { RankRules, RanksInput } from "../types";

export interface Level {
  readonly rating: number;
  /** The pyramid it is in, if that has a name; null for traits that need no support. */
  readonly pyramid: string | null;
  readonly traits: readonly string[];
  /** How many traits this level wants on the one below it, and how many it has there; null where nothing is wanted. */
  readonly below: { readonly needed: number; readonly has: number } | null;
}

/** All ranks of a trait: those from before and those spent now. */
export function ranksOf(input: RanksInput, spent: Readonly<Record<string, number>>): Record<string, number> {
  const all: Record<string, number> = {};
  for (const [trait, ranks] of [...Object.entries(input.held), ...Object.entries(spent)]) all[trait] = (all[trait] ?? 0) + ranks;
  return Object.fromEntries(Object.entries(all).filter(([, ranks]) => ranks !== 0));
}

export function ratingOf(rules: RankRules, trait: string, ranks: number): number {
  return (rules.starts[trait] ?? rules.start) + ranks;
}

/** The levels from the highest that is taken down to the bottom, and below it those that are taken; then those apart. */
export function levelsOf(input: RanksInput, spent: Readonly<Record<string, number>>): Level[] {
  const { rules } = input;
  const pyramids = new Map<string | null, Map<number, string[]>>([["", new Map()]]);
  for (const [trait, ranks] of Object.entries(ranksOf(input, spent))) {
    const pyramid = trait in rules.apart ? rules.apart[trait]! || null : "";
    const traits = pyramids.get(pyramid) ?? new Map<number, string[]>();
    const rating = ratingOf(rules, trait, ranks);
    traits.set(rating, [...(traits.get(rating) ?? []), trait]);
    pyramids.set(pyramid, traits);
  }
  return [...pyramids].flatMap(([pyramid, traits]) => levelsIn(rules, pyramid, traits));
}

/** `null` is no pyramid at all. */
function levelsIn(rules: RankRules, pyramid: string | null, traits: ReadonlyMap<number, readonly string[]>): Level[] {
  // A gap between two levels that are taken is shown too, because something belongs there.
  const taken = [...traits.keys()];
  const top = Math.max(rules.bottom, ...taken);
  const between = pyramid === null ? [] : Array.from({ length: Math.min(top - rules.bottom, 40) + 1 }, (_, step) => top - step);
  const ratings = [...new Set([...between, ...taken])].sort((one, other) => other - one);
  return ratings.map((rating) => ({
    rating,
    pyramid,
    traits: traits.get(rating) ?? [],
    below: pyramid === null ? null : wanted(rules, rating, traits),
  }));
}

function wanted(rules: RankRules, rating: number, traits: ReadonlyMap<number, readonly string[]>): Level["below"] {
  const number = traits.get(rating)?.length ?? 0;
  if (rules.shape === "free" || rating <= rules.bottom || number === 0) return null;
  return { needed: number + (rules.shape === "pyramid" ? 1 : 0), has: traits.get(rating - 1)?.length ?? 0 };
}
