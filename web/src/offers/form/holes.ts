/** The holes of an offer: their initial values, what is wrong with a value, and the command with its holes filled. */

import { text } from "../../texts/text";
import type { Hole, OfferView } from "../../wire/types";

export type Value = string | number | boolean | string[] | Record<string, unknown>;
/** Values by the name of their hole. */
export type Values = Record<string, Value>;

/** The name of a hole: its key if it has one, otherwise its field. */
export function holeName(hole: Hole): string {
  return hole.key || hole.field;
}

/** The values with one of them changed; `undefined` removes it. */
export function withValue(values: Values, name: string, value: Value | undefined): Values {
  const { [name]: _, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}

/** The command with its holes filled; holes left out keep their placeholder. */
export function fillIn(offer: OfferView, values: Values): Record<string, unknown> {
  const command: Record<string, unknown> = { ...offer.command };
  for (const hole of offer.holes ?? []) {
    const value = values[holeName(hole)];
    if (value === undefined) continue;
    if (hole.key) command[hole.field] = { ...(command[hole.field] as object | undefined), [hole.key]: value };
    else command[hole.field] = value;
  }
  return command;
}

/** The values a form starts with: the preset, a suggestion, or the only option. */
export function initialValues(offer: OfferView, preset: Values = {}): Values {
  const values: Values = {};
  for (const hole of offer.holes ?? []) {
    const name = holeName(hole);
    const value = preset[name] ?? initialValue(hole);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Values that the command already holds and that fit their holes. */
export function valuesInCommand(offer: OfferView): Values {
  const values: Values = {};
  for (const hole of offer.holes ?? []) {
    const held = offer.command[hole.field];
    const value = (hole.key ? (held as Values | undefined)?.[hole.key] : held) as Value | undefined;
    if (value !== undefined && !problemWith(hole, value)) values[holeName(hole)] = value;
  }
  return values;
}

function initialValue(hole: Hole): Value | undefined {
  switch (hole.type) {
    case "text":
      return hole.suggestion;
    case "choice":
      if (hole.options.length === 1) return hole.options[0]!.value;
      if (hole.options.some((option) => option.value === hole.suggested)) return hole.suggested;
      // An option without a value means "nobody" or "everywhere" and is the default.
      return hole.options.some((option) => option.value === "") ? "" : undefined;
    case "many":
      if (hole.options.length === hole.least) return hole.options.map((option) => option.value);
      return hole.options.map((option) => option.value).filter((value) => hole.suggested.includes(value));
    case "flag":
      return false;
    case "number":
      return hole.low === hole.high ? hole.low : undefined;
    case "form":
      return undefined;
  }
}

/** Whether a hole leaves no choice: its initial value is the only one. */
export function isSettled(hole: Hole): boolean {
  switch (hole.type) {
    case "choice":
      return hole.options.length === 1;
    case "many":
      return hole.options.length === hole.least || hole.options.length === 0;
    case "number":
      return hole.low === hole.high;
    default:
      return false;
  }
}

/** What is wrong with a value, in one sentence; empty if nothing is.  The server checks the same. */
export function problemWith(hole: Hole, value: Value | undefined): string {
  switch (hole.type) {
    case "text": {
      const words = typeof value === "string" ? value : "";
      if (!hole.optional && !hole.is_description && !words.trim()) return text("hole.text.missing");
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
    const problem = problemWith(hole, values[holeName(hole)]);
    if (problem) problems[holeName(hole)] = problem;
  }
  return problems;
}
