/** The HTTP interface of the server: rulesets, tables, invitations, rules, the ledger and older log lines. */

import { hostKey } from "../storage/hostKey.svelte";
import { ApiError, requestJson } from "./request";
import type { LogLine, Person } from "./types";

export type Role = Person["role"];
export type DialValue = string | number | boolean;

export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly values: readonly DialValue[];
  readonly default: DialValue;
  readonly cites: readonly string[];
  /** False for options that affect neither rules nor characters; those can be chosen for ready-made scenes as well. */
  readonly changes_rules: boolean;
  /** True for the few options that many groups want to choose; they are shown first. */
  readonly is_common: boolean;
  /** It has an effect only where each of these dials has one of these values. */
  readonly needs: Readonly<Record<string, readonly DialValue[]>>;
  /** Where another dial has this value, the default is another one. */
  /** What values mean, where their names do not say it. */
  readonly about: Readonly<Record<string, string>>;
  /** The heading it stands below among many. */
  readonly topic: string;
  readonly default_if: readonly { readonly dial: string; readonly value: DialValue; readonly default: DialValue }[];
}

/** Does the dial make a difference where the others have these values? */
export function hasEffect(dial: Dial, valueOf: (name: string) => DialValue | undefined): boolean {
  return Object.entries(dial.needs).every(([name, values]) => values.some((each) => each === valueOf(name)));
}

/** What a dial is set to unless somebody chooses, where these were chosen for the others. */
export function usualValue(dial: Dial, chosen: Readonly<Record<string, DialValue>>): DialValue {
  return dial.default_if.find((each) => chosen[each.dial] === each.value)?.default ?? dial.default;
}

/** A table of the book that a campaign may have otherwise; the example is one to begin with, in TOML. */
export interface OwnTable {
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  readonly cites: readonly string[];
}

export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The name of its picture. */
  readonly art: string;
  readonly seats: Record<string, Role>;
}

export interface Ruleset {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly accent: string;
  readonly attribution?: string;
  readonly dials: readonly Dial[];
  readonly own_tables: readonly OwnTable[];
  readonly scenes: readonly Scene[];
  readonly kinds: readonly string[];
  /** The book's own terms, by ours. */
  readonly lexicon: Readonly<Record<string, string>>;
}

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly section: string;
  readonly status: string;
  /** Where it is in the book. */
  readonly citation: string;
}

export interface Seated {
  readonly table: string;
  readonly seat: string;
  readonly key: string;
  readonly invitation?: string;
  /** The keys to all seats, by seat, if the table was opened for one person alone. */
  readonly keys?: Readonly<Record<string, string>>;
}

export interface Invitation {
  readonly title: string;
  /** What the table is about, in a sentence; may be empty. */
  readonly about: string;
  /** The name of the table's picture. */
  readonly art: string;
  /** The title of the scene being played. */
  readonly scene: string;
  readonly ruleset: string;
  readonly ruleset_title: string;
  readonly accent: string;
  readonly seats: readonly Person[];
  /** "spectator" if the link lets people only watch. */
  readonly role?: string;
  readonly characters: readonly { readonly seat: string; readonly name: string; readonly who: string }[];
}

/** A ready-made value for a form, such as a sheet. */
export interface ReadyMade {
  readonly name: string;
  readonly [part: string]: unknown;
}

/** A move of points between accounts; `giver` and `taker` are their names, the ids those of the owners. */
export interface PointsMove {
  readonly seq: number;
  readonly amount: number;
  readonly source: string;
  readonly target: string;
  readonly giver: string;
  readonly taker: string;
  readonly reason: string;
  readonly giver_id: string;
  readonly taker_id: string;
}

/** `earlier` is the position before which the next page ends; 0 if there is none. */
export interface PointsPage {
  moves: readonly PointsMove[];
  earlier: number;
}

const part = encodeURIComponent;
const rules = new Map<string, Promise<Rule>>();
let rulesetList: Promise<Ruleset[]> | null = null;

export const api = {
  /** Fetched once; a failure is not cached. */
  rulesets(): Promise<Ruleset[]> {
    rulesetList ??= requestJson<Ruleset[]>("/api/rulesets").catch((problem: unknown) => {
      rulesetList = null;
      throw problem;
    });
    return rulesetList;
  },
  rule(ruleset: string, id: string): Promise<Rule> {
    const place = `${ruleset}/${id}`;
    let rule = rules.get(place);
    if (!rule) {
      rule = requestJson<Rule>(`/api/rulesets/${part(ruleset)}/rules/${part(id)}`);
      rule.catch(() => rules.delete(place));
      rules.set(place, rule);
    }
    return rule;
  },
  searchRules(ruleset: string, query: string, limit = 20): Promise<Rule[]> {
    return requestJson<Rule[]>(`/api/rulesets/${part(ruleset)}/rules?q=${part(query)}&limit=${limit}`);
  },
  forms(ruleset: string, form: string): Promise<ReadyMade[]> {
    return requestJson<ReadyMade[]>(`/api/rulesets/${part(ruleset)}/forms/${part(form)}`).catch((problem: ApiError) => {
      if (problem.code === "no-such-form") return [];
      throw problem;
    });
  },
  openTable(request: {
    ruleset: string;
    name?: string;
    title?: string;
    scene?: string;
    dials?: Record<string, DialValue>;
    content?: Record<string, string>;
    solo?: boolean;
  }): Promise<Seated> {
    return requestJson<Seated>("/api/tables", { body: { ...request, ...(hostKey.value && { host_key: hostKey.value }) } });
  },
  invitation(key: string): Promise<Invitation> {
    return requestJson<Invitation>("/api/invitation", { body: { key } });
  },
  /** With the same `own_key`, which will open the seat, it may be asked again: it gives the same seat. */
  join(request: { key: string; name: string; seat?: string; role?: Role; own_key: string }): Promise<Seated> {
    return requestJson<Seated>("/api/join", { body: request });
  },
  /** A new key for a seat; with `takeBack` the old ones stop working, as do invitations if the seat is somebody else's. */
  seatLink(key: string, seat: string, takeBack = false): Promise<{ key: string; invitation?: string }> {
    return requestJson<{ key: string; invitation?: string }>(`/api/seats/${part(seat)}/link`, { body: { take_back: takeBack }, key });
  },
  /** A new invitation, or with a role a link for spectators; the one before it stops working. */
  newInvitation(key: string, role: "" | "spectator" = ""): Promise<{ key: string }> {
    return requestJson<{ key: string }>("/api/invitation/new", { body: { role }, key });
  },
  /** A link as rows of dark (`1`) and light (`0`) squares. */
  async qrCode(key: string, link: string): Promise<readonly string[]> {
    return (await requestJson<{ rows: string[] }>("/api/qr-code", { body: { link }, key })).rows;
  },
  /** The moves of points this seat may know of, the latest last: the last page, or the page before a position. */
  points(key: string, before = 0): Promise<PointsPage> {
    return requestJson<PointsPage>(`/api/points?before=${before}`, { key });
  },
  olderLog(key: string, before: number, limit = 100): Promise<LogLine[]> {
    return requestJson<LogLine[]>(`/api/log?before=${before}&limit=${limit}`, { key });
  },
};
