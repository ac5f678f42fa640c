/**
 * What one seat's page knows of its table: blocks, offers, log and people, kept up to date from the socket.
 *
 * Holds no rules; a component reads from here what to draw and hands back what was pressed.
 */

import { getContext, setContext } from "svelte";

import { Connection, inBrowser, socketAddress, type InFlight, type Status, type Surroundings } from "./connection";
import { fillIn, type Values } from "./offers/filling";
import { offersAbout, type Placed } from "./offers/placing";
import { capitalised, inWordsOf, text } from "./texts";
import type { Block, LogLine, OddsView, OfferView, Patch, Person, Refused, ToPage, Welcome } from "./wire/types";

type BlockOf<T extends Block["type"]> = Extract<Block, { type: T }>;

/** Something to tell the person once: a refusal, or what happened to their connection. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "refusal" | "news";
  readonly cites: readonly string[];
}

/** What a picked offer is waiting for: the form that fills it in is open. */
export interface Opened {
  readonly offer: OfferView;
  readonly preset: Values;
  readonly seat: string;
  /** Whoever opened it wants to know what was filled in, once it is sent. */
  readonly sent?: (values: Values) => void;
  /** A sheet it asks for is to be made anew; what is ready-made was offered where it was opened. */
  readonly builds?: boolean;
}

const LONGEST_LOG = 2_000;

export class TableState {
  welcome = $state.raw<Welcome | null>(null);
  status = $state<Status>("connecting");
  sentence = $state("");
  seq = $state(0);
  people = $state.raw<readonly Person[]>([]);
  log = $state.raw<readonly LogLine[]>([]);
  inFlight = $state.raw<readonly InFlight[]>([]);
  toasts = $state.raw<readonly Toast[]>([]);
  odds = $state.raw<Readonly<Record<string, OddsView>>>({});
  foreseen = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  /** The offer whose form is open, if any. */
  opened = $state.raw<Opened | null>(null);
  /** Rules somebody wants to read. */
  cited = $state.raw<readonly string[]>([]);
  standsInFor = $state("");

  #blocks = $state.raw<Readonly<Record<string, Block>>>({});
  #order = $state.raw<readonly string[]>([]);
  #offers = $state.raw<Readonly<Record<string, OfferView>>>({});
  #menu = $state.raw<readonly string[]>([]);
  #proxy = $state.raw<readonly OfferView[]>([]);
  #startsAfresh = false;
  #asked = new Set<string>();
  #toastNumber = 0;
  #connection: Connection;

  /** Everything on the screen, in the order the server gives. */
  readonly blocks = $derived(this.#order.flatMap((key) => this.#blocks[key] ?? []));
  /** Everything this seat may do now. */
  readonly offers = $derived(this.#menu.flatMap((key) => this.#offers[key] ?? []));
  /** What the seat the game master stands in for may do. */
  readonly proxyOffers = $derived(this.standsInFor ? this.#proxy : []);
  /** A table may have chosen that nobody is told chances; until it is known, nobody asks. */
  readonly tellsOdds = $derived(this.welcome !== null && this.welcome.dials["odds"] !== false);
  readonly isGm = $derived(this.welcome?.role === "gm");
  readonly me = $derived(this.people.find((person) => person.seat === this.welcome?.seat));
  readonly #busy = $derived(new Set(this.inFlight.map((entry) => entry.about)));

  constructor(
    readonly key: string,
    address = socketAddress(window.location),
    around: Surroundings = inBrowser(),
  ) {
    this.#connection = new Connection(
      key,
      address,
      {
        hear: (message) => this.hear(message),
        status: (status, sentence) => {
          this.status = status;
          this.sentence = sentence;
        },
        inFlight: (waiting) => (this.inFlight = waiting),
      },
      around,
    );
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  retry(): void {
    this.#connection.retry();
  }

  // -- looking ------------------------------------------------------------------------------------------------------

  /** The blocks of one kind. */
  all<T extends Block["type"]>(type: T): BlockOf<T>[] {
    return this.blocks.filter((block): block is BlockOf<T> => block.type === type);
  }

  /** The first block of a kind, if there is one. */
  one<T extends Block["type"]>(type: T): BlockOf<T> | undefined {
    return this.all(type)[0];
  }

  /** The offers that have to do with something by its id, with the holes filled that choose it. */
  about(...ids: string[]): Placed[] {
    return offersAbout(this.offers, ids);
  }

  offersIn(...groups: string[]): OfferView[] {
    return this.offers.filter((offer) => groups.includes(offer.group));
  }

  isBusy(offer: OfferView): boolean {
    return this.#busy.has(offer.key);
  }

  /** The book's word for one of ours. */
  word(neutral: string): string {
    return this.welcome?.lexicon[neutral] ?? neutral;
  }

  /** A sentence of the server in the book's words. */
  worded(sentence: string): string {
    return inWordsOf(this.welcome?.lexicon["gm"] ?? "game master", sentence);
  }

  nameOf(seat: string): string {
    const person = this.people.find((each) => each.seat === seat);
    // Nobody knows a seat that is still free by anything but who is played from it.
    return person?.name || person?.characters?.[0] || capitalised(seat);
  }

  // -- doing --------------------------------------------------------------------------------------------------------

  /** Presses an offer: sends it if nothing is left to fill in, otherwise opens its form. */
  press(offer: OfferView, preset: Values = {}, seat = ""): void {
    const isComplete = offer.holes === undefined || offer.holes.every((hole) => (hole.key || hole.field) in preset);
    if (isComplete) this.send(offer, preset, seat);
    else this.opened = { offer, preset, seat };
  }

  /** Opens the form of an offer, however much of it is filled in already. */
  open(offer: OfferView, preset: Values = {}, sent?: (values: Values) => void): void {
    this.opened = { offer, preset, seat: "", ...(sent && { sent }) };
  }

  /** Opens the form of an offer with the builder above it. */
  openToBuild(offer: OfferView, preset: Values = {}): void {
    this.opened = { offer, preset, seat: "", builds: true };
  }

  /** Sends an offer with its holes filled. */
  send(offer: OfferView, values: Values = {}, seat = ""): string {
    if (this.opened?.offer === offer) this.opened.sent?.(values);
    this.opened = null;
    return this.#connection.do(fillIn(offer, values), offer.key, seat);
  }

  close(): void {
    this.opened = null;
  }

  /** Asks for the chances of offers that change a roll; the answers appear in `odds`. */
  wantOdds(...offers: OfferView[]): void {
    if (!this.tellsOdds) return;
    const unknown = offers.filter((offer) => offer.changes && !(offer.key in this.odds) && !this.#asked.has(offer.key));
    if (!unknown.length) return;
    for (const offer of unknown) this.#asked.add(offer.key);
    this.#connection.askOdds(unknown.map((offer) => offer.key));
  }

  /** Asks what an offer that moves the story on would bring about; the answer appears in `foreseen`. */
  foresee(offer: OfferView): void {
    if (!(offer.key in this.foreseen)) this.#connection.foresee(offer.key);
  }

  standIn(seat: string): void {
    this.standsInFor = seat;
    this.#proxy = [];
    this.#connection.standIn(seat);
  }

  cite(rules: readonly string[]): void {
    this.cited = rules;
  }

  tell(words: string, tone: Toast["tone"] = "news", cites: readonly string[] = []): void {
    this.toasts = [...this.toasts.slice(-3), { id: ++this.#toastNumber, text: words, tone, cites }];
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Puts older lines, asked for beside the socket, before those that are known. */
  recall(lines: readonly LogLine[]): void {
    this.log = mergeLog(this.wordedLines(lines), this.log);
  }

  /** What people said is theirs to word. */
  wordedLines(lines: readonly LogLine[]): LogLine[] {
    return lines.map((line) => (line.kind === "said" ? line : { ...line, text: this.worded(line.text) }));
  }

  // -- hearing ------------------------------------------------------------------------------------------------------

  hear(message: ToPage): void {
    switch (message.t) {
      case "welcome":
        this.welcome = message;
        this.#startsAfresh = message.fresh;
        break;
      case "patch":
        this.#apply(message);
        break;
      case "refused":
        this.#refuse(message);
        break;
      case "odds":
        this.odds = { ...this.odds, ...message.odds };
        break;
      case "foreseen":
        this.foreseen = { ...this.foreseen, [message.offer]: message.lines };
        break;
    }
  }

  #apply(patch: Patch): void {
    if (this.#startsAfresh) this.#forget();
    this.seq = patch.seq;
    const blocks = { ...this.#blocks, ...this.#wordedBlocks(patch.blocks) };
    const order = patch.order ?? this.#order;
    this.#blocks = only(order, blocks);
    this.#order = order;
    this.#takeOffers(patch);
    if (patch.proxy) this.#proxy = patch.proxy.map((offer) => ({ ...offer, label: this.worded(offer.label) }));
    if (patch.log?.length) this.log = mergeLog(this.log, this.wordedLines(patch.log)).slice(-LONGEST_LOG);
    if (patch.undone) this.log = withUndone(this.log, patch.undone);
    if (patch.people) this.people = patch.people;
  }

  #wordedBlocks(blocks: Patch["blocks"]): Record<string, Block> {
    const worded = Object.entries(blocks ?? {}).map(([key, block]): [string, Block] => [key, block.type === "prompt" ? { ...block, question: this.worded(block.question) } : block]);
    return Object.fromEntries(worded);
  }

  #takeOffers(patch: Patch): void {
    const offers = { ...this.#offers };
    for (const offer of patch.offers ?? []) offers[offer.key] = { ...offer, label: this.worded(offer.label) };
    const menu = patch.menu ?? this.#menu;
    this.#offers = only(menu, offers);
    this.#menu = menu;
    if (patch.menu || patch.offers?.length || patch.blocks) {
      // The chances of an offer belong to the moment in which they were asked for.
      this.odds = {};
      this.foreseen = {};
      this.#asked.clear();
    }
    const opened = this.opened;
    if (opened && patch.menu && !opened.seat && !(opened.offer.key in this.#offers)) {
      this.opened = null;
      this.tell(text("offer.gone"));
    }
  }

  #forget(): void {
    this.#startsAfresh = false;
    this.#blocks = {};
    this.#order = [];
    this.#offers = {};
    this.#menu = [];
    this.#proxy = [];
    this.log = [];
  }

  #refuse(message: Refused): void {
    this.tell(this.worded(message.message), "refusal", message.cites ?? []);
  }
}

function only<T>(keys: readonly string[], from: Readonly<Record<string, T>>): Record<string, T> {
  const kept: Record<string, T> = {};
  for (const key of keys) if (from[key] !== undefined) kept[key] = from[key];
  return kept;
}

/** What people said to each other was said, whatever was taken back; of everything else only what still counts counts. */
export function withUndone(log: readonly LogLine[], stretches: readonly (readonly [number, number])[]): LogLine[] {
  return log.map((line) => {
    const isTakenBack = stretches.some(([first, last]) => first <= line.seq && line.seq <= last);
    const undone = isTakenBack && line.kind !== "said" && line.kind !== "rewound";
    return undone === (line.undone ?? false) ? line : { ...line, undone };
  });
}

/** Puts new lines in their place; a line that is told again replaces what it was. */
export function mergeLog(known: readonly LogLine[], news: readonly LogLine[]): LogLine[] {
  const lines = new Map<string, LogLine>();
  for (const line of known) lines.set(identity(line), line);
  for (const line of news) lines.set(identity(line), line);
  return [...lines.values()].sort((one, other) => one.seq - other.seq);
}

function identity(line: LogLine): string {
  return `${line.seq} ${line.kind ?? "line"} ${line.text}`;
}

// -- reaching it from components --------------------------------------------------------------------------------------

const PLACE = Symbol("table");

export function provideTable(table: TableState): TableState {
  return setContext(PLACE, table);
}

/** The table this component belongs to. */
export function useTable(): TableState {
  return getContext<TableState>(PLACE);
}
