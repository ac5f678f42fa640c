import { afterEach, describe, expect, test } from "vitest";

import { word, WORDS, type WordKey } from "./builder";
import { DICE_WORDS, type DiceWordKey } from "./dice";
import { pluralsOf, preferred, speak, type Language } from "./language";
import { text, TEXTS, type TextKey } from "./text";

afterEach(() => speak());

/** A language that writes English in capitals, with three forms where numbers matter, as Polish has. */
function capitals(): Language {
  const loud = (words: string) => {
    const [one, many] = words.split("|").map((form) => form.replace(/\{\w+\}|[^{}]+/g, (part) => (part.startsWith("{") ? part : part.toUpperCase())));
    return many === undefined ? one! : `${one}|${many} FEW|${many} MANY`;
  };
  const all = <Key extends string>(catalogue: Record<Key, string>) =>
    Object.fromEntries(Object.entries<string>(catalogue).map(([key, words]) => [key, loud(words)])) as Record<Key, string>;
  return { texts: all<TextKey>(TEXTS), builder: all<WordKey>(WORDS), dice: all<DiceWordKey>(DICE_WORDS) };
}

describe("the plural of a language", () => {
  test("follows its own rules", () => {
    const polish = pluralsOf("pl");
    const forms = ["punkt", "punkty", "punktów", "punktu"];
    expect([1, 2, 5, 22, 1.5].map((n) => polish(forms, n))).toEqual(["punkt", "punkty", "punktów", "punkty", "punktu"]);
    const english = pluralsOf("en");
    expect([0, 1, 2, -1, Number.NaN].map((n) => english(["point", "points"], n))).toEqual(["points", "point", "points", "point", "points"]);
    expect(pluralsOf("ja")(["点"], 3)).toBe("点");
  });

  test("has two forms wherever English needs any", () => {
    const odd = [...Object.values(TEXTS), ...Object.values(WORDS)].filter((words) => words.includes("|") && words.split("|").length !== 2);
    expect(odd).toEqual([]);
  });
});

describe("the language of the page", () => {
  test("is the first that a browser prefers and that there is", () => {
    expect(preferred(["de-AT", "en"], ["de", "pl"])).toBe("de");
    expect(preferred(["pt-BR", "pt"], ["pt-BR"])).toBe("pt-BR");
    expect(preferred(["en-GB", "de"], ["de"])).toBe("en");
    expect(preferred(["fr"], ["de"])).toBe("en");
  });

  test("is in one file: all texts of table and builder, with plurals of its own", () => {
    speak("pl", capitals());
    expect(document.documentElement.lang).toBe("pl");
    expect(text("common.close")).toBe("CLOSE");
    expect(text("join.scene", { scene: "the quay" })).toBe("NOW PLAYING: the quay");
    expect([1, 3, 5].map((n) => text("table.points", { n }))).toEqual(["1 FATE POINT", "3 FATE POINTS FEW", "5 FATE POINTS MANY"]);
    expect(word("list.add")).toBe("ADD");
    speak();
    expect([text("common.close"), word("list.add"), document.documentElement.lang]).toEqual(["Close", "Add", "en"]);
  });
});
