/**
 * Which offers are shown where on the table: on a card, on the map, beside a trait, on a roll, under a question.
 *
 * Looks at the ids, verbs and groups of offers, so it works for every ruleset.
 */

import type { CardView, OfferView, PromptBlock, RollBlock, TraitRow } from "../wire/types";
import { holeName } from "./form/holes";
import { offersAbout, type Placed } from "./offersAbout";

type Verb = OfferView["verb"];

/** One entry for offers that look the same, such as two free invocations of one card. */
export interface Choice extends Placed {
  readonly count: number;
}

const field = (offer: OfferView, name: string): string => {
  const value = offer.command[name];
  return typeof value === "string" ? value : "";
};

/** An offer by itself, with nothing chosen. */
export const asPlaced = (offer: OfferView): Placed => ({ offer, preset: {}, isFixed: true });

/** Offers that look the same become one entry with a count. */
export function merged(placed: readonly Placed[]): Choice[] {
  const found = new Map<string, Choice>();
  for (const each of placed) {
    const { label, actor, price, holes, command } = each.offer;
    const looks = JSON.stringify([label, actor ?? "", command.type, price?.points ?? null, holes?.map(holeName) ?? []]);
    const known = found.get(looks);
    if (known) found.set(looks, { ...known, count: known.count + 1 });
    else found.set(looks, { ...each, count: 1 });
  }
  return [...found.values()];
}

export const isFree = (offer: OfferView): boolean => (offer.price?.points ?? 0) <= 0;

/** Offers that cost nothing come first. */
function freeFirst(choices: readonly Choice[]): Choice[] {
  return [...choices.filter((each) => isFree(each.offer)), ...choices.filter((each) => !isFree(each.offer))];
}

// -- cards ------------------------------------------------------------------------------------------------------------

/** The offers that invoke this card on a roll. */
export function invocationsOf(offers: readonly OfferView[], card: Pick<CardView, "id">): Choice[] {
  const inGroup = offers.filter((offer) => offer.group === "invoke");
  return freeFirst(merged(offersAbout(inGroup, [card.id])));
}

/** All other offers about a card. */
export function otherUsesOf(offers: readonly OfferView[], card: Pick<CardView, "id">): Choice[] {
  return merged(offersAbout(offers, [card.id]).filter((each) => each.offer.group !== "invoke"));
}

// -- the map ----------------------------------------------------------------------------------------------------------

/** A zone a character may move to. */
export interface Destination {
  readonly zone: string;
  readonly placed: Placed;
  /** What the move costs, in the words of the offer; empty if nothing. */
  readonly note: string;
  /** True if no form has to be filled in. */
  readonly isDirect: boolean;
}

/** Whether an offer takes a character to a zone: they move, force a way, or are placed there. */
export function isMove({ verb, target, holes }: OfferView): boolean {
  if (target?.kind !== "zone") return false;
  return verb === "move" || verb === "overcome" || (verb === "place" && Boolean(holes?.some((hole) => hole.field === "zone")));
}

/** The zones a character may move to, without the one it is in; for each the offer that needs no form, if there is one. */
export function destinations(offers: readonly OfferView[], actor: string, zones: readonly string[], at = ""): Destination[] {
  const about = offers.filter((offer) => field(offer, "actor") === actor && isMove(offer));
  const found = new Map<string, Destination>();
  for (const zone of zones) {
    if (zone === at) continue;
    for (const placed of offersAbout(about, [zone])) {
      const left = (placed.offer.holes ?? []).filter((hole) => !(holeName(hole) in placed.preset)).length;
      const isDirect = left === 0;
      const known = found.get(zone);
      if (!known || (isDirect && !known.isDirect)) found.set(zone, { zone, placed, note: placed.offer.cost ?? "", isDirect });
    }
  }
  return zones.flatMap((zone) => found.get(zone) ?? []);
}

/** Whether an offer brings a character into play, for a seat that it names or lets you choose. */
export const bringsCharacter = (offer: OfferView): boolean => offer.verb === "join" && offer.target?.kind === "seat";

/** The offers that bring a character into play for this seat. */
export function offersToBringCharacter(offers: readonly OfferView[], seat: string): Placed[] {
  return offersAbout(offers.filter(bringsCharacter), [seat]);
}

// -- the most important offers ----------------------------------------------------------------------------------------

/** The actions that every game has. */
const MAIN: readonly Verb[] = ["attack", "overcome", "create"];

/** The hole that chooses a task of a challenge. */
const taskHole = (offer: OfferView) => offer.holes?.find((hole) => hole.type === "choice" && hole.field === "task");

/** The first offer of each kind, tasks of a challenge before all others; the rest is on the sheet. */
export function mainOffers(offers: readonly OfferView[], most: number): OfferView[] {
  const kinds = new Map<string, OfferView>();
  for (const offer of offers) {
    const kind = `${offer.command.type} ${String(offer.command["mode"] ?? "")} ${taskHole(offer) ? "task" : ""}`;
    if (!kinds.has(kind)) kinds.set(kind, offer);
  }
  const all = [...kinds.values()];
  // After acting, ending the turn is usually all that is left, so it comes to the front.
  const rank = (offer: OfferView): number => (taskHole(offer) ? 0 : offer.verb === "end-turn" && !all.some((each) => MAIN.includes(each.verb)) ? 1 : 2);
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, most);
}

/** Whether one of these offers takes on a task of a challenge. */
export const hasTask = (offers: readonly OfferView[]): boolean => offers.some((offer) => taskHole(offer) !== undefined);

/** Whether an offer is one of the three actions of every game. */
export const isMain = (offer: OfferView): boolean => MAIN.includes(offer.verb);

/** The first offer of each of the actions that every game has; tasks of a challenge come before all others. */
export function mainDeeds(offers: readonly OfferView[], most: number): OfferView[] {
  const found = mainOffers(offers, offers.length);
  const first = new Map<Verb, OfferView>();
  for (const offer of found) if (MAIN.includes(offer.verb) && !taskHole(offer) && !first.has(offer.verb)) first.set(offer.verb, offer);
  const main = MAIN.flatMap((verb) => first.get(verb) ?? []);
  const rest = found.filter((offer) => !MAIN.includes(offer.verb) || taskHole(offer));
  const tasks = rest.filter(taskHole);
  return [...tasks, ...main, ...rest.filter((offer) => !tasks.includes(offer))].slice(0, most);
}

/** Whether the character has acted: ending the turn is the first of its main offers. */
export function hasActed(offers: readonly OfferView[]): boolean {
  return offers[0]?.verb === "end-turn";
}

/** Whether a character has acted and only moves on from here. */
export function walksOn(offers: readonly OfferView[], actor: string): boolean {
  const own = offers.filter((offer) => offer.group === "act" && field(offer, "actor") === actor && !isMove(offer));
  return hasActed(mainOffers(own, 1));
}

/** The offers that take on the task with this id. */
export function offersForTask(offers: readonly OfferView[], task: string): Placed[] {
  return offers.flatMap((offer) => {
    const hole = taskHole(offer);
    const isOpen = hole?.type === "choice" && hole.options.some((option) => option.value === task);
    return isOpen ? [{ offer, preset: { [holeName(hole)]: task }, isFixed: false }] : [];
  });
}

// -- characters -------------------------------------------------------------------------------------------------------

/** The offers about a character, without moves, which the map shows. */
export function offersOnCharacter(offers: readonly OfferView[], actor: string): Choice[] {
  return merged(offersAbout(offers, [actor]).filter((each) => each.offer.group !== "answer" && !isMove(each.offer)));
}

/** The offers that use one of a character's traits. */
export function offersWithTrait(offers: readonly OfferView[], actor: string, trait: Pick<TraitRow, "id">): Choice[] {
  const own = offers.filter((offer) => field(offer, "actor") === actor || offer.group === "answer");
  return merged(offersAbout(own, [trait.id]).filter((each) => "trait" in each.preset || field(each.offer, "trait") === trait.id));
}

/** The offers that use a feature of a character, such as a stunt. */
export function offersOfFeature(offers: readonly OfferView[], actor: string, feature: string): Choice[] {
  const own = offers.filter((offer) => field(offer, "actor") === actor);
  return merged(offersAbout(own, [feature]).filter((each) => each.isFixed));
}

// -- rolls ------------------------------------------------------------------------------------------------------------

interface RollOffers {
  readonly free: readonly Choice[];
  readonly paid: readonly Choice[];
  /** Let the roll go on: throw the dice, or add nothing. */
  readonly onward: readonly Choice[];
  readonly rulings: readonly Choice[];
}

/** The offers about an open roll, as its card shows them. */
export function rollOffers(offers: readonly OfferView[], roll: Pick<RollBlock, "id">): RollOffers {
  const about = offersAbout(offers, [roll.id]).filter((each) => each.isFixed && each.offer.group !== "answer");
  const choices = merged(about);
  const isOnward = ({ offer }: Choice): boolean => offer.group === "roll" && (offer.verb === "throw" || offer.verb === "pass");
  // Asking for time has a button of its own beside the countdown.
  const isPause = ({ offer }: Choice): boolean => offer.verb === "wait";
  const isRuling = ({ offer }: Choice): boolean => ["gm", "overrule"].includes(offer.group) || offer.verb === "veto";
  const rest = choices.filter((each) => !isOnward(each) && !isRuling(each) && !isPause(each));
  return {
    free: rest.filter((each) => isFree(each.offer)),
    paid: rest.filter((each) => !isFree(each.offer)),
    onward: choices.filter(isOnward),
    rulings: choices.filter((each) => !isOnward(each) && isRuling(each)),
  };
}

// -- questions --------------------------------------------------------------------------------------------------------

/** The answers to a question, and other offers that settle it, such as refusing a compel for a point. */
export function answersOf(offers: readonly OfferView[], prompt: Pick<PromptBlock, "id" | "compel">): OfferView[] {
  const answers = offers.filter((offer) => offer.group === "answer" && field(offer, "prompt") === prompt.id);
  const compel = prompt.compel?.id;
  if (!compel) return answers;
  const all = [...answers, ...offers.filter((offer) => field(offer, "compel") === compel)];
  // Answers without a form come first.
  return [...all.filter((offer) => !offer.holes?.length), ...all.filter((offer) => offer.holes?.length)];
}

/** The answers shown at first if there are many; the last one, which usually declines, is always shown. */
export function firstAnswers(answers: readonly OfferView[], most = 6): { shown: OfferView[]; more: OfferView[] } {
  if (answers.length <= most + 1) return { shown: [...answers], more: [] };
  const last = answers[answers.length - 1]!;
  return { shown: [...answers.slice(0, most - 1), last], more: answers.slice(most - 1, -1) };
}
