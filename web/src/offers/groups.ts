/** Offers in the groups of a menu, and by the characters who act. */

import type { OfferView } from "../wire/types";

/** The order of the groups in a menu; groups that only one ruleset has come last. */
const GROUPS = [
  "answer", "roll", "invoke", "act", "react", "moment", "compel", "wait", "table", "sheet", "gm", "overrule", "talk",
] as const;

interface Group {
  readonly id: string;
  readonly offers: readonly OfferView[];
}

export function inGroups(offers: readonly OfferView[]): Group[] {
  const ids = [...new Set<string>([...GROUPS, ...offers.map((offer) => offer.group)])];
  return ids
    .map((id) => ({ id, offers: offers.filter((offer) => offer.group === id) }))
    .filter((group) => group.offers.length > 0);
}

/** Offers that one character acts on; all that have no such heading have an empty `actor`. */
interface ActorPart {
  readonly actor: string;
  readonly name: string;
  readonly offers: readonly OfferView[];
}

/** Offers by the character who acts, if there are several for that character; all others under an empty id. */
export function byActor(offers: readonly OfferView[]): ActorPart[] {
  const found = new Map<string, OfferView[]>();
  for (const offer of offers) {
    const isOneOfSeveral = offers.filter((other) => other.actor === offer.actor).length > 1;
    const actor = (isOneOfSeveral && offer.actor) || "";
    found.set(actor, [...(found.get(actor) ?? []), offer]);
  }
  return [...found].map(([actor, own]) => ({ actor, name: actor ? (own[0]?.name ?? "") : "", offers: own }));
}
