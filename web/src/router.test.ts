import { beforeEach, describe, expect, test } from "vitest";

import { arriving, forget, remember, remembered, seatAt, type RememberedSeat } from "./remembered";
import { href, routeOf, takeKey } from "./router.svelte";
import { groupTitle, signed, text, TEXTS } from "./texts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("addresses", () => {
  test("lead to pages", () => {
    expect(routeOf("")).toEqual({ page: "lobby" });
    expect(routeOf("#/open/weave/a-fight")).toEqual({ page: "open", ruleset: "weave", scene: "a-fight" });
    expect(routeOf("#/table/t1/ana")).toEqual({ page: "table", table: "t1", seat: "ana" });
    expect(routeOf("#/table/t1")).toEqual({ page: "nowhere" });
    expect(routeOf("#/elsewhere")).toEqual({ page: "nowhere" });
  });

  test("survive any name", () => {
    expect(routeOf(href("table", "t/1", "Ana & Bo%"))).toEqual({ page: "table", table: "t/1", seat: "Ana & Bo%" });
    expect(routeOf("#/build/%E0%A4%A")).toEqual({ page: "build", ruleset: "%E0%A4%A" });
  });

  test("give up their key at once", () => {
    expect(takeKey("#seat=abc_DEF-1")).toBe("#/seat");
    expect(arriving.get("seat")).toBe("abc_DEF-1");
    expect(takeKey("#join=xyz")).toBe("#/join");
    expect(arriving.get("join")).toBe("xyz");
    expect(takeKey("#/table/t1/ana")).toBeNull();
    expect(takeKey("#seat=<script>")).toBeNull();
  });
});

describe("seats", () => {
  const seat: RememberedSeat = {
    table: "t1", seat: "ana", key: "K", title: "A quay", game: "R", name: "Ana", role: "player", at: 1,
  };

  test("are remembered, the latest first, each once", () => {
    remember(seat);
    remember({ ...seat, seat: "bo", at: 2 });
    remember({ ...seat, at: 3 });
    expect(remembered().map((each) => [each.seat, each.at])).toEqual([["ana", 3], ["bo", 2]]);
  });

  test("keep what they know when they are visited again", () => {
    remember({ ...seat, invitation: "I" });
    remember({ ...seat, at: 2 });
    expect(seatAt("t1", "ana")?.invitation).toBe("I");
  });

  test("can be forgotten", () => {
    remember(seat);
    forget("t1", "ana");
    expect(remembered()).toEqual([]);
  });

  test("are none where the store is damaged", () => {
    localStorage.setItem("fatetable.seats", "{");
    expect(remembered()).toEqual([]);
  });
});

describe("words", () => {
  test("are filled in, and agree with their number", () => {
    expect(text("line.flight", { n: 1 })).toBe("1 thing you did is on its way");
    expect(text("line.flight", { n: 3 })).toBe("3 things you did are on their way");
    expect(text("join.to", { title: "the quay" })).toBe("to the quay");
  });

  test("say which blank was forgotten rather than nothing", () => {
    expect(text("join.to")).toBe("to {title}");
  });

  test("name every group of offers, those nobody has thought of included", () => {
    expect(groupTitle("act")).toBe(TEXTS["group.act"]);
    expect(groupTitle("shield-wall")).toBe("Shield wall");
  });

  test("write numbers with their sign", () => {
    expect([signed(3), signed(0), signed(-2)]).toEqual(["+3", "+0", "−2"]);
  });
});
