import { beforeEach, describe, expect, test } from "vitest";

import { chosenKey, forget, remember, rememberedSeats, seatAt, seatsAt, seatsByTable, type RememberedSeat } from "./seats";

beforeEach(() => localStorage.clear());

describe("seats", () => {
  const seat: RememberedSeat = {
    table: "t1", seat: "ana", key: "K", title: "A quay", game: "R", name: "Ana", role: "player", at: 1,
  };

  test("are remembered, the latest first, each once", () => {
    remember(seat);
    remember({ ...seat, seat: "bo", at: 2 });
    remember({ ...seat, at: 3 });
    expect(rememberedSeats().map((each) => [each.seat, each.at])).toEqual([["ana", 3], ["bo", 2]]);
  });

  test("keep what they know when they are visited again", () => {
    remember({ ...seat, invitation: "I" });
    remember({ ...seat, at: 2 });
    expect(seatAt("t1", "ana")?.invitation).toBe("I");
  });

  test("have one key for each invitation until somebody sits there", () => {
    const key = chosenKey.for("I");
    expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(chosenKey.for("I")).toBe(key);
    chosenKey.clear();
    expect(chosenKey.for("I")).not.toBe(key);
    expect(chosenKey.for("another")).toHaveLength(32);
  });

  test("can be forgotten", () => {
    remember(seat);
    forget("t1", "ana");
    expect(rememberedSeats()).toEqual([]);
  });

  test("of one table belong together", () => {
    remember(seat);
    remember({ ...seat, seat: "bo", at: 3 });
    remember({ ...seat, table: "t2", at: 2 });
    expect(seatsAt("t1").map((each) => each.seat)).toEqual(["bo", "ana"]);
    expect(seatsByTable().map((seats) => seats.map((each) => each.seat))).toEqual([["bo", "ana"], ["ana"]]);
    forget("t1");
    expect(rememberedSeats().map((each) => each.table)).toEqual(["t2"]);
  });

  test("are none where the store is damaged", () => {
    localStorage.setItem("fatetable.seats", "{");
    expect(rememberedSeats()).toEqual([]);
  });
});
