/**
 * Adds randomness to the dice without a press: pledges random words when somebody sits down, and tells them when the
 * seat is asked.  `docs/dice.md` describes why.
 */

import { readJson, writeJson } from "../../storage/json";
import type { Stirring } from "../../wire/types";
import { digest, hex } from "./sha256";

/** Words of this browser; `asked` sums up the pledges that stood when they were told. */
export interface Words {
  readonly words: string;
  readonly asked?: string;
}

const MOST_KEPT = 200;
const WORD_BYTES = 32;

export const pledgeOf = (words: string): string => digest(`fatetable pledge 1|${words}`);

/** Sums up who was asked for words, in which order, and what they had pledged. */
export const askedInShort = (asked: Readonly<Record<string, string>>): string => digest(JSON.stringify(Object.entries(asked)));

export function randomWords(): string {
  return hex(crypto.getRandomValues(new Uint8Array(WORD_BYTES)));
}

/** The words this browser has made up for a seat; those told already are kept to check the record with. */
export class OwnWords {
  readonly #key: string;
  #kept: readonly Words[];

  constructor(table: string, seat: string) {
    this.#key = `fatetable.stirs.${table}.${seat}`;
    this.#kept = readJson<Words[]>(this.#key, []);
  }

  get told(): readonly Words[] {
    return this.#kept.filter((each) => each.asked !== undefined);
  }

  /** The words behind a pledge; another window of this browser may have made them up. */
  behind(pledge: string): string | undefined {
    const find = (): string | undefined => this.#kept.find((each) => pledgeOf(each.words) === pledge)?.words;
    const found = find();
    if (found !== undefined) return found;
    this.#kept = merged(this.#kept, readJson<Words[]>(this.#key, []));
    return find();
  }

  keep(...more: Words[]): void {
    this.#kept = merged(merged(readJson<Words[]>(this.#key, []), this.#kept), more).slice(-MOST_KEPT);
    writeJson(this.#key, this.#kept);
  }
}

function merged(one: readonly Words[], other: readonly Words[]): Words[] {
  const all = new Map(one.map((each) => [each.words, each]));
  for (const each of other) if (each.asked !== undefined || !all.has(each.words)) all.set(each.words, each);
  return [...all.values()];
}

/** What the page of a seat has to send now, if anything. */
export function stirCommand(stirring: Stirring, seat: string, own: OwnWords, make: () => string = randomWords): Record<string, unknown> | null {
  const pledge = stirring.pledges?.[seat];
  const words = pledge === undefined ? undefined : own.behind(pledge);
  if (stirring.owing?.includes(seat)) {
    const asked = stirring.asked ?? {};
    const mine = own.behind(asked[seat] ?? "");
    if (mine === undefined) return null;
    const next = make();
    own.keep({ words: mine, asked: askedInShort(asked) }, { words: next });
    return { type: "tell-stir", words: mine, pledge: pledgeOf(next) };
  }
  if (words === undefined) {
    if (stirring.resting?.includes(seat)) return null;
    const first = make();
    own.keep({ words: first });
    return { type: "pledge-stir", pledge: pledgeOf(first) };
  }
  return stirring.is_due ? { type: "stir-dice" } : null;
}

/** Follows the table of one page, and sends each answer once. */
export class Stirrer {
  readonly #own: OwnWords;
  #answered = "";

  constructor(
    private readonly seat: string,
    table: string,
    private readonly send: (command: Record<string, unknown>) => void,
  ) {
    this.#own = new OwnWords(table, seat);
  }

  hear(stirring: Stirring): void {
    const { pledges, asked, owing, resting, is_due } = stirring;
    const question = JSON.stringify([pledges?.[this.seat], asked, owing?.includes(this.seat), resting?.includes(this.seat), is_due]);
    if (question === this.#answered) return;
    this.#answered = question;
    const command = stirCommand(stirring, this.seat, this.#own);
    if (command) this.send(command);
  }
}
