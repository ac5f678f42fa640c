/** The lines of the log as cards: one for a roll or a compel with all that belongs to it, and folded set-up. */

import type { LogLine, RollBlock } from "../../wire/types";

export interface LogCard {
  readonly key: string;
  readonly kind: NonNullable<LogLine["kind"]>;
  /** The line that stands for the card; undoing starts from it. */
  readonly head: LogLine;
  readonly lines: readonly LogLine[];
  /** The card of a settled roll. */
  readonly roll: RollBlock | null;
}

/** Cards that are drawn together.  A chunk whose lines have not changed stays the same object, so it costs nothing. */
export interface Chunk {
  readonly key: number;
  readonly lines: readonly LogLine[];
  readonly cards: readonly LogCard[];
}

const POSITIONS = 150;

/** The cards of lines in their order. */
export function cardsOf(lines: readonly LogLine[]): LogCard[] {
  const groups = new Map<string, LogLine[]>();
  let open = "";
  for (const line of lines) {
    const kind = line.kind ?? "line";
    const undone = line.undone ? "undone " : "";
    // Set-up and dividers in a row share a card; whatever comes between begins a new one.
    const isRow = !line.of && (kind === "set-up" || kind === "turn");
    if (!line.of) open = isRow && open.startsWith(`${undone}${kind}`) ? open : `${undone}${kind} ${line.seq}`;
    const key = line.of ? `${line.of}` : isRow ? open : `${line.seq} ${kind} ${line.text}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups].map(([key, group]) => card(key, group));
}

function card(key: string, lines: readonly LogLine[]): LogCard {
  const head = lines[0]!;
  const settled = lines.find((line) => line.roll);
  return { key, kind: settled ? "roll" : (head.kind ?? "line"), head, lines, roll: settled?.roll ?? null };
}

/** The chunks of the log; those of `before` are kept where nothing changed. */
export function chunksOf(log: readonly LogLine[], before: readonly Chunk[]): Chunk[] {
  const home = new Map<string, number>();
  const lines = new Map<number, LogLine[]>();
  for (const line of log) {
    let key = Math.floor(line.seq / POSITIONS);
    if (line.of) {
      // A roll stays where it began.
      key = home.get(line.of) ?? key;
      home.set(line.of, key);
    }
    const chunk = lines.get(key);
    if (chunk) chunk.push(line);
    else lines.set(key, [line]);
  }
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  return [...lines].map(([key, each]) => {
    const old = known.get(key);
    return old && isSame(old.lines, each) ? old : { key, lines: each, cards: cardsOf(each).reverse() };
  });
}

function isSame(one: readonly LogLine[], other: readonly LogLine[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** What came of a settled roll, without the steps that led to it. */
export function aftermath(card: LogCard): LogLine[] {
  const settled = card.lines.findIndex((line) => line.roll);
  return settled < 0 ? [] : card.lines.slice(settled + 1).filter((line) => (line.kind ?? "line") === "line");
}

/** The lines to be spoken: whole rolls and what came of them instead of every step, and no set-up or stirring of dice. */
export function spoken(log: readonly LogLine[], after: number): LogLine[] {
  const settled = new Set<string>();
  const said: LogLine[] = [];
  for (const line of log) {
    const kind = line.kind ?? "line";
    if (line.of && line.roll) settled.add(line.of);
    if (line.seq <= after || line.undone || kind === "set-up" || kind === "dice") continue;
    const isStep = Boolean(line.of) && !settled.has(line.of!) && kind !== "compel";
    if (!isStep && !(line.of && kind === "points")) said.push(line);
  }
  return said;
}

/** The time of day, hours and minutes. */
export function clock(at: number | undefined): string {
  return at ? new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) : "";
}
