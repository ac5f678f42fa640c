/** Offers in the groups of a menu, and by the characters who act. */

import type { OfferView } from "../wire/types";

export type GroupId = OfferView["group"];

/** The order of the groups in a menu. */
const ORDER: Readonly<Record<GroupId, number>> = {
  answer: 0, roll: 1, invoke: 2, battle: 3, act: 4, magic: 5, belongings: 6, react: 7, moment: 8, compel: 9, wait: 10,
  table: 11, sheet: 12, gm: 13, overrule: 14, talk: 15, journal: 16, dice: 17, safety: 18,
};

interface Group {
  readonly id: GroupId;
  readonly offers: readonly OfferView[];
}

export function inGroups(offers: readonly OfferView[]): Group[] {
  return [...new Set(offers.map((offer) => offer.group))]
    .sort((one, other) => ORDER[one] - ORDER[other])
    .map((id) => ({ id, offers: offers.filter((offer) => offer.group === id) }));
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
