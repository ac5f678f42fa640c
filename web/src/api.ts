/** The server's small HTTP interface: everything before one sits at a table, and what is looked up beside it. */

import { text } from "./texts";
import type { LogLine, Person } from "./wire/types";

export type Role = Person["role"];
export type DialValue = string | number | boolean;

export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly values: readonly DialValue[];
  readonly default: DialValue;
  readonly cites: readonly string[];
  /** What does not can be chosen for a ready-made scene as well, and matters to no character. */
  readonly changes_rules: boolean;
}

export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly seats: Record<string, Role>;
}

export interface Ruleset {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly accent: string;
  readonly attribution?: string;
  readonly dials: readonly Dial[];
  readonly scenes: readonly Scene[];
  readonly kinds: readonly string[];
  /** The book's words for ours. */
  readonly lexicon: Readonly<Record<string, string>>;
}

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly section: string;
  readonly status: string;
  /** Where to read it in the book itself. */
  readonly citation: string;
}

export interface Seated {
  readonly table: string;
  readonly seat: string;
  readonly key: string;
  readonly invitation?: string;
}

export interface Invitation {
  readonly title: string;
  /** What the table was opened for, in a sentence, if anybody said so. */
  readonly about: string;
  /** What is being played there now. */
  readonly scene: string;
  readonly ruleset: string;
  readonly ruleset_title: string;
  readonly accent: string;
  readonly seats: readonly Person[];
  readonly characters: readonly { readonly seat: string; readonly name: string; readonly who: string }[];
}

/** A sheet or another value a form asks for, with enough to show it. */
export interface ReadyMade {
  readonly name: string;
  readonly [part: string]: unknown;
}

/** Points that went from one account to another; `giver` and `taker` are those accounts in words. */
export interface PointsMove {
  readonly seq: number;
  readonly amount: number;
  readonly source: string;
  readonly target: string;
  readonly giver: string;
  readonly taker: string;
  readonly reason: string;
}

/** What the server would not do, in one sentence. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly cites: readonly string[] = [],
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown, key = "", method?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Authorization"] = `Bearer ${key}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(text("error.network"), "network");
  }
  const told = (await answer.json().catch(() => null)) as T | { code?: string; message?: string; cites?: string[] } | null;
  if (answer.ok) return told as T;
  const problem = (told ?? {}) as { code?: string; message?: string; cites?: string[] };
  throw new ApiError(problem.message ?? text("error.unknown"), problem.code ?? "unknown", problem.cites ?? []);
}

const part = encodeURIComponent;
const rules = new Map<string, Promise<Rule>>();
let rulesetList: Promise<Ruleset[]> | null = null;

export const api = {
  /** Asked once; a failure is not remembered. */
  rulesets(): Promise<Ruleset[]> {
    rulesetList ??= ask<Ruleset[]>("/api/rulesets").catch((problem: unknown) => {
      rulesetList = null;
      throw problem;
    });
    return rulesetList;
  },
  rule(ruleset: string, id: string): Promise<Rule> {
    const place = `${ruleset}/${id}`;
    let rule = rules.get(place);
    if (!rule) {
      rule = ask<Rule>(`/api/rulesets/${part(ruleset)}/rules/${part(id)}`);
      rule.catch(() => rules.delete(place));
      rules.set(place, rule);
    }
    return rule;
  },
  searchRules(ruleset: string, query: string, limit = 20): Promise<Rule[]> {
    return ask<Rule[]>(`/api/rulesets/${part(ruleset)}/rules?q=${part(query)}&limit=${limit}`);
  },
  forms(ruleset: string, form: string): Promise<ReadyMade[]> {
    return ask<ReadyMade[]>(`/api/rulesets/${part(ruleset)}/forms/${part(form)}`).catch((problem: ApiError) => {
      if (problem.code === "no-such-form") return [];
      throw problem;
    });
  },
  openTable(wish: {
    ruleset: string;
    name: string;
    title?: string;
    scene?: string;
    dials?: Record<string, DialValue>;
  }): Promise<Seated> {
    return ask<Seated>("/api/tables", wish);
  },
  invitation(key: string): Promise<Invitation> {
    return ask<Invitation>("/api/invitation", { key });
  },
  join(wish: { key: string; name: string; seat?: string; role?: Role }): Promise<Seated> {
    return ask<Seated>("/api/join", wish);
  },
  /** A new link to a seat; with `takeBack` the old ones stop working. */
  seatLink(key: string, seat: string, takeBack = false): Promise<{ key: string }> {
    return ask<{ key: string }>(`/api/seats/${part(seat)}/link`, { take_back: takeBack }, key);
  },
  newInvitation(key: string): Promise<{ key: string }> {
    return ask<{ key: string }>("/api/invitation/new", {}, key);
  },
  /** Takes a seat back from whoever sits there: none of its links works any more. */
  takeBack(key: string, seat: string): Promise<unknown> {
    return ask(`/api/seats/${part(seat)}/link`, undefined, key, "DELETE");
  },
  /** Tells the secret behind all throws so far, and seals another for those to come. */
  newDice(key: string): Promise<{ secret: string; commitment: string }> {
    return ask("/api/dice/new", {}, key);
  },
  /** Every point that came or went, as far as this seat was told; the latest last. */
  points(key: string): Promise<PointsMove[]> {
    return ask<PointsMove[]>("/api/points", undefined, key);
  },
  olderLog(key: string, before: number, limit = 100): Promise<LogLine[]> {
    return ask<LogLine[]>(`/api/log?before=${before}&limit=${limit}`, undefined, key);
  },
};
