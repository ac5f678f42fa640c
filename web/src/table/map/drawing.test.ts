import { describe, expect, it } from "vitest";

import type { OfferView } from "../../wire/types";
import { asZone, borderOffers, isLargeEnough, rectangle, resized, revealOffers, valuesToJoin, zoneTools } from "./drawing";

const ZONES = [{ value: "z2", label: "Loft" }, { value: "z3", label: "Well" }];
const border: OfferView = {
  key: "b", label: "Open or block a way from Yard", group: "gm", verb: "change", command: { type: "set-border", one: "z1", other: "", barrier: "", blocker: "" },
  holes: [
    { type: "choice", suggested: "", field: "other", label: "to", key: "", options: ZONES },
    { type: "text", is_description: false, field: "barrier", label: "what", key: "", optional: true, suggestion: "", limit: 400 },
    { type: "choice", suggested: "", field: "blocker", label: "who", key: "", options: [{ value: "", label: "nobody" }, { value: "reth", label: "Reth" }] },
  ],
};
const draw: OfferView = { key: "d", label: "Draw a zone", group: "gm", verb: "place", command: { type: "draw-zone", name: "", next_to: [] }, holes: [{ type: "many", suggested: [], field: "next_to", label: "next to", key: "", options: [{ value: "z1", label: "Yard" }, ...ZONES], least: 0, most: 9 }] };
const show: OfferView = { key: "r", label: "Reveal Well", group: "gm", verb: "reveal", command: { type: "reveal-zone", zone: "z3" } };

describe("drawing a zone", () => {
  it("makes the same rectangle whichever way the hand goes", () => {
    const box = { x: 10, y: 20, width: 90, height: 60 };
    expect(rectangle({ x: 10, y: 20 }, { x: 100, y: 80 })).toEqual(box);
    expect(rectangle({ x: 100, y: 80 }, { x: 10, y: 20 })).toEqual(box);
  });

  it("takes no slip of the hand for a zone", () => {
    expect(isLargeEnough({ x: 0, y: 0, width: 120, height: 8 })).toBe(false);
    expect(isLargeEnough({ x: 0, y: 0, width: 120, height: 80 })).toBe(true);
  });

  it("keeps the rectangle as it was drawn, in whole numbers", () => {
    expect(asZone({ x: 10.2, y: 20.2, width: 300.3, height: 150 })).toEqual({ x: 10, y: 20, width: 300, height: 150 });
  });

  it("makes a small rectangle large enough for a name and a token, around its middle", () => {
    expect(asZone({ x: 100, y: 100, width: 50, height: 50 })).toEqual({ x: 70, y: 80, width: 110, height: 90 });
  });

  it("drags the lower right corner and no other", () => {
    expect(resized({ x: 10, y: 20, width: 200, height: 100 }, { x: 310, y: 30 })).toEqual({ x: 10, y: 20, width: 300, height: 90 });
  });
});

describe("valuesToJoin zones", () => {
  it("finds what may be done between two of them, and nothing that merely lists both", () => {
    expect(borderOffers([draw, border], "z1", "z2").map((placed) => [placed.offer.key, placed.preset])).toEqual([["b", { other: "z2" }]]);
  });

  it("leaves the way clear where that may be left out", () => {
    expect(valuesToJoin(borderOffers([border], "z1", "z2")[0]!)).toEqual({ other: "z2", barrier: "", blocker: "" });
  });

  it("asks where something must be said", () => {
    const strict: OfferView = { ...border, holes: [border.holes![0]!, { type: "number", field: "value", label: "pass value", key: "", low: 0, high: 9, suggestions: [] }] };
    expect(valuesToJoin(borderOffers([strict], "z1", "z2")[0]!)).toBeNull();
  });
});

describe("what may be done with a zone", () => {
  const hide: OfferView = { key: "h", command: { type: "hide-zone", zone: "z1" }, label: "Hide Yard", group: "gm", verb: "change" };

  it("is offered on the zone it is about", () => {
    expect(revealOffers([show, draw], "z3").map((placed) => placed.offer.key)).toEqual(["r"]);
    expect(revealOffers([show, draw], "z1")).toEqual([]);
  });

  it("has everything that names the zone, and nothing that only lets you choose it", () => {
    expect(zoneTools([draw, border, hide, show], "z1").map((placed) => placed.offer.key)).toEqual(["b", "h"]);
  });
});
