import { describe, expect, test } from "vitest";

import type { OfferView } from "../wire/types";
import { families, subjectOf } from "./families";

const offer = (type: string, label: string, fields: Record<string, unknown> = {}): OfferView => ({ key: label, label, group: "gm", command: { type, ...fields } });

describe("a long list of offers", () => {
  test("gathers what differs in a name only, and leaves out nothing", () => {
    const listed = [
      offer("lose", "Reth loses something"),
      offer("add", "Add a seat"),
      offer("lose", "Gang of Thugs loses something"),
      offer("lose", "Veld loses something"),
    ];
    const found = families(listed);
    expect(found.map((family) => family.label)).toEqual(["… loses something", "Add a seat"]);
    expect(found[0]!.members.map((member) => member.label)).toEqual(["Reth", "Gang of Thugs", "Veld"]);
    expect(found.flatMap((family) => family.members.map((member) => member.offer.key)).sort()).toEqual(listed.map((each) => each.key).sort());
  });

  test("keeps two of a kind, and those that share no words, apart", () => {
    const two = [offer("place", "Place Reth"), offer("place", "Place Veld")];
    const strangers = [offer("x", "One"), offer("x", "Two"), offer("x", "Three")];
    const same = [offer("y", "Again"), offer("y", "Again"), offer("y", "Again")];
    expect(families([...two, ...strangers, ...same]).map((family) => family.members.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test("is sorted by what its offers are about", () => {
    expect(subjectOf(offer("place", "", { actor: "reth", zone: "" }))).toBe("places");
    expect(subjectOf(offer("lay", "", { words: "", is_hidden: false }))).toBe("aspects");
    expect(subjectOf(offer("place-aspect", "", { words: "", zone: "" }))).toBe("aspects");
    expect(subjectOf(offer("draw-zone", "", { name: "" }))).toBe("places");
    expect(subjectOf(offer("set-border", "", { one: "deck", other: "" }))).toBe("places");
    expect(subjectOf(offer("lose", "", { actor: "reth" }))).toBe("people");
    expect(subjectOf(offer("add-seat", "", { name: "" }))).toBe("rest");
  });
});
