import { describe, expect, test } from "vitest";

import type { OfferView } from "../wire/types";
import { byActor, inGroups } from "./groups";

function offer(parts: Partial<OfferView>): OfferView {
  return { key: "k", command: { type: "wave" }, label: "Wave", group: "act", verb: "use", ...parts };
}
const of = (actor: string, label: string): OfferView => offer({ label, actor, name: actor.toUpperCase() });

describe("a menu of offers", () => {
  test("lists groups in their order, each once", () => {
    const groups = inGroups([offer({ group: "talk" }), offer({ group: "magic" }), offer({ group: "roll" }), offer({ group: "talk" })]);
    expect(groups.map((group) => [group.id, group.offers.length])).toEqual([["roll", 1], ["magic", 1], ["talk", 2]]);
  });

  test("gives characters who may do several things a heading, and leaves all others together", () => {
    const parts = byActor([of("veld", "attack"), offer({ label: "Take back the compel: you run" }), of("gang", "attack"), of("veld", "pass"), of("gang", "pass"), of("bo", "pass")]);
    expect(parts.map((part) => [part.actor, part.name, part.offers.length])).toEqual([["veld", "VELD", 2], ["", "", 2], ["gang", "GANG", 2]]);
  });

  test("keeps two characters of the same name apart", () => {
    const twin = (actor: string): OfferView => ({ ...of(actor, "attack"), name: "Thug" });
    expect(byActor([twin("one"), twin("two"), twin("one"), twin("two")]).map((part) => part.actor)).toEqual(["one", "two"]);
  });
});
