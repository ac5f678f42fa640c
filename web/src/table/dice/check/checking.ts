/** Checks the dice of a table in the browser, as `docs/dice.md` describes it. */

import { digest, hex, hmac, sha256, unhex, utf8 } from "../sha256";
import { askedInShort, pledgeOf, type Words } from "../stirring";

interface Position {
  readonly epoch: number;
  readonly number: number;
  readonly stir?: string;
}

interface Throw {
  readonly position: Position;
  readonly dice: readonly string[];
  readonly faces: readonly number[];
  readonly shown: readonly number[];
  readonly values: readonly number[];
  readonly source: string;
}

/** A record about the dice, as the server gives it; the fields depend on the type of the event. */
export interface DiceRecord {
  readonly seq: number;
  readonly event: { readonly type: string; readonly [field: string]: unknown };
}

export interface Thrown {
  readonly name: string;
  readonly shown: readonly number[];
  readonly what: string;
  readonly is: "honest" | "wrong" | "sealed" | "entered" | "unknown";
}

interface Report {
  readonly throws: readonly Thrown[];
  /** What cannot have happened by the rules, with the number of its record. */
  readonly faults: readonly { readonly seq: number; readonly what: FaultKind }[];
  readonly stirs: number;
  /** The secrets that were told. */
  readonly secrets: readonly string[];
  /** Words this browser has told, and how many of them are missing or were answered by others than those it saw. */
  readonly mine: number;
  readonly missing: number;
}

export type FaultKind = "order" | "known" | "unasked" | "epoch" | "words" | "stir" | "secret";

/** What a die shows on each face and what that counts for, from its notation such as `d6[1..6]` or `odd[1*2,2:-2]`. */
export function readDie(die: string): { shown: number[]; values: number[] } {
  const shown: number[] = [];
  const values: number[] = [];
  for (const part of die.slice(die.indexOf("[") + 1, -1).split(",")) {
    const [, first, last, value, times] = /^(-?\d+)(?:\.\.(-?\d+))?(?::(-?\d+))?(?:\*(\d+))?$/.exec(part) ?? [];
    const from = Number(first);
    for (let face = from; face <= Number(last ?? first); face++) {
      for (let again = 0; again < Number(times ?? 1); again++) {
        shown.push(face);
        values.push(Number(value ?? face));
      }
    }
  }
  return { shown, values };
}

/** The faces that a secret gives at a position. */
export function facesOf(secret: string, table: string, { epoch, number, stir }: Position, sizes: readonly number[]): number[] {
  const key = unhex(secret);
  let block = 0;
  let bytes: number[] = [];
  const next = (): number => {
    if (!bytes.length) {
      const text = stir ? `fatetable throw 2|${epoch}|${number}|${block}|${stir}|${table}` : `fatetable throw 1|${epoch}|${number}|${block}|${table}`;
      bytes = [...hmac(key, utf8(text))];
      block++;
    }
    return bytes.shift()!;
  };
  return sizes.map((size) => {
    let span = 256;
    while (span < size) span *= 256;
    for (;;) {
      let value = 0;
      for (let width = 1; width < span; width *= 256) value = value * 256 + next();
      if (value < span - (span % size)) return value % size;
    }
  });
}

/** The seal of a secret. */
export function commitmentOf(secret: string): string {
  const bytes = unhex(secret);
  const start = utf8("fatetable commitment 1\0");
  const message = new Uint8Array(start.length + bytes.length);
  message.set(start);
  message.set(bytes, start.length);
  return hex(sha256(message));
}

const isSame = (one: readonly number[], other: readonly number[]): boolean => one.length === other.length && one.every((face, at) => face === other[at]);

/** Follows the records one by one. */
class Checker {
  readonly throws: (Omit<Thrown, "is"> & { is: Thrown["is"]; readonly thrown: Throw })[] = [];
  readonly faults: { seq: number; what: FaultKind }[] = [];
  readonly secrets: string[] = [];
  /** The words that were told, and the pledges that stood then in short. */
  readonly told = new Map<string, string>();
  stirs = 0;
  #table = "";
  #commitment = "";
  #sealedFrom = 0;
  #epoch = 0;
  #count = 0;
  #isRenewed = false;
  #stir = "";
  readonly #counts: [seq: number, count: number][] = [];
  #known = new Map<number, Map<string, Position>>();
  readonly #pledges = new Map<string, string>();
  #asked: [seat: string, pledge: string][] = [];
  #words = new Map<string, string>();

  follow({ seq, event }: DiceRecord): void {
    const fault = this.#take(seq, event);
    if (fault) this.faults.push({ seq, what: fault });
    this.#counts.push([seq, this.#count]);
  }

  #take(seq: number, event: DiceRecord["event"]): FaultKind | null {
    switch (event.type) {
      case "table-opened/1":
        this.#table = event["table"] as string;
        return null;
      case "play-opened/1":
        this.#commitment = event["commitment"] as string;
        this.#sealedFrom = this.throws.length;
        return null;
      case "play-closed/1":
        return this.#reveal(event["secret"] as string);
      case "dice-thrown/1":
        return this.#throw(event["throw"] as Throw, (event["what"] as string | undefined) ?? "");
      case "dice-renewed/1":
        this.#isRenewed = true;
        return ++this.#epoch === event["epoch"] ? null : "epoch";
      case "rewound/1":
        return this.#rewind(seq, event as unknown as { to: number; epoch: number; is_fresh?: boolean });
      default:
        return this.#takeStir(event as unknown as { type: string; seat: string; seats: string[]; words: string; pledge: string; stir: string });
    }
  }

  #reveal(secret: string): FaultKind | null {
    if (commitmentOf(secret) !== this.#commitment) return "secret";
    this.secrets.push(secret);
    for (const each of this.throws.slice(this.#sealedFrom)) {
      if (each.is !== "sealed") continue;
      const { position, dice, faces, shown, values } = each.thrown;
      const read = dice.map(readDie);
      const wanted = facesOf(secret, this.#table, position, read.map((die) => die.shown.length));
      const isRight =
        isSame(wanted, faces) && isSame(wanted.map((face, at) => read[at]!.shown[face]!), shown) && isSame(wanted.map((face, at) => read[at]!.values[face]!), values);
      each.is = isRight ? "honest" : "wrong";
    }
    this.#commitment = "";
    return null;
  }

  #throw(thrown: Throw, what: string): FaultKind | null {
    const { position, shown, source } = thrown;
    const seen = this.#known.get(this.#count) ?? new Map<string, Position>();
    const epoch = this.#epoch - Number(this.#isRenewed);
    const same = seen.get(what);
    const isUsed = [...seen.values()].some((known) => known.epoch === epoch);
    const isNew = same === undefined && isUsed;
    const wanted: Position = same ?? { epoch: this.#epoch, number: this.#count, stir: this.#stir };
    const isNext = wanted.epoch === position.epoch && wanted.number === position.number && (wanted.stir ?? "") === (position.stir ?? "");
    const fault = this.#isRenewed && !isNew ? "unasked" : isNew && !this.#isRenewed ? "known" : isNext ? null : "order";
    const is = source === "entered" ? "entered" : source === "seeded" && this.#commitment ? "sealed" : "unknown";
    const name = `${position.number + 1}${position.epoch ? ` (${position.epoch})` : ""}`;
    this.throws.push({ name, shown, what, is, thrown });
    if (what) this.#known.set(position.number, new Map(this.#known.get(position.number)).set(what, position));
    this.#count++;
    this.#isRenewed = false;
    return fault;
  }

  #rewind(seq: number, { to, epoch, is_fresh }: { to: number; epoch: number; is_fresh?: boolean }): FaultKind | null {
    const isFresh = is_fresh === true || epoch === seq;
    const isRight = isFresh ? epoch === this.#epoch + 1 || epoch === seq : epoch === this.#epoch;
    this.#count = this.#counts.findLast(([at]) => at <= to)?.[1] ?? 0;
    this.#epoch = epoch;
    if (isFresh) this.#known = new Map();
    return isRight ? null : "epoch";
  }

  #takeStir(event: { type: string; seat: string; seats: string[]; words: string; pledge: string; stir: string }): FaultKind | null {
    const owes = (seat: string): boolean => this.#asked.some(([each]) => each === seat) && !this.#words.has(seat);
    switch (event.type) {
      case "stir-pledged/1": {
        const isRight = !owes(event.seat);
        this.#pledges.set(event.seat, event.pledge);
        return isRight ? null : "words";
      }
      case "stir-begun/1": {
        const isRight = event.seats.length > 0 && event.seats.every((seat) => this.#pledges.has(seat));
        this.#asked = event.seats.map((seat) => [seat, this.#pledges.get(seat) ?? ""]);
        this.#words = new Map();
        return isRight ? null : "words";
      }
      case "stir-told/1": {
        const pledge = this.#asked.find(([seat]) => seat === event.seat)?.[1];
        const isRight = owes(event.seat) && pledgeOf(event.words) === pledge;
        this.#words.set(event.seat, event.words);
        this.#pledges.set(event.seat, event.pledge);
        this.told.set(event.words, askedInShort(Object.fromEntries(this.#asked)));
        return isRight ? null : "words";
      }
      case "stir-broken/1":
        for (const seat of event.seats) this.#pledges.delete(seat);
        this.#asked = [];
        return null;
      case "dice-stirred/1": {
        const words = this.#asked.map(([seat]) => this.#words.get(seat));
        const isRight = words.length > 0 && !words.includes(undefined) && digest(["fatetable stir 1", this.#stir, ...words].join("|")) === event.stir;
        this.#stir = event.stir;
        this.#asked = [];
        this.stirs++;
        return isRight ? null : "stir";
      }
      default:
        return null;
    }
  }
}

/** Checks the records; `own` are the words that this browser told. */
export function checkDice(records: readonly DiceRecord[], own: readonly Words[] = []): Report {
  const checker = new Checker();
  for (const record of records) checker.follow(record);
  const { faults, secrets, stirs, told } = checker;
  return {
    throws: checker.throws.map(({ name, shown, what, is }) => ({ name, shown, what, is })),
    faults,
    stirs,
    secrets,
    mine: own.length,
    missing: own.filter((each) => told.get(each.words) !== each.asked).length,
  };
}
