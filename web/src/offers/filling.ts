/** Filling the holes of an offer, and saying what is still missing; the same checks as the server's, said earlier. */

import { text } from "../texts";
import type { Hole, OfferView } from "../wire/types";

export type Value = string | number | boolean | string[] | Record<string, unknown>;
/** By the name of the hole: its key if it has one, otherwise its field. */
export type Values = Record<string, Value>;

export function nameOf(hole: Hole): string {
  return hole.key || hole.field;
}

/** The command with its holes filled; holes left out keep their placeholder. */
export function fillIn(offer: OfferView, values: Values): Record<string, unknown> {
  const command: Record<string, unknown> = { ...offer.command };
  for (const hole of offer.holes ?? []) {
    const value = values[nameOf(hole)];
    if (value === undefined) continue;
    if (hole.key) command[hole.field] = { ...(command[hole.field] as object | undefined), [hole.key]: value };
    else command[hole.field] = value;
  }
  return command;
}

/** What a form starts with: what was chosen already, a suggestion, or the only choice there is. */
export function firstValues(offer: OfferView, preset: Values = {}): Values {
  const values: Values = {};
  for (const hole of offer.holes ?? []) {
    const name = nameOf(hole);
    const value = preset[name] ?? firstValue(hole);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** What stands in the command already, where its hole would take it as it is. */
export function standing(offer: OfferView): Values {
  const values: Values = {};
  for (const hole of offer.holes ?? []) {
    const held = offer.command[hole.field];
    const value = (hole.key ? (held as Values | undefined)?.[hole.key] : held) as Value | undefined;
    if (value !== undefined && !problemWith(hole, value)) values[nameOf(hole)] = value;
  }
  return values;
}

function firstValue(hole: Hole): Value | undefined {
  switch (hole.type) {
    case "text":
      return hole.suggestion;
    case "choice":
      if (hole.options.length === 1) return hole.options[0]!.value;
      // Where one of the choices is "nobody" or "everywhere", that is what nobody has to think about.
      return hole.options.some((option) => option.value === "") ? "" : undefined;
    case "many":
      return hole.options.length === hole.least ? hole.options.map((option) => option.value) : [];
    case "flag":
      return false;
    case "number":
      return hole.low === hole.high ? hole.low : undefined;
    case "form":
      return undefined;
  }
}

/** One sentence about what is wrong with a value, or nothing. */
export function problemWith(hole: Hole, value: Value | undefined): string {
  switch (hole.type) {
    case "text": {
      const words = typeof value === "string" ? value : "";
      if (!hole.optional && !words.trim()) return text("hole.text.missing");
      return words.length > hole.limit ? text("hole.text.long", { limit: hole.limit, n: words.length - hole.limit }) : "";
    }
    case "number":
      if (typeof value !== "number" || !Number.isInteger(value) || value < hole.low || value > hole.high)
        return text("hole.number.outside", { low: hole.low, high: hole.high });
      return "";
    case "choice":
      return hole.options.some((option) => option.value === value) ? "" : text("hole.choice.missing");
    case "many": {
      const chosen = Array.isArray(value) ? value.length : 0;
      if (chosen < hole.least) return text("hole.many.few", { n: hole.least });
      return chosen > hole.most ? text("hole.many.many", { n: hole.most }) : "";
    }
    case "flag":
      return "";
    case "form":
      return value === undefined ? text("hole.form.missing") : "";
  }
}

/** The problems of a whole form, by the name of the hole. */
export function problemsOf(offer: OfferView, values: Values): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const hole of offer.holes ?? []) {
    const problem = problemWith(hole, values[nameOf(hole)]);
    if (problem) problems[nameOf(hole)] = problem;
  }
  return problems;
}
