/**
 * Choosing a deed step by step: the deed, then its target, then the trait; the last choice sends it.
 *
 * Works on the holes of offers, so it serves every ruleset.  What may be left empty is not asked for.
 */

import type { Choice as HoleChoice, Hole, OfferView, TextHole } from "../wire/types";
import { holeName, initialValues, problemsOf, problemWith, type Values } from "./form/holes";

/** Something a character does; its variants differ in the features they use, the plain one comes first. */
export interface Deed {
  readonly label: string;
  readonly variants: readonly OfferView[];
  readonly preset: Values;
}

/** One button of a step. */
export interface Pick {
  readonly offer: OfferView;
  /** What is chosen once this button is pressed. */
  readonly values: Values;
  readonly label: string;
  /** The features this variant uses. */
  readonly detail: string;
  readonly isSuggested: boolean;
}

export interface Step {
  /** The hole it fills; none where only the variant is chosen. */
  readonly hole: Hole | null;
  readonly picks: readonly Pick[];
}

/** How good each trait is, by its id. */
export type Ratings = ReadonlyMap<string, number>;

/** What an offer is about apart from the features it uses; variants of one deed have the same. */
function shape(offer: OfferView): string {
  const holes = offer.holes ?? [];
  const open = new Set(holes.filter((hole) => !hole.key).map((hole) => hole.field));
  const fixed = Object.entries(offer.command).filter(([field, value]) => typeof value === "string" && value && !open.has(field));
  return JSON.stringify([fixed, holes.map((hole) => [hole.type, holeName(hole)])]);
}

/** The deed of an offer, with its variants among all offers. */
export function deedOf(offer: OfferView, offers: readonly OfferView[], label = offer.label, preset: Values = {}): Deed {
  const wanted = shape(offer);
  const others = offers.filter((each) => each.key !== offer.key && shape(each) === wanted);
  return { label, preset, variants: [offer, ...others] };
}

/** An offer as it is there now, if it is: its choices or words may have changed, but these values still fit. */
export function stillOffered(old: OfferView, offers: readonly OfferView[], values: Values = {}): OfferView | undefined {
  const isSame = (each: OfferView): boolean => shape(each) === shape(old) && detailOf(each) === detailOf(old);
  const found = offers.find((each) => each.key === old.key) ?? offers.find(isSame);
  return found && fits(found, values) ? found : undefined;
}

/** The deed as it is offered now: an offer whose choices or words have changed takes the place of the old one. */
export function asOffered(deed: Deed, offers: readonly OfferView[]): Deed {
  const now = deed.variants.flatMap((old) => stillOffered(old, offers) ?? []);
  return { ...deed, variants: [...new Set(now)] };
}

/** Whether somebody has to fill this hole; all others have a default or may stay empty. */
function isAsked(hole: Hole): boolean {
  switch (hole.type) {
    case "choice":
      return hole.options.length > 1 && !hole.options.some((option) => option.value === "");
    case "number":
      return hole.low !== hole.high;
    case "many":
      return hole.least > hole.suggested.length && hole.options.length !== hole.least;
    case "text":
      return !hole.optional && !hole.is_description && !hole.suggestion;
    case "flag":
      return false;
    case "form":
      return true;
  }
}

/** The holes that are still to be filled. */
export function openHoles(offer: OfferView, values: Values): Hole[] {
  return (offer.holes ?? []).filter((hole) => !(holeName(hole) in values) && isAsked(hole));
}

/** All values of an offer: those chosen, and the defaults of the others. */
export function withDefaults(offer: OfferView, values: Values): Values {
  const preset = { ...values };
  for (const hole of offer.holes ?? [])
    if (hole.type === "many" && hole.suggested.length && !(holeName(hole) in preset)) preset[holeName(hole)] = [...hole.suggested];
  return initialValues(offer, preset);
}

/** Whether an offer can be sent with these values. */
export function isReady(offer: OfferView, values: Values): boolean {
  return openHoles(offer, values).length === 0 && Object.keys(problemsOf(offer, withDefaults(offer, values))).length === 0;
}

/** Whether an offer can be chosen with buttons alone. */
export function isStepwise(offer: OfferView, values: Values = {}): boolean {
  return openHoles(offer, values).every((hole) => hole.type === "choice");
}

const fits = (offer: OfferView, values: Values): boolean =>
  (offer.holes ?? []).every((hole) => !(holeName(hole) in values) || !problemWith(hole, values[holeName(hole)]));

function detailOf(offer: OfferView): string {
  const features = offer.command["features"];
  return Array.isArray(features) ? features.filter((each) => typeof each === "string").join(", ") : "";
}

/** The options with the suggested one first, then the best, then the others in their order. */
export function bestFirst(options: readonly HoleChoice[], ratings: Ratings, suggested = ""): HoleChoice[] {
  const rank = (option: HoleChoice): number => (option.value === suggested && suggested ? Infinity : (ratings.get(option.value) ?? -Infinity));
  const isAfter = (one: number, other: number): number => (one === other ? 0 : other > one ? 1 : -1);
  return [...options].sort((one, other) => isAfter(rank(one), rank(other)));
}

/** The buttons that fill one hole of an offer. */
export function picksFor(offer: OfferView, hole: Hole, values: Values, ratings: Ratings): Pick[] {
  if (hole.type === "number")
    return hole.suggestions.map((option) => ({ offer, values: { ...values, [holeName(hole)]: Number(option.value) }, label: option.label || option.value, detail: "", isSuggested: false }));
  if (hole.type !== "choice") return [];
  return bestFirst(hole.options, ratings, hole.suggested).map((option) => ({
    offer,
    values: { ...values, [holeName(hole)]: option.value },
    label: option.label || option.value,
    detail: detailOf(offer),
    isSuggested: option.value === hole.suggested && hole.suggested !== "",
  }));
}

/** What is to be chosen next; nothing once only one command is left, or if the rest needs a form. */
export function nextStep(deed: Deed, values: Values, ratings: Ratings): Step | null {
  const [base, ...others] = deed.variants.filter((offer) => fits(offer, values));
  if (!base) return null;
  const [hole, ...later] = openHoles(base, values).filter((each) => each.type === "choice");
  if (hole && later.length) return { hole, picks: picksFor(base, hole, values, ratings) };
  if (hole) {
    const name = holeName(hole);
    const also = others.flatMap((offer) => {
      const own = offer.holes?.find((each) => holeName(each) === name);
      const isOnly = openHoles(offer, values).every((each) => holeName(each) === name);
      return own && isOnly ? picksFor(offer, own, values, ratings) : [];
    });
    return { hole, picks: [...picksFor(base, hole, values, ratings), ...also] };
  }
  if (!others.length) return null;
  return { hole: null, picks: [base, ...others].map((offer) => ({ offer, values, label: detailOf(offer) || deed.label, detail: "", isSuggested: false })) };
}

/** A button for each target of an attack where there are two; more of them are asked for in a step of their own. */
export function fewTargets(offer: OfferView): Pick[] {
  const [hole] = openHoles(offer, {});
  if (offer.group !== "act" || offer.verb !== "attack" || hole?.type !== "choice" || hole.field !== "target") return [];
  return hole.options.length === 2 && isStepwise(offer) ? picksFor(offer, hole, {}, new Map()) : [];
}

/** The hole for the name of what a deed creates, if it may be named now. */
export function nameHole(offer: OfferView): TextHole | undefined {
  if (offer.verb !== "create") return undefined;
  return offer.holes?.find((hole): hole is TextHole => hole.type === "text" && hole.field === "words");
}
