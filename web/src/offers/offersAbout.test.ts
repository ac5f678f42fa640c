import { describe, expect, test } from "vitest";

import type { Hole, OfferView } from "../wire/types";
import { offersAbout } from "./offersAbout";

function offer(parts: Partial<OfferView>): OfferView {
  return { key: "k", command: { type: "wave" }, label: "Wave", group: "act", verb: "use", ...parts };
}

const TARGET: Hole = {
  type: "choice", suggested: "", field: "target", label: "target", key: "",
  options: [{ value: "veld", label: "Veld" }, { value: "gang", label: "Gang" }],
};
const MANY: Hole = {
  type: "many", suggested: [], field: "to", label: "to", key: "", least: 1, most: 2,
  options: [{ value: "a", label: "" }, { value: "b", label: "" }, { value: "c", label: "" }],
};

describe("placing", () => {
  const move = offer({ key: "m", command: { type: "move", actor: "reth", zone: "z1" } });
  const attack = offer({ key: "a", command: { type: "attack", actor: "reth", target: "" }, holes: [TARGET] });
  const tell = offer({ key: "t", command: { type: "say", to: [] }, holes: [{ ...MANY, options: [{ value: "veld", label: "" }] }] });
  const reroll = offer({ key: "r", command: { type: "invoke", aspect: "a7" }, changes: { roll: "r3", side: 0 } });
  const all = [attack, move, tell, reroll];

  test("finds offers by an id in their command", () => {
    expect(offersAbout(all, ["z1"])).toEqual([{ offer: move, preset: {}, isFixed: true }]);
  });

  test("finds offers by what may be chosen, and chooses it", () => {
    expect(offersAbout(all, ["veld"]).map(({ offer: { key }, preset }) => [key, preset])).toEqual([
      ["a", { target: "veld" }],
      ["t", { to: ["veld"] }],
    ]);
  });

  test("finds offers about several things at once", () => {
    expect(offersAbout(all, ["reth", "veld"]).map((placed) => placed.offer.key)).toEqual(["a"]);
  });

  test("finds the offers that change a roll, by the roll and by its side", () => {
    expect(offersAbout(all, ["r3"])).toHaveLength(1);
  });

  test("is not misled by the name of a command or by a placeholder", () => {
    const placeholder = offer({ command: { type: "veld", target: "veld" }, holes: [{ ...TARGET, options: [] }] });
    expect(offersAbout([placeholder], ["veld"])).toEqual([]);
    expect(offersAbout(all, [""])).toEqual([]);
  });

  test("does not look into a whole sheet", () => {
    const bring = offer({ command: { type: "bring", sheet: { name: "reth", aspects: { trouble: "veld" } } } });
    expect(offersAbout([bring], ["veld"])).toEqual([]);
  });
});
