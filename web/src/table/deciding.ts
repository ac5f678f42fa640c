/**
 * Which offers belong where on the table: on a card, on the map, beside a trait, on a roll.
 *
 * Goes by ids in commands and holes and by the groups that all offers share; knows no ruleset and no rules.
 */

import { nameOf } from "../offers/filling";
import { offersAbout, type Placed } from "../offers/placing";
import type { CardView, OfferView, PromptBlock, RollBlock, TraitRow } from "../wire/types";

/** Several offers that differ in nothing a person could tell apart, such as two free invocations of one card. */
export interface Choice extends Placed {
  readonly count: number;
}

const field = (offer: OfferView, name: string): string => {
  const value = offer.command[name];
  return typeof value === "string" ? value : "";
};

const asPlaced = (offer: OfferView): Placed => ({ offer, preset: {}, isFixed: true });

/** One of each kind; what looks the same is counted. */
export function merged(placed: readonly Placed[]): Choice[] {
  const found = new Map<string, Choice>();
  for (const each of placed) {
    const { label, price, holes, command } = each.offer;
    const looks = JSON.stringify([label, command.type, price?.points ?? null, holes?.map(nameOf) ?? []]);
    const known = found.get(looks);
    if (known) found.set(looks, { ...known, count: known.count + 1 });
    else found.set(looks, { ...each, count: 1 });
  }
  return [...found.values()];
}

export const isFree = (offer: OfferView): boolean => (offer.price?.points ?? 0) <= 0;

/** What costs nothing comes first; otherwise as listed. */
export function freeFirst(choices: readonly Choice[]): Choice[] {
  return [...choices.filter((each) => isFree(each.offer)), ...choices.filter((each) => !isFree(each.offer))];
}

// -- cards ------------------------------------------------------------------------------------------------------------

/** The ways to bring this card to bear on a roll now. */
export function invocationsOf(offers: readonly OfferView[], card: Pick<CardView, "id">): Choice[] {
  const inGroup = offers.filter((offer) => offer.group === "invoke");
  return freeFirst(merged(offersAbout(inGroup, [card.id])));
}

/** Whatever else may be done with a card. */
export function otherUsesOf(offers: readonly OfferView[], card: Pick<CardView, "id">): Choice[] {
  return merged(offersAbout(offers, [card.id]).filter((each) => each.offer.group !== "invoke"));
}

// -- the map ----------------------------------------------------------------------------------------------------------

/** Somewhere a token may go: at once, or by filling in a form. */
export interface Destination {
  readonly zone: string;
  readonly placed: Placed;
  /** What the way costs, in the offer's own words; empty if nothing. */
  readonly note: string;
  readonly isDirect: boolean;
}

/** An offer takes somebody somewhere if it names both, and nobody and nothing else. */
function goesSomewhere(offer: OfferView): boolean {
  const isZone = (name: string): boolean => name === "zone";
  const holes = offer.holes ?? [];
  const names = Object.keys(offer.command).filter((name) => name !== "type");
  const leads = names.some(isZone) && names.includes("actor");
  const busy = ["target", "aspect", "words", "other", "task"].some(
    (name) => field(offer, name) || holes.some((hole) => hole.field === name),
  );
  const hasZone = Boolean(field(offer, "zone")) || holes.some((hole) => isZone(hole.field));
  return leads && hasZone && !busy;
}

/** The legal destinations of a character, by zone; the plainest way there if there are several; not where it is. */
export function destinations(offers: readonly OfferView[], actor: string, zones: readonly string[], at = ""): Destination[] {
  const about = offers.filter((offer) => field(offer, "actor") === actor && goesSomewhere(offer));
  const found = new Map<string, Destination>();
  for (const zone of zones) {
    if (zone === at) continue;
    for (const placed of offersAbout(about, [zone])) {
      const left = (placed.offer.holes ?? []).filter((hole) => !(nameOf(hole) in placed.preset)).length;
      const isDirect = left === 0;
      const known = found.get(zone);
      if (!known || (isDirect && !known.isDirect)) found.set(zone, { zone, placed, note: costIn(placed.offer), isDirect });
    }
  }
  return zones.flatMap((zone) => found.get(zone) ?? []);
}

function costIn(offer: OfferView): string {
  return /\(([^()]+)\)\s*$/.exec(offer.label)?.[1] ?? "";
}

/** Whether an offer is on the map already and need not be listed again. */
export function isOnTheMap(offer: OfferView): boolean {
  return goesSomewhere(offer);
}

/** The ways to a character of one's own, for somebody who has none. */
export function bringing(offers: readonly OfferView[], seat: string): Placed[] {
  return offersAbout(offers.filter((offer) => offer.command.type === "bring-character"), [seat]);
}

// -- what comes first -------------------------------------------------------------------------------------------------

/** What everybody does most, in every game there is. */
const MAIN = ["attack", "overcome", "create-advantage"];

/** The choice of an offer that takes on one of a challenge's tasks. */
const taskHole = (offer: OfferView) => offer.holes?.find((hole) => hole.type === "choice" && hole.field === "task");

/** One of each kind of deed, tasks that wait before all else: enough to begin with, the rest is on the sheet. */
export function foremost(offers: readonly OfferView[], most: number): OfferView[] {
  const kinds = new Map<string, OfferView>();
  for (const offer of offers) {
    const kind = `${offer.command.type} ${String(offer.command["mode"] ?? "")} ${taskHole(offer) ? "task" : ""}`;
    if (!kinds.has(kind)) kinds.set(kind, offer);
  }
  const all = [...kinds.values()];
  // Who has acted has little left but to say so; nobody should have to look for it.
  const rank = (offer: OfferView): number => (taskHole(offer) ? 0 : offer.command.type === "end-turn" && !all.some((each) => MAIN.includes(each.command.type)) ? 1 : 2);
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, most);
}

/** Whether all that is left of a turn is to end it, beside what costs no action. */
export function hasActed(deeds: readonly OfferView[]): boolean {
  return deeds[0]?.command.type === "end-turn";
}

/** What takes on the task of this name. */
export function takingOn(offers: readonly OfferView[], task: string): Placed[] {
  return offers.flatMap((offer) => {
    const hole = taskHole(offer);
    const option = hole?.type === "choice" ? hole.options.find((each) => each.label === task) : undefined;
    return hole && option ? [{ offer, preset: { [hole.key || hole.field]: option.value }, isFixed: false }] : [];
  });
}

// -- characters -------------------------------------------------------------------------------------------------------

/** What may be done to or with somebody, without what the map shows. */
export function dealingsWith(offers: readonly OfferView[], actor: string): Choice[] {
  return merged(offersAbout(offers, [actor]).filter((each) => each.offer.group !== "answer" && !isOnTheMap(each.offer)));
}

/** What somebody may do with one of their traits. */
export function actsWith(offers: readonly OfferView[], actor: string, trait: Pick<TraitRow, "id">): Choice[] {
  const own = offers.filter((offer) => field(offer, "actor") === actor || offer.group === "answer");
  return merged(offersAbout(own, [trait.id]).filter((each) => "trait" in each.preset || field(each.offer, "trait") === trait.id));
}

/** What a feature (a stunt, say) adds to what may be done. */
export function usesOf(offers: readonly OfferView[], actor: string, feature: string): Choice[] {
  const own = offers.filter((offer) => field(offer, "actor") === actor);
  return merged(offersAbout(own, [feature]).filter((each) => each.isFixed));
}

/** A trait's name without its rating, which stands beside it. */
export function plainLabel(label: string): string {
  return label.replace(/\s*\([+−-]?\d+\)\s*$/u, "");
}

// -- rolls ------------------------------------------------------------------------------------------------------------

export interface RollOffers {
  readonly free: readonly Choice[];
  readonly costly: readonly Choice[];
  /** What makes the roll go on: throw, or nothing to add. */
  readonly onward: readonly Choice[];
  readonly rulings: readonly Choice[];
}

/** Everything about an open roll, sorted as its card shows it. */
export function rollOffers(offers: readonly OfferView[], roll: Pick<RollBlock, "id" | "sides">): RollOffers {
  const ids = [roll.id, ...roll.sides.map((side) => side.id)];
  const about = offers.filter(
    (offer) => offer.group !== "answer" && ids.some((id) => offersAbout([offer], [id]).some((each) => each.isFixed)),
  );
  const choices = merged(about.map(asPlaced));
  const isOnward = ({ offer }: Choice): boolean => offer.group === "roll" && !offer.holes?.length && isFree(offer) && !changesOdds(offer);
  const isRuling = ({ offer }: Choice): boolean => ["gm", "overrule"].includes(offer.group) || field(offer, "type").startsWith("veto");
  const rest = choices.filter((each) => !isOnward(each) && !isRuling(each));
  return {
    free: rest.filter((each) => isFree(each.offer)),
    costly: rest.filter((each) => !isFree(each.offer)),
    onward: choices.filter(isOnward),
    rulings: choices.filter((each) => !isOnward(each) && isRuling(each)),
  };
}

/** Throwing carries the name of the effort as well; only what is weighed against something else has odds. */
function changesOdds(offer: OfferView): boolean {
  return Boolean(offer.changes) && offer.command.type !== "throw-dice";
}

// -- questions --------------------------------------------------------------------------------------------------------

/** The answers to a question, and what answers it from outside, such as buying off a compel. */
export function answersOf(offers: readonly OfferView[], prompt: Pick<PromptBlock, "id" | "compel">): OfferView[] {
  const answers = offers.filter((offer) => offer.group === "answer" && field(offer, "prompt") === prompt.id);
  const compel = prompt.compel?.id;
  if (!compel) return answers;
  const all = [...answers, ...offers.filter((offer) => field(offer, "compel") === compel)];
  // Yes or no first, then what has to be talked about.
  return [...all.filter((offer) => !offer.holes?.length), ...all.filter((offer) => offer.holes?.length)];
}

/** Questions with many answers show a few, the rest on demand; an answer that ends it all stays in sight. */
export function firstAnswers(answers: readonly OfferView[], most = 6): { shown: OfferView[]; more: OfferView[] } {
  if (answers.length <= most + 1) return { shown: [...answers], more: [] };
  const last = answers[answers.length - 1]!;
  return { shown: [...answers.slice(0, most - 1), last], more: answers.slice(most - 1, -1) };
}

// -- odds -------------------------------------------------------------------------------------------------------------

/** The share in a chance that is told in words ("38 %", "< 1 %"). */
export function shareOf(words: string): number {
  const number = Number(/[\d.]+/.exec(words)?.[0] ?? 0);
  return Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : 0;
}
