import { beforeEach, describe, expect, test } from "vitest";

import { Page } from "../table/tests/page";
import { HeldSeats, seatToDecide } from "./heldSeats.svelte";

beforeEach(() => localStorage.clear());

function waitingFor(page: Page, seats: string[], isCountdown = false): void {
  const waiting = { type: "waiting" as const, seats, why: "", wants: [], prompt: "", is_countdown: isCountdown };
  page.patch({ blocks: { waiting }, order: ["waiting"] });
}

describe("the seat to follow to", () => {
  test("is one the table waits for, among those the person has", () => {
    const page = new Page();
    waitingFor(page, ["bo", "maria"]);
    expect(seatToDecide(page.table, ["ana", "maria"])).toBe("maria");
    expect(seatToDecide(page.table, ["ana"])).toBe("");
  });

  test("is none while the seat that is shown has to decide, or only a clock runs", () => {
    const page = new Page();
    waitingFor(page, ["ana", "maria"]);
    expect(seatToDecide(page.table, ["ana", "maria"])).toBe("");
    waitingFor(page, ["maria"], true);
    expect(seatToDecide(page.table, ["ana", "maria"])).toBe("");
  });
});

describe("seats one has", () => {
  test("keep their connections while another one is shown", () => {
    const pages: Record<string, Page> = { a: new Page(), b: new Page() };
    const held = new HeldSeats(() => {}, (key) => pages[key]!.table);
    held.show("a", ["b"]);
    expect(held.shown).toBe(pages["a"]!.table);
    held.show("b", ["a"]);
    expect(held.shown).toBe(pages["b"]!.table);
    expect(held.seats).toHaveLength(2);
  });

  test("remember whether the page follows", () => {
    new HeldSeats(() => {}).follow(false);
    expect(new HeldSeats(() => {}).follows).toBe(false);
  });
});
