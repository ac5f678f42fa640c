/** Shortens a long list of offers: those that differ only in a name share an entry.  Also sorts offers by subject. */

import type { OfferView, Target } from "../wire/types";
import { fullLabel } from "./labels";

interface Family {
  /** What all members say, with "…" in place of the name; for a single offer its label. */
  readonly label: string;
  readonly members: readonly { readonly offer: OfferView; readonly label: string }[];
}

const FEW = 3;

/** The entries of a list, in the order of the offers: one per offer, or one for several of the same family. */
export function families(offers: readonly OfferView[]): Family[] {
  const found = new Map<string, OfferView[]>();
  for (const offer of offers) {
    const family = familyOf(offer).label;
    if (family) found.set(family, [...(found.get(family) ?? []), offer]);
  }
  return offers.flatMap((offer): Family[] => {
    const family = familyOf(offer).label;
    const members = found.get(family) ?? [];
    if (members.length < FEW) return [{ label: fullLabel(offer), members: [{ offer, label: fullLabel(offer) }] }];
    return members[0] === offer ? [{ label: family, members: members.map((each) => ({ offer: each, label: familyOf(each).member })) }] : [];
  });
}

/** The family of an offer and its name in there: what several characters may do is a family too. */
function familyOf(offer: OfferView): { label: string; member: string } {
  if (offer.family) return { label: fullLabel({ ...offer, label: offer.family }), member: offer.member ?? "" };
  return offer.name ? { label: fullLabel({ ...offer, name: "…" }), member: offer.name } : { label: "", member: "" };
}

export const SUBJECTS = ["people", "places", "aspects", "rest"] as const;
type Subject = (typeof SUBJECTS)[number];

const SUBJECT_OF: Partial<Record<Target["kind"], Subject>> = { actor: "people", zone: "places", aspect: "aspects" };

/** What an offer is about: who acts, if it is done to nothing else. */
export function subjectOf(offer: OfferView): Subject {
  const kind = offer.target?.kind ?? (offer.actor ? "actor" : undefined);
  return (kind && SUBJECT_OF[kind]) ?? "rest";
}
