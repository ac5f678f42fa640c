/** Fields of a sheet by their paths: `name`, `traits`, or one entry of a field, `aspects.trouble`. */

import type { Finding, Input, Sheet, Step } from "./types";

/** What a draft holds at a path. */
export function held(sheet: Sheet, path: string): unknown {
  const [field, key] = split(path);
  const whole = (sheet as unknown as Record<string, unknown>)[field];
  return key === "" ? whole : (whole as Record<string, unknown> | undefined)?.[key];
}

/** The draft with something else at a path; `undefined` removes an entry. */
export function filledIn(sheet: Sheet, path: string, value: unknown): Sheet {
  const [field, key] = split(path);
  if (key === "") return { ...sheet, [field]: value };
  const entries = { ...((sheet as unknown as Record<string, Record<string, unknown>>)[field] ?? {}) };
  if (value === undefined) delete entries[key];
  else entries[key] = value;
  return { ...sheet, [field]: entries };
}

function split(path: string): [string, string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** Is a problem about what is filled in at this path? */
export function isAbout(problem: Finding, path: string): boolean {
  return problem.where === path || problem.where.startsWith(`${path}.`);
}

/** The input whose path says most precisely what a problem is about, or the first of those it is about together. */
export function inputOf(problem: Finding, steps: readonly Step[]): Input | undefined {
  const inputs = steps.flatMap((step) => step.inputs).filter((input) => input.type !== "tell");
  const fitting = inputs.filter((input) => isAbout(problem, input.path));
  return (
    fitting.sort((one, other) => other.path.length - one.path.length)[0] ??
    inputs.find((input) => input.path.startsWith(`${problem.where}.`))
  );
}

/** The numbers that inputs suggest, for a sheet that has none there yet. */
export function withPresets(sheet: Sheet, steps: readonly Step[]): Sheet {
  return steps
    .flatMap((step) => step.inputs)
    .reduce(
      (draft, input) =>
        input.type === "number-input" && input.preset !== null && held(draft, input.path) === undefined
          ? filledIn(draft, input.path, input.preset)
          : draft,
      sheet,
    );
}

/** One trait of a group that somebody gave a name. */
export function memberOf(group: string, name: string): string {
  return `${group} [${name.replace(/[[\]]/g, " ").trim().replace(/\s+/g, " ")}]`;
}

export function groupAndName(trait: string): [string, string] | null {
  const found = /^([^[\]]+) \[([^[\]]+)\]$/.exec(trait);
  return found ? [found[1]!, found[2]!] : null;
}

/** A word for something nobody has given a label. */
export function readable(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** An id for the field of a path, unique on the page of one builder. */
export function fieldId(path: string): string {
  return `field-${path.replace(/[^A-Za-z0-9]+/g, "-")}`;
}
