/** What a button says: an offer that a character acts on leaves the name to the place where it is shown. */

import { capitalised } from "../texts/text";
import type { OfferView } from "../wire/types";

/** The label with the name of who acts, for places that do not say it. */
export function fullLabel(offer: Pick<OfferView, "label" | "name">): string {
  return offer.name ? `${offer.name}: ${offer.label}` : offer.label;
}

/** The deed alone, for the button that sends its form: the form's title says who acts. */
export function deedLabel(offer: Pick<OfferView, "label">): string {
  return capitalised(offer.label);
}

/** The label below a heading with the name of this character. */
export function labelUnder(offer: Pick<OfferView, "label" | "name" | "actor">, actor: string | undefined): string {
  return actor && offer.actor === actor ? capitalised(offer.label) : fullLabel(offer);
}
