/** What may change a thrown roll: one entry for each effect, with a button for each aspect that brings it. */

import { isReady, openHoles } from "../../offers/deeds";
import { holeName, type Values } from "../../offers/form/holes";
import { inSections, nearnessOf } from "../../offers/form/nearness";
import { fullLabel } from "../../offers/labels";
import { isFree, type Choice } from "../../offers/whereOffersGo";
import type { Block, OfferView, RollBlock } from "../../wire/types";

/** One button: what pressing it sends. */
export interface Way {
  readonly offer: OfferView;
  readonly values: Values;
  readonly label: string;
  /** How many look just like it. */
  readonly count: number;
}

export interface Effect {
  /** Empty where the button says it. */
  readonly title: string;
  /** Its odds are those of the whole effect. */
  readonly offer: OfferView;
  readonly ways: readonly Way[];
  /** Words have to be written first: a button that opens the form. */
  readonly form?: Choice;
}

/** What helps one's own side first, and of its aspects the free ones, then those of who rolls, by their text alone. */
export function effectsOn(roll: Pick<RollBlock, "sides">, choices: readonly Choice[], blocks: readonly Block[]): Effect[] {
  const actor = roll.sides.find((each) => each.is_mine)?.actor ?? "";
  const near = nearnessOf(blocks, actor);
  const own = new Map(blocks.flatMap((each) => (each.type === "sheet" && each.actor === actor ? each.aspects : [])).map((card) => [card.id, card.text]));
  const found = new Map<string, { title: string; offer: OfferView; ways: Way[]; form?: Choice }>();
  for (const choice of [...choices.filter((each) => isFree(each.offer)), ...choices.filter((each) => !isFree(each.offer))]) {
    const { offer, preset } = choice;
    const hole = openHoles(offer, preset)[0];
    const options = hole?.type === "choice" ? inSections(hole.options, near).flatMap((section) => section.options) : [];
    const ways = hole ? options.map((each) => ({ offer, values: { ...preset, [holeName(hole)]: each.value }, label: own.get(each.value) ?? (each.label || each.value), count: 1 })) : [{ offer, values: preset, label: offer.effect ? (offer.member ?? offer.label) : fullLabel(offer), count: choice.count }];
    const ready = ways.filter((each) => isReady(offer, each.values));
    const title = ready.length ? offer.effect || (hole ? offer.label : "") : "";
    const key = title || offer.key;
    const known = found.get(key);
    if (known) known.ways.push(...ready);
    else found.set(key, { title, offer, ways: ready, ...(!ready.length && { form: choice }) });
  }
  const side = roll.sides.findIndex((each) => each.is_mine);
  const isOwn = ({ offer }: Effect): boolean => !offer.changes || offer.changes.side === side;
  return [...[...found.values()].filter(isOwn), ...[...found.values()].filter((each) => !isOwn(each))];
}
