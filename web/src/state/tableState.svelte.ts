/**
 * Everything the page of one seat knows about its table: blocks, offers, log and people, updated by the socket.
 *
 * Components read from it what to draw, and send offers through it.  It contains no rules of the game.
 */

import { getContext, setContext } from "svelte";

import { stillOffered } from "../offers/deeds";
import { fillIn, holeName, initialValues, isSettled, type Values } from "../offers/form/holes";
import { Pictures } from "../images/pictures.svelte";
import { capitalised, text } from "../texts/text";
import { browserEnvironment, Connection, socketAddress, type Environment, type InFlight, type Status } from "../wire/connection";
import type { Block, LogLine, OddsView, OfferView, Patch, Person, Refused, Stirring, ToPage, Welcome } from "../wire/types";

export type BlockOf<T extends Block["type"]> = Extract<Block, { type: T }>;

/** A short message: a refusal, or news about the table. */
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "refusal" | "news";
  readonly cites: readonly string[];
}

/** An offer whose form is open. */
export interface OpenForm {
  readonly offer: OfferView;
  readonly preset: Values;
  readonly seat: string;
  /** Called with the values when the form is sent. */
  readonly sent?: (values: Values) => void;
  /** Opens the builder at once, if the form asks for a sheet. */
  readonly builds?: boolean;
}

/** What is to be done with an offer once it is known whether it is still there. */
interface KeptPress {
  readonly offer: OfferView;
  readonly values: Values;
  readonly seat: string;
  readonly then: (offer: OfferView) => void;
}

const LONGEST_LOG = 10_000;
/** Milliseconds after which a command without an answer is shown as being sent. */
const SLOW = 1_000;

export class TableState {
  welcome = $state.raw<Welcome | null>(null);
  status = $state<Status>("connecting");
  statusSentence = $state("");
  seq = $state(0);
  people = $state.raw<readonly Person[]>([]);
  /** What this page needs to stir the dice; unknown until the server has said it. */
  stirring = $state.raw<Stirring | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  inFlight = $state.raw<readonly InFlight[]>([]);
  /** The ids of commands that have been without an answer for a while. */
  #slow = $state.raw<ReadonlySet<string>>(new Set());
  /** The positions that the last command of this page led to, and that its offers are known for. */
  #done = $state(0);
  #offeredAt = $state(0);
  #settling: (() => void)[] = [];
  #kept: KeptPress | null = null;
  /** The keys of what was pressed since the offers were last known. */
  #pressed = $state.raw<ReadonlySet<string>>(new Set());
  #answering = new Map<string, (isDone: boolean) => void>();
  toasts = $state.raw<readonly Toast[]>([]);
  odds = $state.raw<Readonly<Record<string, OddsView>>>({});
  previews = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  /** The form that is open, if any. */
  openForm = $state.raw<OpenForm | null>(null);
  /** The ids of the rules shown in a dialog. */
  shownRules = $state.raw<readonly string[]>([]);
  standsInFor = $state("");
  /** Keys of links that were made on this page. */
  links = $state.raw<{ readonly mine?: string; readonly invitation?: string; readonly watching?: string }>({});
  readonly pictures: Pictures;

  #blocks = $state.raw<Readonly<Record<string, Block>>>({});
  #order = $state.raw<readonly string[]>([]);
  #offers = $state.raw<Readonly<Record<string, OfferView>>>({});
  #menu = $state.raw<readonly string[]>([]);
  #proxy = $state.raw<readonly OfferView[]>([]);
  #isFresh = false;
  #asked = new Set<string>();
  /** The ids of commands that were sent without a press. */
  readonly #quiet = new Set<string>();
  #toastNumber = 0;
  #connection: Connection;

  /** All blocks, in the order of the server. */
  readonly blocks = $derived(this.#order.flatMap((key) => this.#blocks[key] ?? []));
  /** All offers to this seat. */
  readonly offers = $derived(this.#menu.flatMap((key) => this.#offers[key] ?? []));
  /** The offers to the seat the game master acts for. */
  readonly proxyOffers = $derived(this.standsInFor ? this.#proxy : []);
  /** Whether the table shows odds; false until its options are known. */
  readonly allowsOdds = $derived(this.welcome !== null && this.welcome.dials["odds"] !== false);
  /** All visible aspects: those of the scene and those on sheets. */
  readonly cards = $derived(this.blocks.flatMap((block) => (block.type === "aspect-cards" ? block.cards : block.type === "sheet" ? block.aspects : [])));
  /** Whether what this seat may see has come; before that, nothing can be said about the table. */
  readonly isKnown = $derived(this.seq > 0);
  /** Whether what this seat may do has come as well. */
  readonly isReady = $derived(this.isKnown && (this.#menu.length > 0 || this.welcome?.role === "spectator"));
  readonly isGm = $derived(this.welcome?.role === "gm");
  readonly me = $derived(this.people.find((person) => person.seat === this.welcome?.seat));
  /** Whether something sent has been without an answer for a while. */
  readonly isSlow = $derived(this.inFlight.some((entry) => this.#slow.has(entry.id)));
  /** Whether the offers on the page may be older than what else it shows. */
  readonly isSettling = $derived(Math.max(this.#done, this.seq) > this.#offeredAt);
  readonly #busy = $derived(new Set([...this.inFlight.map((entry) => entry.about), ...(this.isSettling ? this.#pressed : [])]));

  constructor(
    readonly key: string,
    /** The id of the table, if it is known. */
    id = "",
    address = socketAddress(window.location),
    private readonly environment: Environment = browserEnvironment(),
  ) {
    this.pictures = new Pictures(key);
    this.#connection = new Connection(
      key,
      address,
      {
        onMessage: (message) => this.receive(message),
        onStatus: (status, sentence) => {
          this.status = status;
          this.statusSentence = sentence;
        },
        onInFlight: (waiting) => this.#takeInFlight(waiting),
      },
      environment,
      id,
    );
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
    this.pictures.release();
  }

  retry(): void {
    this.#connection.retry();
  }

  // -- reading ------------------------------------------------------------------------------------------------------

  /** All blocks of one type. */
  blocksOf<T extends Block["type"]>(type: T): BlockOf<T>[] {
    return this.blocks.filter((block): block is BlockOf<T> => block.type === type);
  }

  /** The first block of a type, if there is one. */
  block<T extends Block["type"]>(type: T): BlockOf<T> | undefined {
    return this.blocksOf(type)[0];
  }

  offersInGroup(...groups: string[]): OfferView[] {
    return this.offers.filter((offer) => groups.includes(offer.group));
  }

  offersOfType(...types: string[]): OfferView[] {
    return this.offers.filter((offer) => types.includes(offer.command.type));
  }

  /** Whether an offer was pressed, and what it led to is not known yet; it cannot be pressed again meanwhile. */
  isBusy(offer: OfferView): boolean {
    return this.#busy.has(offer.key);
  }

  /** Whether an offer was sent and has been without an answer for a while. */
  isPending(offer: OfferView): boolean {
    return this.inFlight.some((entry) => entry.about === offer.key && this.#slow.has(entry.id));
  }

  /** Waits for the answer to a command; false if it was refused. */
  answer(id: string): Promise<boolean> {
    return new Promise((resolve) => this.#answering.set(id, resolve));
  }

  /** Waits until a command is answered and the offers after it are here. */
  async settled(id: string): Promise<void> {
    await this.answer(id);
    if (this.isSettling) await new Promise<void>((resolve) => this.#settling.push(resolve));
  }

  /** The book's own term for one of ours, such as `gm` or `trait`. */
  word(neutral: string): string {
    return this.welcome?.lexicon[neutral] ?? neutral;
  }

  seatName(seat: string): string {
    const person = this.people.find((each) => each.seat === seat);
    // A free seat has no person's name, but maybe a character.
    return person?.name || person?.characters?.[0] || capitalised(seat);
  }

  // -- acting -------------------------------------------------------------------------------------------------------

  /**
   * Does something with an offer that was pressed.
   *
   * While newer offers are on their way, the press is kept; it counts if the offer is then still there and these values
   * can still be chosen.  Of several kept presses only the last counts.
   */
  whenOffered(offer: OfferView, then: (offer: OfferView) => void, values: Values = {}, seat = ""): void {
    if (this.isBusy(offer)) return;
    if (!this.isSettling) {
      then(offer);
      return;
    }
    this.#kept = { offer, values, seat, then };
    this.#pressed = new Set([...this.#pressed, offer.key]);
  }

  #takeKept(): void {
    const kept = this.#kept;
    if (!kept || this.isSettling) return;
    this.#kept = null;
    const offer = stillOffered(kept.offer, kept.seat ? this.#proxy : this.offers, kept.values);
    if (offer) kept.then(offer);
    else this.notify(text("offer.gone"));
  }

  /** Sends an offer if nothing is left to choose or to write, otherwise opens its form. */
  press(offer: OfferView, preset: Values = {}, seat = ""): void {
    const isComplete = offer.holes === undefined || offer.holes.every((hole) => holeName(hole) in preset || isSettled(hole));
    if (isComplete) this.send(offer, initialValues(offer, preset), seat);
    else this.openForm = { offer, preset, seat };
  }

  /** Opens the form of an offer, even if all its holes are filled. */
  open(offer: OfferView, preset: Values = {}, sent?: (values: Values) => void): void {
    this.openForm = { offer, preset, seat: "", ...(sent && { sent }) };
  }

  /** Opens the form of an offer, and the builder for the sheet it asks for. */
  openToBuild(offer: OfferView, preset: Values = {}): void {
    this.openForm = { offer, preset, seat: "", builds: true };
  }

  /** Sends an offer with its holes filled. */
  send(offer: OfferView, values: Values = {}, seat = ""): string {
    if (this.openForm?.offer === offer) this.openForm.sent?.(values);
    this.openForm = null;
    this.#pressed = new Set([...this.#pressed, offer.key]);
    return this.#connection.do(fillIn(offer, values), offer.key, seat);
  }

  /** Sends a command that no offer leads to. */
  sendCommand(command: Record<string, unknown>): void {
    this.#connection.do(command);
  }

  /** Sends something without a press; a refusal is not shown. */
  sendQuietly(command: Record<string, unknown>): void {
    this.#quiet.add(this.#connection.do(command));
  }

  close(): void {
    this.openForm = null;
  }

  /** Asks the server for the odds after these offers; the answers appear in `odds`. */
  requestOdds(...offers: OfferView[]): void {
    if (!this.allowsOdds) return;
    const unknown = offers.filter((offer) => offer.changes && !(offer.key in this.odds) && !this.#asked.has(offer.key));
    if (!unknown.length) return;
    for (const offer of unknown) this.#asked.add(offer.key);
    this.#connection.askOdds(unknown.map((offer) => offer.key));
  }

  /** Asks the server for the effects of an offer; the answer appears in `previews`. */
  requestPreview(offer: OfferView): void {
    if (!(offer.key in this.previews)) this.#connection.askPreview(offer.key);
  }

  standIn(seat: string): void {
    this.standsInFor = seat;
    this.#proxy = [];
    this.#connection.standIn(seat);
  }

  showRules(rules: readonly string[]): void {
    this.shownRules = rules;
  }

  notify(words: string, tone: Toast["tone"] = "news", cites: readonly string[] = []): void {
    this.toasts = [...this.toasts.slice(-3), { id: ++this.#toastNumber, text: words, tone, cites }];
  }

  /** Shows why something could not be done. */
  notifyProblem(problem: unknown): void {
    this.notify(problem instanceof Error ? problem.message : text("error.unknown"), "refusal");
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Adds older log lines, which were fetched by HTTP. */
  addOlderLines(lines: readonly LogLine[]): void {
    this.log = mergeLog(lines, this.log);
  }

  // -- receiving ----------------------------------------------------------------------------------------------------

  receive(message: ToPage): void {
    switch (message.t) {
      case "welcome":
        this.welcome = message;
        this.#isFresh = message.fresh;
        this.#done = 0;
        break;
      case "patch":
        this.#apply(message);
        break;
      case "done":
        this.#done = message.seq;
        this.#answered(message.id, true);
        break;
      case "refused":
        this.#refuse(message);
        this.#answered(message.id, false);
        break;
      case "odds":
        this.odds = { ...this.odds, ...message.odds };
        break;
      case "foreseen":
        this.previews = { ...this.previews, [message.offer]: message.lines };
        break;
    }
  }

  #apply(patch: Patch): void {
    if (this.#isFresh) this.#clear();
    this.seq = patch.seq;
    const blocks = { ...this.#blocks, ...patch.blocks };
    const order = patch.order ?? this.#order;
    this.#blocks = only(order, blocks);
    this.#order = order;
    this.#takeOffers(patch);
    if (patch.proxy) this.#proxy = patch.proxy;
    if (patch.log?.length) this.log = mergeLog(this.log, patch.log).slice(-LONGEST_LOG);
    if (patch.undone) this.log = withUndone(this.log, patch.undone);
    if (patch.people) this.people = patch.people;
    if (patch.stirring) this.stirring = patch.stirring;
    this.#takeKept();
  }

  #takeOffers(patch: Patch): void {
    if (patch.menu || patch.same_menu) this.#settle(patch.seq);
    const offers = { ...this.#offers };
    for (const offer of patch.offers ?? []) offers[offer.key] = offer;
    const menu = patch.menu ?? this.#menu;
    this.#offers = only(menu, offers);
    this.#menu = menu;
    if (patch.menu || patch.offers?.length || patch.blocks) {
      // Odds and previews are valid only for the state they were computed for.
      this.odds = {};
      this.previews = {};
      this.#asked.clear();
    }
    const open = this.openForm;
    if (open && patch.menu && !open.seat && !(open.offer.key in this.#offers)) {
      this.openForm = null;
      this.notify(text("offer.gone"));
    }
  }

  /** The offers are those of this position. */
  #settle(seq: number): void {
    this.#offeredAt = seq;
    if (this.isSettling) return;
    this.#pressed = new Set();
    for (const resolve of this.#settling.splice(0)) resolve();
  }

  #clear(): void {
    this.#isFresh = false;
    this.#blocks = {};
    this.#order = [];
    this.#offers = {};
    this.#menu = [];
    this.#proxy = [];
    this.log = [];
  }

  #answered(id: string, isDone: boolean): void {
    this.#answering.get(id)?.(isDone);
    this.#answering.delete(id);
  }

  #takeInFlight(waiting: readonly InFlight[]): void {
    const known = new Set(this.inFlight.map((entry) => entry.id));
    this.inFlight = waiting;
    for (const { id } of waiting) {
      if (known.has(id)) continue;
      this.environment.setTimer(() => (this.#slow = new Set(this.inFlight.map((entry) => entry.id).filter((each) => each === id || this.#slow.has(each)))), SLOW);
    }
  }

  #refuse(message: Refused): void {
    // It may come twice, if the connection was made anew in between.
    if (this.#quiet.has(message.id)) return;
    this.notify(message.message, "refusal", message.cites ?? []);
  }
}

function only<T>(keys: readonly string[], from: Readonly<Record<string, T>>): Record<string, T> {
  const kept: Record<string, T> = {};
  for (const key of keys) if (from[key] !== undefined) kept[key] = from[key];
  return kept;
}

/** Marks the lines in these ranges as undone; chat messages are never undone. */
export function withUndone(log: readonly LogLine[], stretches: readonly (readonly [number, number])[]): LogLine[] {
  return log.map((line) => {
    const isTakenBack = stretches.some(([first, last]) => first <= line.seq && line.seq <= last);
    const undone = isTakenBack && line.kind !== "said" && line.kind !== "rewound" && line.kind !== "dice";
    return undone === (line.undone ?? false) ? line : { ...line, undone };
  });
}

/** Merges new lines into the log by number; a line that is sent again replaces the old one. */
export function mergeLog(known: readonly LogLine[], news: readonly LogLine[]): LogLine[] {
  const last = known[known.length - 1]?.seq ?? -1;
  // News mostly follow what is known; then nothing has to be compared.
  if (news.every((line, index) => line.seq > last && line.seq >= (news[index - 1]?.seq ?? 0))) return [...known, ...news];
  const lines = new Map<string, LogLine>();
  for (const line of known) lines.set(identity(line), line);
  for (const line of news) lines.set(identity(line), line);
  return [...lines.values()].sort((one, other) => one.seq - other.seq);
}

function identity(line: LogLine): string {
  return `${line.seq} ${line.kind ?? "line"} ${line.text}`;
}

// -- context of components --------------------------------------------------------------------------------------------

const CONTEXT = Symbol("table");

export function provideTable(table: TableState): TableState {
  return setContext(CONTEXT, table);
}

/** The state of the table this component belongs to. */
export function useTable(): TableState {
  return getContext<TableState>(CONTEXT);
}
