/** The seats this browser has sat in.  A key is what lets somebody sit; it is kept here and never in an address. */

import type { Role } from "./api";

export interface RememberedSeat {
  readonly table: string;
  readonly seat: string;
  readonly key: string;
  readonly title: string;
  readonly game: string;
  readonly accent?: string;
  readonly name: string;
  readonly role: Role;
  /** When this browser last sat there, in milliseconds. */
  readonly at: number;
  /** What others are invited with, while this seat may know it. */
  readonly invitation?: string;
}

const PLACE = "fatetable.seats";
const ARRIVING = "fatetable.arriving";

export function remembered(): RememberedSeat[] {
  try {
    const seats = JSON.parse(localStorage.getItem(PLACE) ?? "[]") as RememberedSeat[];
    return seats.sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

export function seatAt(table: string, seat: string): RememberedSeat | undefined {
  return remembered().find((each) => each.table === table && each.seat === seat);
}

export function remember(seat: RememberedSeat): void {
  const before = seatAt(seat.table, seat.seat);
  const others = remembered().filter((each) => each.table !== seat.table || each.seat !== seat.seat);
  localStorage.setItem(PLACE, JSON.stringify([{ ...before, ...seat }, ...others]));
}

export function forget(table: string, seat: string): void {
  localStorage.setItem(PLACE, JSON.stringify(remembered().filter((each) => each.table !== table || each.seat !== seat)));
}

/** A key that came with a link waits here until the table has said whose it is. */
export const arriving = {
  put(kind: "seat" | "join", key: string): void {
    sessionStorage.setItem(`${ARRIVING}.${kind}`, key);
  },
  get(kind: "seat" | "join"): string {
    return sessionStorage.getItem(`${ARRIVING}.${kind}`) ?? "";
  },
  clear(kind: "seat" | "join"): void {
    sessionStorage.removeItem(`${ARRIVING}.${kind}`);
  },
};

export function linkFor(kind: "seat" | "join", key: string): string {
  return `${location.origin}/#${kind}=${key}`;
}
