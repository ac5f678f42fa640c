/** Values of a sheet by path: a whole field such as `name`, or one entry of a field such as `aspects.trouble`. */

import type { Finding, Input, Sheet, Step } from "../types";

/** The value at a path. */
export function valueAt(sheet: Sheet, path: string): unknown {
  const [field, key] = split(path);
  const whole = (sheet as unknown as Record<string, unknown>)[field];
  return key === "" ? whole : (whole as Record<string, unknown> | undefined)?.[key];
}

/** The sheet with another value at a path; `undefined` removes an entry. */
export function withValueAt(sheet: Sheet, path: string, value: unknown): Sheet {
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

/** Whether a problem is about the value at this path. */
export function isAbout(problem: Finding, path: string): boolean {
  return problem.where === path || problem.where.startsWith(`${path}.`);
}

/** The input a problem belongs to: the one with the longest matching path, or the first below the problem's path. */
export function inputOf(problem: Finding, steps: readonly Step[]): Input | undefined {
  const inputs = steps.flatMap((step) => step.inputs).filter((input) => input.type !== "tell");
  const fitting = inputs.filter((input) => isAbout(problem, input.path));
  return (
    fitting.sort((one, other) => other.path.length - one.path.length)[0] ??
    inputs.find((input) => input.path.startsWith(`${problem.where}.`))
  );
}

/** The sheet with the preset of every number input that has no value yet. */
export function withPresets(sheet: Sheet, steps: readonly Step[]): Sheet {
  return steps
    .flatMap((step) => step.inputs)
    .reduce(
      (draft, input) =>
        input.type === "number-input" && input.preset !== null && valueAt(draft, input.path) === undefined
          ? withValueAt(draft, input.path, input.preset)
          : draft,
      sheet,
    );
}

/** The id of a trait that belongs to a group and has its own name: `lore [Kin]`. */
export function memberOf(group: string, name: string): string {
  return `${group} [${name.replace(/[[\]]/g, " ").trim().replace(/\s+/g, " ")}]`;
}

/** The group and the name in such an id; null if it has none. */
export function groupAndName(trait: string): [string, string] | null {
  const found = /^([^[\]]+) \[([^[\]]+)\]$/.exec(trait);
  return found ? [found[1]!, found[2]!] : null;
}

/** The HTML id of the field of a path. */
export function fieldId(path: string): string {
  return `field-${path.replace(/[^A-Za-z0-9]+/g, "-")}`;
}
