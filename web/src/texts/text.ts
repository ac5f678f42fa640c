/**
 * Every sentence the page says by itself, by area, so that the page can be translated.
 *
 * `{name}` is a placeholder.  The forms for different numbers `n` are separated by `|`, in the order of the language's
 * plural categories: in English the first is for one, the second for any other number.
 * The book's own terms come from the ruleset's lexicon; what happened and what may be done come from the server.
 */

import type { OfferView } from "../wire/types";
import { COMMON } from "./common";
import { EYES } from "./eyes";
import { GM } from "./gm";
import { JOURNAL } from "./journal";
import { KEYS } from "./keys";
import { formFor, translation } from "./language";
import { LOBBY } from "./lobby";
import { OFFERS } from "./offers";
import { PICTURES } from "./pictures";
import { TABLE } from "./table";

export const TEXTS = { ...COMMON, ...EYES, ...LOBBY, ...TABLE, ...GM, ...JOURNAL, ...OFFERS, ...PICTURES, ...KEYS } as const;

export type TextKey = keyof typeof TEXTS;

/** The names of the placeholders of a text; one with a `|` needs the number `n`. */
type Placeholders<Words extends string> =
  | (Words extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never)
  | (Words extends `${string}|${string}` ? "n" : never);

/** The values a text needs, as an argument that may be left out if there are none. */
export type Filling<Words extends string> = [Placeholders<Words>] extends [never] ? [] : [values: Record<Placeholders<Words>, string | number>];

/** The sentence of a key, with its placeholders filled in. */
export function text<Key extends TextKey>(key: Key, ...[values]: Filling<(typeof TEXTS)[Key]>): string {
  return filled(wordsOf(key), values);
}

function wordsOf(key: TextKey): string {
  return translation()?.texts[key] ?? TEXTS[key];
}

/** A text of a catalogue with its placeholders filled in; a value that is missing leaves its placeholder visible. */
export function filled(words: string, filling: Readonly<Record<string, string | number>> = {}): string {
  return formFor(words, Number(filling["n"])).replace(/\{(\w+)\}/g, (blank, name: string) => String(filling[name] ?? blank));
}

/** The title of a group of offers. */
export function groupTitle(group: OfferView["group"]): string {
  return filled(wordsOf(`group.${group}`));
}

/** The name of a role; the book has its own name for the game master. */
export function roleName(role: "gm" | "player" | "spectator", gm: string): string {
  return role === "gm" ? gm : text(`role.${role}`);
}

/** The value of an option (a dial), as people read it. */
export function settingName(value: string | number | boolean): string {
  if (typeof value === "boolean") return text(value ? "common.yes" : "common.no");
  return typeof value === "number" ? String(value) : spelled(value);
}

// -- formatting -------------------------------------------------------------------------------------------------------

export function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** An id as words: `shield-wall` becomes "Shield wall". */
export function readable(id: string): string {
  return capitalised(id.replaceAll("-", " "));
}

/** The name of an option as words, with abbreviations in capitals: `npc_order` becomes "NPC order". */
export function spelled(name: string): string {
  return capitalised(name.replaceAll(/[-_]/g, " ")).replaceAll(/\b(gm|npc|d\d+)\b/gi, (short) => short.toLocaleUpperCase());
}

/** A number with its sign, as the ladder writes it; the minus is a real minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** Whether a text contains what somebody typed into a search field; an empty field matches everything. */
export function matches(words: string, wanted: string): boolean {
  return words.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());
}
