import { describe, expect, test } from "vitest";

import type { OfferView } from "../wire/types";
import { families, subjectOf } from "./families";

let number = 0;
const offer = (parts: Partial<OfferView>): OfferView => ({ key: `k${(number += 1)}`, label: "Add a seat", group: "gm", verb: "change", command: { type: "wave" }, ...parts });
const loses = (member: string): OfferView => offer({ label: `${member} loses something`, family: "… loses something", member });
const rests = (name: string): OfferView => offer({ label: "rest", actor: name.toLowerCase(), name });

describe("a long list of offers", () => {
  test("gathers what differs in a name only, and leaves out nothing", () => {
    const listed = [loses("Reth"), offer({}), loses("Gang of Thugs"), loses("Veld")];
    const found = families(listed);
    expect(found.map((family) => family.label)).toEqual(["… loses something", "Add a seat"]);
    expect(found[0]!.members.map((member) => member.label)).toEqual(["Reth", "Gang of Thugs", "Veld"]);
    expect(found.flatMap((family) => family.members.map((member) => member.offer.key)).sort()).toEqual(listed.map((each) => each.key).sort());
  });

  test("gathers what several characters may do", () => {
    const found = families([rests("Reth"), rests("Veld"), rests("Gang")]);
    expect(found.map((family) => [family.label, ...family.members.map((member) => member.label)])).toEqual([["…: rest", "Reth", "Veld", "Gang"]]);
  });

  test("keeps the families of two characters apart", () => {
    const goes = (name: string, member: string): OfferView => offer({ label: `go to ${member}`, family: "go to …", member, actor: name, name });
    const zones = ["Deck", "Hold", "Quay"];
    const found = families([...zones.map((zone) => goes("Reth", zone)), ...zones.map((zone) => goes("Veld", zone))]);
    expect(found.map((family) => family.label)).toEqual(["Reth: go to …", "Veld: go to …"]);
  });

  test("keeps two of a kind, and those of no family, apart", () => {
    const found = families([loses("Reth"), loses("Veld"), rests("Bo"), ...["Again", "Again", "Again"].map((label) => offer({ label }))]);
    expect(found.map((family) => family.label)).toEqual(["Reth loses something", "Veld loses something", "Bo: rest", "Again", "Again", "Again"]);
  });

  test("is sorted by what its offers are done to", () => {
    const to = (kind: NonNullable<OfferView["target"]>["kind"]): string => subjectOf(offer({ target: { kind, id: "" } }));
    expect([to("actor"), to("zone"), to("aspect"), to("seat"), to("scene")]).toEqual(["people", "places", "aspects", "rest", "rest"]);
    expect([subjectOf(rests("Reth")), subjectOf(offer({}))]).toEqual(["people", "rest"]);
  });
});
