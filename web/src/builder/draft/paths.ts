/**
 * Values of a sheet by path: a whole field such as `name`, or one value of a field such as `aspects.trouble`.
 *
 * Inside a part of the sheet a path goes on: `entries.phases.2.texts.story`.
 */

import type { EntriesInput, Entry, Finding, GraphInput, Input, Sheet, Step } from "../types";

/** The value at a path. */
export function valueAt(part: Sheet | Entry, path: string): unknown {
  const inside = insideEntry(path);
  if (inside) {
    const entry = part.entries?.[inside.row]?.[inside.place];
    return inside.rest === "" || !entry ? entry : valueAt(entry, inside.rest);
  }
  const [field, key] = split(path);
  const whole = (part as unknown as Record<string, unknown>)[field];
  return key === "" ? whole : (whole as Record<string, unknown> | undefined)?.[key];
}

/** The sheet with another value at a path; `undefined` removes a value or a part.  Parts that are missing are added. */
export function withValueAt<Part extends Sheet | Entry>(part: Part, path: string, value: unknown): Part {
  const inside = insideEntry(path);
  if (inside) {
    const row = [...(part.entries?.[inside.row] ?? [])];
    while (row.length <= inside.place) row.push({});
    if (inside.rest !== "") row[inside.place] = withValueAt(row[inside.place]!, inside.rest, value);
    else if (value === undefined) row.splice(inside.place, 1);
    else row[inside.place] = value as Entry;
    return { ...part, entries: { ...part.entries, [inside.row]: row } };
  }
  const [field, key] = split(path);
  if (key === "") return { ...part, [field]: value };
  const entries = { ...((part as unknown as Record<string, Record<string, unknown>>)[field] ?? {}) };
  if (value === undefined) delete entries[key];
  else entries[key] = value;
  return { ...part, [field]: entries };
}

/** The list and the place that a path leads into, and how it goes on from there. */
function insideEntry(path: string): { row: string; place: number; rest: string } | null {
  const found = /^entries\.([^.]+)\.(\d+)(?:\.(.+))?$/.exec(path);
  return found ? { row: found[1]!, place: Number(found[2]), rest: found[3] ?? "" } : null;
}

/** What is asked of a part in this place, with paths that lead to it. */
export function inputsOf(input: EntriesInput | GraphInput, place: number, kind: string): readonly Input[] {
  return asked(input, kind).map((each) => ({ ...each, path: `${input.path}.${place}.${each.path}` }));
}

function asked(input: EntriesInput | GraphInput, kind: string): readonly Input[] {
  if (input.type === "entries-input") return input.forms.find((form) => form.kind === kind)?.inputs ?? [];
  const node = input.nodes.find((each) => each.id === kind);
  return node ? [...node.inputs, ...input.inputs] : [];
}

/** Each input, followed by those of the parts that the sheet has there. */
export function withNested(inputs: readonly Input[], sheet: Sheet): Input[] {
  return inputs.flatMap((input) => {
    if (input.type !== "entries-input" && input.type !== "graph-input") return [input];
    const entries = (valueAt(sheet, input.path) as Entry[] | undefined) ?? [];
    const nested = entries.flatMap((entry, place) => inputsOf(input, place, entry.kind ?? ""));
    return [input, ...withNested(nested, sheet)];
  });
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
export function inputOf(problem: Finding, steps: readonly Step[], sheet: Sheet): Input | undefined {
  const inputs = withNested(steps.flatMap((step) => step.inputs), sheet).filter((input) => input.type !== "tell");
  const fitting = inputs.filter((input) => isAbout(problem, input.path));
  return (
    fitting.sort((one, other) => other.path.length - one.path.length)[0] ??
    inputs.find((input) => input.path.startsWith(`${problem.where}.`))
  );
}

/** The sheet, or a part of it, with the preset of every number input that has no value yet. */
export function withPresets<Part extends Sheet | Entry>(part: Part, inputs: readonly Input[]): Part {
  return inputs.reduce(
    (draft, input) =>
      input.type === "number-input" && input.preset !== null && valueAt(draft, input.path) === undefined
        ? withValueAt(draft, input.path, input.preset)
        : draft,
    part,
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
