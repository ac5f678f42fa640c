/**
 * The language of the page, chosen here and nowhere else.
 *
 * English is in the catalogues beside this module.  Every file in `languages/` is another language, named by its tag
 * (`de.ts`), and has as its default export a `Language`: all texts of all catalogues.  It is loaded before the page is
 * drawn if the browser prefers it.
 */

import type { WordKey } from "./builder";
import type { DiceWordKey } from "./dice";
import type { TextKey } from "./text";

/** All texts of another language than English. */
export interface Language {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly builder: Readonly<Record<WordKey, string>>;
  readonly dice: Readonly<Record<DiceWordKey, string>>;
}

const ENGLISH = "en";
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;
const others = Object.fromEntries(
  Object.entries(import.meta.glob<Language>("./languages/*.ts", { import: "default" })).map(([file, load]) => [/([^/]+)\.ts$/.exec(file)![1]!, load]),
);

/** Picks one of the forms of a text, which stand in the order of the language's plural categories. */
export function pluralsOf(tag: string): (forms: readonly string[], n: number) => string {
  const rules = new Intl.PluralRules(tag);
  const known = rules.resolvedOptions().pluralCategories;
  const order: readonly string[] = CATEGORIES.filter((each) => known.includes(each));
  return (forms, n) => forms[order.indexOf(rules.select(n))] ?? forms.at(-1)!;
}

/** The first language somebody prefers that there is; otherwise English. */
export function preferred(wanted: readonly string[], available: readonly string[]): string {
  for (const tag of wanted) {
    const found = [tag, tag.split("-")[0]!].find((each) => each === ENGLISH || available.includes(each));
    if (found) return found;
  }
  return ENGLISH;
}

let plural = pluralsOf(ENGLISH);
let spoken: Language | null = null;

/** The texts of the language that is spoken; `null` is English. */
export function translation(): Language | null {
  return spoken;
}

/** The form of a text that fits the number `n`. */
export function formFor(words: string, n: number): string {
  return words.includes("|") ? plural(words.split("|"), n) : words;
}

/** Changes the language; what is drawn already stays as it is. */
export function speak(tag: string = ENGLISH, texts: Language | null = null): void {
  spoken = texts;
  plural = pluralsOf(tag);
  document.documentElement.lang = tag;
}

/** Loads the language that this browser prefers, before anything is drawn. */
export async function chooseLanguage(): Promise<void> {
  const tag = preferred(navigator.languages, Object.keys(others));
  if (tag !== ENGLISH) speak(tag, await others[tag]!());
}
