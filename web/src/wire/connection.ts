/**
 * The WebSocket of a seat: says hello, reconnects, and sends every command until the server answers it.
 *
 * Passes all messages on to its listener, which is the state of the table.
 */

import { onServer } from "./base";
import { VERSION, type Do, type FromPage, type Goodbye, type ToPage } from "./types";

/** `over` and `outdated` are final: the server does not want the page back, or speaks a newer version. */
export type Status = "connecting" | "live" | "lost" | "over" | "outdated";

/** A command without an answer so far; `about` is the key of its offer. */
export interface InFlight {
  readonly id: string;
  readonly command: Record<string, unknown>;
  readonly seat: string;
  readonly about: string;
}

interface Listener {
  onMessage(message: ToPage): void;
  onStatus(status: Status, sentence: string): void;
  onInFlight(waiting: readonly InFlight[]): void;
}

/** What a connection needs from the browser; tests pass their own. */
export interface Environment {
  open(address: string): WebSocket;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  setTimer(run: () => void, milliseconds: number): number;
  clearTimer(timer: number): void;
  random(): number;
  newId(): string;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Milliseconds without any message after which the page asks the server for a sign of life. */
export const SILENCE = 20_000;
/** Milliseconds a hello, a command or that question may stay without any message before the line counts as lost. */
export const STALL = 8_000;

export function browserEnvironment(): Environment {
  return {
    open: (address) => new WebSocket(address),
    storage: window.sessionStorage,
    setTimer: (run, milliseconds) => window.setTimeout(run, milliseconds),
    clearTimer: (timer) => window.clearTimeout(timer),
    random: Math.random,
    newId: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

/** The address of the server's WebSocket. */
export function socketAddress(at: Pick<Location, "protocol" | "host">): string {
  return `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}${onServer("/ws")}`;
}

/** The address for a table, so that a server of several processes finds the one that plays it. */
export function addressOf(socket: string, table: string): string {
  return table ? `${socket}?table=${encodeURIComponent(table)}` : socket;
}

export class Connection {
  #socket: WebSocket | null = null;
  #outbox: InFlight[];
  #seen = 0;
  #role = "";
  #attempts = 0;
  #timer: number | null = null;
  #silence: number | null = null;
  #stall: number | null = null;
  #isWelcome = false;
  #isClosed = false;
  #standsInFor = "";

  constructor(
    private readonly key: string,
    private readonly address: string,
    private readonly listener: Listener,
    private readonly environment: Environment,
    /** The id of the table, if it is known; otherwise the server says it. */
    private table = "",
  ) {
    this.#outbox = this.#readOutbox();
  }

  start(): void {
    this.listener.onInFlight(this.#outbox);
    this.#connect();
  }

  /** Closes the connection.  Commands without an answer stay in the outbox until the seat is opened again. */
  stop(): void {
    this.#isClosed = true;
    if (this.#timer !== null) this.environment.clearTimer(this.#timer);
    this.#stopWatching();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Reconnects at once instead of waiting for the next attempt. */
  retry(): void {
    if (this.#isClosed || this.#socket) return;
    if (this.#timer !== null) this.environment.clearTimer(this.#timer);
    this.#attempts = 0;
    this.#connect();
  }

  /** Sends a command until it is answered, also after a lost connection or a reload; returns its id. */
  do(command: Record<string, unknown>, about = "", seat = ""): string {
    const entry: InFlight = { id: this.environment.newId(), command, seat, about };
    this.#saveOutbox([...this.#outbox, entry]);
    if (this.#isWelcome) {
      this.#send(asMessage(entry));
      this.#expectAnswer();
    }
    return entry.id;
  }

  /** Asks for odds; a lost question is not repeated. */
  askOdds(offers: readonly string[]): void {
    const question: FromPage = { t: "ask-odds", id: this.environment.newId(), offers: [...offers] };
    if (this.#isWelcome) this.#send(question);
  }

  askPreview(offer: string): void {
    if (this.#isWelcome) this.#send({ t: "foresee", id: this.environment.newId(), offer });
  }

  standIn(seat: string): void {
    this.#standsInFor = seat;
    if (this.#isWelcome) this.#send({ t: "stand-in", seat });
  }

  #connect(): void {
    this.#timer = null;
    this.#isWelcome = false;
    const socket = this.environment.open(addressOf(this.address, this.table));
    this.#socket = socket;
    this.#expectAnswer();
    socket.onopen = () => this.#send({ t: "hello", key: this.key, after: this.#seen, role: this.#role, version: VERSION });
    socket.onmessage = (event: MessageEvent) => {
      if (this.#socket !== socket) return;
      this.#watch();
      this.#receive(JSON.parse(String(event.data)) as ToPage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost("");
    };
  }

  #receive(message: ToPage): void {
    switch (message.t) {
      case "welcome":
        if (message.version !== VERSION) return this.#finish("outdated", "");
        this.#attempts = 0;
        this.#isWelcome = true;
        this.#role = message.role;
        if (message.fresh) this.#seen = 0;
        this.listener.onMessage(message);
        this.listener.onStatus("live", "");
        for (const entry of this.#outbox) this.#send(asMessage(entry));
        if (this.#outbox.length) this.#expectAnswer();
        if (this.#standsInFor) this.#send({ t: "stand-in", seat: this.#standsInFor });
        return;
      case "patch":
        this.#seen = Math.max(this.#seen, message.seq);
        break;
      case "done":
      case "refused":
        this.listener.onMessage(message);
        this.#saveOutbox(this.#outbox.filter((entry) => entry.id !== message.id));
        return;
      case "goodbye":
        return this.#goodbye(message);
    }
    this.listener.onMessage(message);
  }

  #goodbye(message: Goodbye): void {
    if (message.code === "other-version") return this.#finish("outdated", message.message);
    if (message.table && message.table !== this.table) {
      this.table = message.table;
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      return this.#connect();
    }
    if (!message.may_return) return this.#finish("over", message.message);
    const socket = this.#socket;
    this.#lost(message.message);
    socket?.close();
  }

  #finish(status: Status, sentence: string): void {
    this.stop();
    this.listener.onStatus(status, sentence);
  }

  /** Reconnects after a pause that grows with each failure; partly random, so that not all seats return at once. */
  #lost(sentence: string): void {
    this.#stopWatching();
    this.#socket = null;
    this.#isWelcome = false;
    if (this.#isClosed) return;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    this.#attempts += 1;
    this.listener.onStatus("lost", sentence);
    this.#timer = this.environment.setTimer(() => {
      this.listener.onStatus("connecting", sentence);
      this.#connect();
    }, longest * (0.5 + this.environment.random() / 2));
  }

  // -- a line that is open but silent -------------------------------------------------------------------------------

  /** Begins to wait for the next message: any one shows that the line works. */
  #watch(): void {
    this.#stopWatching();
    this.#silence = this.environment.setTimer(() => {
      // Browsers answer the server's pings without telling the page, so it asks for something that is no work.
      this.askOdds([]);
      this.#expectAnswer();
    }, SILENCE);
  }

  #expectAnswer(): void {
    if (this.#stall !== null) return;
    this.#stall = this.environment.setTimer(() => {
      const socket = this.#socket;
      this.#lost("");
      socket?.close();
    }, STALL);
  }

  #stopWatching(): void {
    if (this.#silence !== null) this.environment.clearTimer(this.#silence);
    if (this.#stall !== null) this.environment.clearTimer(this.#stall);
    this.#silence = this.#stall = null;
  }

  #send(message: FromPage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  get #storageKey(): string {
    return `fatetable.outbox.${this.key}`;
  }

  #readOutbox(): InFlight[] {
    try {
      return JSON.parse(this.environment.storage.getItem(this.#storageKey) ?? "[]") as InFlight[];
    } catch {
      return [];
    }
  }

  #saveOutbox(outbox: InFlight[]): void {
    this.#outbox = outbox;
    if (outbox.length) this.environment.storage.setItem(this.#storageKey, JSON.stringify(outbox));
    else this.environment.storage.removeItem(this.#storageKey);
    this.listener.onInFlight(outbox);
  }
}

function asMessage(entry: InFlight): Do {
  return { t: "do", id: entry.id, command: entry.command, seat: entry.seat };
}
