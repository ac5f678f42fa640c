/**
 * The seats this browser has used, with their keys.
 *
 * Anyone with a key can sit in its seat, so it is stored here and never stays in an address.
 */

import type { Role } from "../wire/api";
import { base } from "../wire/base";
import { reach } from "../wire/reach.svelte";
import { readJson, writeJson } from "./json";

export interface RememberedSeat {
  readonly table: string;
  readonly seat: string;
  readonly key: string;
  readonly title: string;
  readonly game: string;
  readonly accent?: string;
  readonly name: string;
  readonly role: Role;
  /** When this browser last opened the seat, in milliseconds. */
  readonly at: number;
  /** The key of the invitation, if this browser opened the table. */
  readonly invitation?: string;
  /** The key of the link for spectators, if this browser made one. */
  readonly watching?: string;
}

// Another server may have the same name and another path; its seats are not ours to show or to forget.
const SEATS = `fatetable.seats${base.slice(0, -1)}`;
const CHOSEN = "fatetable.chosenKey";
const ARRIVING = "fatetable.arrivingKey";

/** All remembered seats, the one used last first. */
export function rememberedSeats(): RememberedSeat[] {
  return readJson<RememberedSeat[]>(SEATS, []).sort((one, other) => other.at - one.at);
}

export function seatAt(table: string, seat: string): RememberedSeat | undefined {
  return rememberedSeats().find((each) => each.table === table && each.seat === seat);
}

/** The seats of one table. */
export function seatsAt(table: string): RememberedSeat[] {
  return rememberedSeats().filter((each) => each.table === table);
}

/** The seats by table, those of the table used last first. */
export function seatsByTable(): RememberedSeat[][] {
  const tables = new Map<string, RememberedSeat[]>();
  for (const seat of rememberedSeats()) tables.set(seat.table, [...(tables.get(seat.table) ?? []), seat]);
  return [...tables.values()];
}

export function remember(seat: RememberedSeat): void {
  const before = seatAt(seat.table, seat.seat);
  const others = rememberedSeats().filter((each) => each.table !== seat.table || each.seat !== seat.seat);
  writeJson(SEATS, [{ ...before, ...seat }, ...others]);
}

/** Forgets a seat, or all seats of a table. */
export function forget(table: string, seat?: string): void {
  writeJson(SEATS, rememberedSeats().filter((each) => each.table !== table || (seat !== undefined && each.seat !== seat)));
}

/** The key of a link that was just opened, until the server has said which seat it belongs to. */
export const arrivingKey = {
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

/** The key that somebody who sits down chooses for their seat; kept until the server has said that it has it. */
export const chosenKey = {
  for(invitation: string): string {
    const kept = readJson<{ invitation: string; key: string } | null>(CHOSEN, null);
    if (kept?.invitation === invitation) return kept.key;
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
    writeJson(CHOSEN, { invitation, key });
    return key;
  },
  clear(): void {
    writeJson(CHOSEN, null);
  },
};

/** The address that opens a seat, or invites to a table; it changes when the server says where it can be reached. */
export function linkFor(kind: "seat" | "join", key: string): string {
  return `${reach.origin}/#${kind}=${key}`;
}
