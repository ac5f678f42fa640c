import { describe, expect, test } from "vitest";

import type { Choice } from "../../offers/whereOffersGo";
import type { Block, OfferView } from "../../wire/types";
import { effectsOn } from "./rollWays";

const offer = (key: string, parts: Partial<OfferView>): OfferView => ({ key, label: key, group: "invoke", verb: "invoke", command: { type: key }, ...parts }) as OfferView;
const choice = (each: OfferView): Choice => ({ offer: each, preset: {}, isFixed: true, count: 1 });
const aspect = (values: Record<string, string>) => [{ type: "choice", field: "card", name: "card", options: Object.entries(values).map(([value, label]) => ({ value, label })) }] as unknown as OfferView["holes"];
const blocks = [
  { type: "sheet", actor: "thugs", is_mine: true, aspects: [{ id: "c1", text: "Crowbars" }], slots: [] },
  { type: "sheet", actor: "veld", is_mine: true, aspects: [{ id: "c2", text: "Must Not Lose Face" }], slots: [] },
] as unknown as Block[];
const roll = { sides: [{ is_mine: true, actor: "veld" }] } as Parameters<typeof effectsOn>[0];
const paid = offer("paid", { label: "Invoke for Veld (+2)", price: { points: 1 } as OfferView["price"], holes: aspect({ c1: "Crowbars (Gang)", c2: "Must Not Lose Face (Veld)" }) });
const free = offer("free", { label: "Invoke Boost", member: "Boost", effect: "Invoke for Veld (+2)" });

describe("what may change a roll", () => {
  test("is one entry for each effect, free aspects first, then those of who rolls, by their text alone", () => {
    const effects = effectsOn(roll, [choice(paid), choice(free)], blocks);
    expect(effects.map((each) => [each.title, each.ways.map((way) => way.label)])).toEqual([["Invoke for Veld (+2)", ["Boost", "Must Not Lose Face", "Crowbars (Gang)"]]]);
    expect(effects[0]?.ways[1]).toMatchObject({ offer: { key: "paid" }, values: { card: "c2" } });
  });

  test("begins with what helps one's own side", () => {
    const hinder = offer("hinder", { label: "Hinder Reth", changes: { roll: "r1", side: 1 } });
    const help = offer("help", { label: "Use Stance", changes: { roll: "r1", side: 0 } });
    expect(effectsOn(roll, [choice(hinder), choice(help)], blocks).map((each) => each.offer.key)).toEqual(["help", "hinder"]);
  });

  test("is a form where words have to be written, and a plain button where nothing is to be chosen", () => {
    const worded = offer("worded", { price: { points: 1 } as OfferView["price"], holes: [{ type: "text", field: "how", name: "how", optional: false }] as unknown as OfferView["holes"] });
    const plain = offer("plain", { label: "Use Stance", name: "Veld" });
    const effects = effectsOn(roll, [choice(worded), choice(plain)], blocks);
    expect(effects.map((each) => [each.title, each.ways.map((way) => way.label), each.form?.offer.key])).toEqual([
      ["", ["Veld: Use Stance"], undefined],
      ["", [], "worded"],
    ]);
  });
});
