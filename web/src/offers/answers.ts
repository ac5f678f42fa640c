/** The answers to a question as buttons: an answer with one open choice becomes one button for each option. */

import type { OfferView } from "../wire/types";
import { isReady, openHoles, picksFor, type Pick, type Ratings } from "./deeds";

export interface AnswerRow {
  readonly offer: OfferView;
  /** The buttons that give this answer; none if it needs a form. */
  readonly picks: readonly Pick[];
}

/** An answer and its buttons. */
export function answerRow(offer: OfferView, ratings: Ratings): AnswerRow {
  // Words to be changed are seen first: sending them as they are would say nothing new.
  if ((offer.holes ?? []).some((each) => each.type === "text" && each.suggestion)) return { offer, picks: [] };
  const [hole, ...others] = openHoles(offer, {});
  if (!hole) return { offer, picks: isReady(offer, {}) ? [{ offer, values: {}, label: offer.label, detail: "", isSuggested: false }] : [] };
  if (others.length) return { offer, picks: [] };
  return { offer, picks: picksFor(offer, hole, {}, ratings).filter((pick) => isReady(offer, pick.values)) };
}

/** Whether an answer consists of nothing but words, so that it is written in the bar itself. */
export function isWritten(offer: OfferView): boolean {
  return (offer.holes ?? []).length > 0 && (offer.holes ?? []).every((hole) => hole.type === "text");
}
