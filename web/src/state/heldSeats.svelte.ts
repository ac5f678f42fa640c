/**
 * The seats of one table that this person has the keys to, each with a connection of its own.
 *
 * One of them is shown.  With `follows`, the page goes to the seat that has to decide; while nobody has to, to the game
 * master between encounters and to a player in one, unless somebody chose another seat themselves.
 */

import { getContext, setContext } from "svelte";

import { hasTask } from "../offers/whereOffersGo";
import { readJson, writeJson } from "../storage/json";
import { TableState } from "./tableState.svelte";

const FOLLOWS = "fatetable.follows";

export class HeldSeats {
  /** The seats with a connection, by key. */
  #open = $state.raw<Readonly<Record<string, TableState>>>({});
  #shown = $state("");
  follows = $state(readJson(FOLLOWS, true));
  /** The seat somebody chose, and whether that was in an encounter: the choice holds until it begins or ends. */
  #chosen = $state({ seat: "", isEncounter: false });

  /** `onswitch` is called with a seat that is to be shown. */
  constructor(
    private readonly onswitch: (seat: string, isFollowing: boolean) => void,
    private readonly connect: (key: string) => TableState = (key) => new TableState(key),
  ) {}

  readonly shown = $derived(this.#open[this.#shown] ?? null);
  /** The seats the server has let in, in the order in which people sit. */
  readonly seats = $derived.by(() => {
    const order = this.shown?.people.map((person) => person.seat) ?? [];
    const tables = Object.values(this.#open).filter((table) => table.welcome && table.status !== "over");
    return tables.sort((one, other) => order.indexOf(one.welcome!.seat) - order.indexOf(other.welcome!.seat));
  });
  /** The seat to follow to: one the table waits for, while it does not wait for the seat that is shown. */
  readonly next = $derived.by(() => {
    if (!this.shown) return "";
    const held = this.seats.map((table) => table.welcome!.seat);
    return seatToDecide(this.shown, held) || (this.isAlone && isIdle(this.shown) ? this.#home : "");
  });
  readonly #isEncounter = $derived(ENCOUNTERS.some((type) => this.shown?.block(type)));
  /** The seat to go on from while nobody is waited for; none if it is shown. */
  readonly #home = $derived.by(() => {
    const next = this.seats.find((table) => !table.isGm && hasTask(table.offers));
    // A challenge without a task left, like any other rest, is the game master's to go on from.
    const isRest = !this.#isEncounter || this.shown?.block("tasks") !== undefined;
    const start = (next ?? this.seats.find((table) => table.isGm === isRest))?.welcome?.seat ?? "";
    const home = this.#chosen.seat && this.#chosen.isEncounter === this.#isEncounter ? this.#chosen.seat : start;
    return home === this.shown?.welcome?.seat ? "" : home;
  });
  /** Whether one person has the seat of everybody who plays. */
  readonly isAlone = $derived.by(() => {
    const held = new Set(this.seats.map((table) => table.welcome!.seat));
    const players = this.shown?.people.filter((person) => person.role !== "spectator") ?? [];
    return held.size > 1 && players.every((person) => held.has(person.seat));
  });

  /** Shows the seat of a key, and connects to it and to the others; all other connections are closed. */
  show(key: string, others: readonly string[]): void {
    const wanted = new Set([key, ...others]);
    for (const [each, table] of Object.entries(this.#open)) if (!wanted.has(each)) table.stop();
    this.#open = Object.fromEntries([...wanted].map((each) => [each, this.#open[each] ?? this.#connected(each)]));
    this.#shown = key;
  }

  stop(): void {
    for (const table of Object.values(this.#open)) table.stop();
    this.#open = {};
  }

  switchTo(seat: string, isFollowing = false): void {
    if (!isFollowing) this.#chosen = { seat, isEncounter: this.#isEncounter };
    this.onswitch(seat, isFollowing);
  }

  follow(follows: boolean): void {
    this.follows = follows;
    writeJson(FOLLOWS, follows);
  }

  #connected(key: string): TableState {
    const table = this.connect(key);
    table.start();
    return table;
  }
}

const ENCOUNTERS = ["turn-order", "battle", "tally", "progress", "tasks"] as const;

/** Whether nobody is asked anything, so that anybody may do what they like. */
function isIdle(shown: TableState): boolean {
  return !shown.block("waiting") && shown.blocksOf("prompt").every((prompt) => !prompt.is_blocking) && !shown.blocksOf("roll").some((roll) => roll.stage !== "over" && roll.stage !== "settled");
}

/** The first of these seats the table waits for; none if it waits for the seat that is shown, or only for a clock. */
export function seatToDecide(shown: TableState, held: readonly string[]): string {
  const waiting = shown.block("waiting");
  const isAsked = shown.blocksOf("prompt").some((prompt) => prompt.for_me && prompt.is_blocking);
  if (!waiting || waiting.is_countdown || isAsked || waiting.seats.includes(shown.welcome?.seat ?? "")) return "";
  return waiting.seats.find((seat) => held.includes(seat)) ?? "";
}

const CONTEXT = Symbol("held seats");

export function provideHeldSeats(held: HeldSeats): HeldSeats {
  return setContext(CONTEXT, held);
}

/** The seats of the person at this page; none where a component is shown by itself. */
export function useHeldSeats(): HeldSeats | undefined {
  return getContext<HeldSeats | undefined>(CONTEXT);
}
