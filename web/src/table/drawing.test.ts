import { describe, expect, it } from "vitest";

import type { OfferView } from "../wire/types";
import { centred, isMeant, joining, rectangle, unveiling, waysBetween } from "./drawing";

const ZONES = [{ value: "z2", label: "Loft" }, { value: "z3", label: "Well" }];
const border: OfferView = {
  key: "b", label: "Open or block a way from Yard", group: "gm", command: { type: "set-border", one: "z1", other: "", barrier: "", blocker: "" },
  holes: [
    { type: "choice", field: "other", label: "to", key: "", options: ZONES },
    { type: "text", field: "barrier", label: "what", key: "", optional: true, suggestion: "", limit: 400 },
    { type: "choice", field: "blocker", label: "who", key: "", options: [{ value: "", label: "nobody" }, { value: "reth", label: "Reth" }] },
  ],
};
const draw: OfferView = { key: "d", label: "Draw a zone", group: "gm", command: { type: "draw-zone", name: "", next_to: [] }, holes: [{ type: "many", field: "next_to", label: "next to", key: "", options: [{ value: "z1", label: "Yard" }, ...ZONES], least: 0, most: 9 }] };
const show: OfferView = { key: "r", label: "Reveal Well", group: "gm", command: { type: "reveal-zone", zone: "z3" } };

describe("drawing a zone", () => {
  it("makes the same rectangle whichever way the hand goes", () => {
    const box = { x: 10, y: 20, width: 90, height: 60 };
    expect(rectangle({ x: 10, y: 20 }, { x: 100, y: 80 })).toEqual(box);
    expect(rectangle({ x: 100, y: 80 }, { x: 10, y: 20 })).toEqual(box);
  });

  it("takes no slip of the hand for a zone", () => {
    expect(isMeant({ x: 0, y: 0, width: 120, height: 8 })).toBe(false);
    expect(isMeant({ x: 0, y: 0, width: 120, height: 80 })).toBe(true);
  });

  it("puts the zone's middle where it was drawn", () => {
    expect(centred({ x: 100, y: 100, width: 50, height: 50 }, { width: 200, height: 100 })).toEqual({ x: 25, y: 75 });
  });
});

describe("joining zones", () => {
  it("finds what may be done between two of them, and nothing that merely lists both", () => {
    expect(waysBetween([draw, border], "z1", "z2").map((placed) => [placed.offer.key, placed.preset])).toEqual([["b", { other: "z2" }]]);
  });

  it("leaves the way clear where that may be left out", () => {
    expect(joining(waysBetween([border], "z1", "z2")[0]!)).toEqual({ other: "z2", barrier: "", blocker: "" });
  });

  it("asks where something must be said", () => {
    const strict: OfferView = { ...border, holes: [border.holes![0]!, { type: "number", field: "value", label: "pass value", key: "", low: 0, high: 9, suggestions: [] }] };
    expect(joining(waysBetween([strict], "z1", "z2")[0]!)).toBeNull();
  });
});

describe("unveiling", () => {
  it("is offered on the zone it is about", () => {
    expect(unveiling([show, draw], "z3", false).map((placed) => placed.offer.key)).toEqual(["r"]);
    expect(unveiling([show, draw], "z1", false)).toEqual([]);
  });

  it("offers to hide a zone only while the map is drawn", () => {
    const hide: OfferView = { key: "h", command: { type: "hide-zone", zone: "z1" }, label: "Hide Yard", group: "gm" };
    expect(unveiling([hide], "z1", false)).toEqual([]);
    expect(unveiling([hide], "z1", true).map((placed) => placed.offer.key)).toEqual(["h"]);
  });
});
