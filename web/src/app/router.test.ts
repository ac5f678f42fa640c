import { beforeEach, describe, expect, test } from "vitest";

import { arrivingKey } from "../storage/seats";
import { href, routeOf, takeKey } from "./router.svelte";

beforeEach(() => sessionStorage.clear());

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
    expect(arrivingKey.get("seat")).toBe("abc_DEF-1");
    expect(takeKey("#join=xyz")).toBe("#/join");
    expect(arrivingKey.get("join")).toBe("xyz");
    expect(takeKey("#/table/t1/ana")).toBeNull();
    expect(takeKey("#seat=<script>")).toBeNull();
  });
});
