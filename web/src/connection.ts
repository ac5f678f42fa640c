/**
 * The one socket of a seat: greets, comes back when the line is lost, and sends every command until it is answered.
 *
 * Knows messages and no game; what they mean to a screen is decided by whoever listens.
 */

import { VERSION, type Do, type FromPage, type Goodbye, type ToPage } from "./wire/types";

/** `over` is final: the server has said that coming back makes no sense, or the page is older than the server. */
export type Status = "connecting" | "live" | "lost" | "over" | "outdated";

/** A command that has been sent and not been answered; `about` is the key of the offer it came from. */
export interface InFlight {
  readonly id: string;
  readonly command: Record<string, unknown>;
  readonly seat: string;
  readonly about: string;
}

export interface Listener {
  hear(message: ToPage): void;
  status(status: Status, sentence: string): void;
  inFlight(waiting: readonly InFlight[]): void;
}

/** The parts of a browser a connection needs, so that it can be tried out without one. */
export interface Surroundings {
  open(address: string): WebSocket;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  later(run: () => void, milliseconds: number): number;
  never(timer: number): void;
  random(): number;
  newId(): string;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export function inBrowser(): Surroundings {
  return {
    open: (address) => new WebSocket(address),
    storage: window.sessionStorage,
    later: (run, milliseconds) => window.setTimeout(run, milliseconds),
    never: (timer) => window.clearTimeout(timer),
    random: Math.random,
    newId: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

export function socketAddress(at: Pick<Location, "protocol" | "host">): string {
  return `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}/ws`;
}

export class Connection {
  #socket: WebSocket | null = null;
  #outbox: InFlight[];
  #seen = 0;
  #attempts = 0;
  #timer: number | null = null;
  #isGreeted = false;
  #isClosed = false;
  #standsInFor = "";

  constructor(
    private readonly key: string,
    private readonly address: string,
    private readonly listener: Listener,
    private readonly around: Surroundings,
  ) {
    this.#outbox = this.#stored();
  }

  start(): void {
    this.listener.inFlight(this.#outbox);
    this.#connect();
  }

  /** Leaves for good; what is in flight stays in the outbox for when this seat is opened again. */
  stop(): void {
    this.#isClosed = true;
    if (this.#timer !== null) this.around.never(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Tries at once instead of waiting for the next attempt. */
  retry(): void {
    if (this.#isClosed || this.#socket) return;
    if (this.#timer !== null) this.around.never(this.#timer);
    this.#attempts = 0;
    this.#connect();
  }

  /** Sends a command until it is answered, also across lost lines and reloads; returns its id. */
  do(command: Record<string, unknown>, about = "", seat = ""): string {
    const entry: InFlight = { id: this.around.newId(), command, seat, about };
    this.#keep([...this.#outbox, entry]);
    if (this.#isGreeted) this.#send(asMessage(entry));
    return entry.id;
  }

  /** Asks for chances; a question that gets lost is not worth repeating. */
  askOdds(offers: readonly string[]): void {
    const question: FromPage = { t: "ask-odds", id: this.around.newId(), offers: [...offers] };
    if (this.#isGreeted) this.#send(question);
  }

  foresee(offer: string): void {
    if (this.#isGreeted) this.#send({ t: "foresee", id: this.around.newId(), offer });
  }

  standIn(seat: string): void {
    this.#standsInFor = seat;
    if (this.#isGreeted) this.#send({ t: "stand-in", seat });
  }

  #connect(): void {
    this.#timer = null;
    this.#isGreeted = false;
    const socket = this.around.open(this.address);
    this.#socket = socket;
    socket.onopen = () => this.#send({ t: "hello", key: this.key, after: this.#seen, version: VERSION });
    socket.onmessage = (event: MessageEvent) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as ToPage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost("");
    };
  }

  #hear(message: ToPage): void {
    switch (message.t) {
      case "welcome":
        if (message.version !== VERSION) return this.#end("outdated", "");
        this.#attempts = 0;
        this.#isGreeted = true;
        this.listener.hear(message);
        this.listener.status("live", "");
        for (const entry of this.#outbox) this.#send(asMessage(entry));
        if (this.#standsInFor) this.#send({ t: "stand-in", seat: this.#standsInFor });
        return;
      case "patch":
        this.#seen = Math.max(this.#seen, message.seq);
        break;
      case "done":
      case "refused":
        this.listener.hear(message);
        this.#keep(this.#outbox.filter((entry) => entry.id !== message.id));
        return;
      case "goodbye":
        return this.#farewell(message);
    }
    this.listener.hear(message);
  }

  #farewell(message: Goodbye): void {
    if (message.code === "other-version") return this.#end("outdated", message.message);
    if (!message.may_return) return this.#end("over", message.message);
    const socket = this.#socket;
    this.#lost(message.message);
    socket?.close();
  }

  #end(status: Status, sentence: string): void {
    this.stop();
    this.listener.status(status, sentence);
  }

  /** Waits a little longer after each failed attempt; by chance, so that a whole table does not return at once. */
  #lost(sentence: string): void {
    this.#socket = null;
    this.#isGreeted = false;
    if (this.#isClosed) return;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    this.#attempts += 1;
    this.listener.status("lost", sentence);
    this.#timer = this.around.later(() => {
      this.listener.status("connecting", sentence);
      this.#connect();
    }, longest * (0.5 + this.around.random() / 2));
  }

  #send(message: FromPage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  get #place(): string {
    return `fatetable.outbox.${this.key}`;
  }

  #stored(): InFlight[] {
    try {
      return JSON.parse(this.around.storage.getItem(this.#place) ?? "[]") as InFlight[];
    } catch {
      return [];
    }
  }

  #keep(outbox: InFlight[]): void {
    this.#outbox = outbox;
    if (outbox.length) this.around.storage.setItem(this.#place, JSON.stringify(outbox));
    else this.around.storage.removeItem(this.#place);
    this.listener.inFlight(outbox);
  }
}

function asMessage(entry: InFlight): Do {
  return { t: "do", id: entry.id, command: entry.command, seat: entry.seat };
}
