// Written by `python -m fatetable.adapters.server.codegen.builder_types`; change the answers there, not here.

/** What a step asks for. */
export type Input = TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput | AllocateInput | FeaturesInput;

/** What a feature does. */
export type Effect = Bonus | ActFirst | RemoveAspect | Narrative | Catalogued;

/** Its owner heads the turn order of conflicts of this kind. */
export interface ActFirst {
  type: "act-first";
  conflict: string;
}

/**
 * Hand out each number of an array to one of the traits; `templates` are ready-made spreads, `hints` say what a
 * trait stands for.  A group may be taken several times, each time under another name.
 */
export interface AllocateInput {
  type: "allocate-input";
  path: string;
  label: string;
  traits: Choice[];
  array: number[];
  templates: Record<string, Record<string, number>>;
  hints: Record<string, string>;
  groups: TraitGroup[];
}

/** A number added to a roll. */
export interface Bonus {
  type: "bonus";
  amount: number;
  when: When;
}

/**
 * What it does stands in the ruleset's own catalogue under `entry`; `choices` are the blanks its owner filled in.
 *
 * A weapon, a kind of creature, the aspect it rests on: figures stay in the catalogue, so that no sheet can
 * contradict it.
 */
export interface Catalogued {
  type: "catalogued";
  entry: string;
  choices?: Record<string, string>;
}

export interface Choice {
  value: string;
  label: string;
}

/**
 * Several of many options as entries of one list, written `lists.<name>`.
 *
 * An option may be taken more than once if it `repeats`, or if it is one of those `repeating`; with `own_words`
 * people may add what no option says.
 */
export interface ChooseInput {
  type: "choose-input";
  path: string;
  label: string;
  options: Choice[];
  hint: string;
  least: number;
  most: number;
  repeats: boolean;
  own_words: boolean;
  repeating: string[];
}

/** `steps` are left out if the page has them; `ratings` are the words for the numbers that occur. */
export interface DraftAnswer {
  sheet: Sheet;
  kind: string;
  kinds: Choice[];
  mark: string;
  steps: Step[] | null;
  progress: Record<string, "blank" | "done" | "open">;
  problems: Finding[];
  figures: Figure[];
  remaining: Remainder[];
  prices: Price[];
  page: Page;
  ratings: Record<string, string>;
  rules: Record<string, RuleText>;
  limits: Limits;
}

/**
 * Parts of the sheet, each with inputs of its own; written `entries.<name>`, and `kind` says which form a part has.
 *
 * Where the order of the parts means something, they can be moved.
 */
export interface EntriesInput {
  type: "entries-input";
  path: string;
  label: string;
  forms: EntryForm[];
  hint: string;
  least: number;
  most: number;
  is_ordered: boolean;
}

/**
 * A part of a sheet that may have parts itself: a phase of a life, a skill that was built, a piece of gear.
 *
 * What its fields are called is up to the ruleset; `kind` tells parts of one list apart that are made differently.
 */
export interface Entry {
  name?: string;
  kind?: string;
  numbers?: Record<string, number>;
  texts?: Record<string, string>;
  lists?: Record<string, string[]>;
  entries?: Record<string, Entry[]>;
}

/**
 * What one kind of part is called, and what is asked of it; paths of the inputs begin inside the part.
 *
 * With `names` a part is one of these, each taken once unless it `repeats`; otherwise its owner names it.  `ready` are
 * parts to begin with, filled in already.  `hint` says in a sentence what such a part is.
 */
export interface EntryForm {
  kind: string;
  label: string;
  inputs: (TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput)[];
  names: Choice[];
  repeats: boolean;
  ready: Entry[];
  hint: string;
}

/** A named special trait: its words, what it does, and how often. */
export interface Feature {
  name: string;
  text?: string;
  effects?: (Bonus | ActFirst | RemoveAspect | Narrative | Catalogued)[];
  limit?: Limit | null;
}

export interface FeatureAnswer {
  feature: Feature;
}

export interface FeatureTemplate {
  id: string;
  label: string;
  pattern: string;
  fields: TemplateField[];
}

/**
 * Compose features from templates with named fields, or take ready-made ones; `listed` are ready-made ones with
 * blanks that their owner fills in.
 */
export interface FeaturesInput {
  type: "features-input";
  path: string;
  label: string;
  templates: FeatureTemplate[];
  examples: Feature[];
  least: number;
  most: number;
  listed: FeatureTemplate[];
}

/** Something the rules work out from a sheet, in words for its reader. */
export interface Figure {
  path: string;
  label: string;
  text: string;
}

/** A problem, the step that fixes it, and whether the game master can waive it or has waived it. */
export interface Finding {
  severity: "advice" | "error";
  code: string;
  where: string;
  message: string;
  fix?: string;
  cites?: string[];
  step?: string;
  can_be_waived?: boolean;
  is_waived?: boolean;
}

export interface FinishedAnswer {
  sheet: Sheet;
  figures: Figure[];
  page: Page;
}

/** Yes or no, written `numbers.<name>` as 1 or 0. */
export interface FlagInput {
  type: "flag-input";
  path: string;
  label: string;
  hint: string;
}

/**
 * Parts of the sheet that stand on a diagram: each is a node of it, and `kind` says which.
 *
 * Ways along the lines cost something; the price of the field says which lines are paid for, and what each further
 * node would add.  Of every part the same `inputs` are asked, after those of its node.
 */
export interface GraphInput {
  type: "graph-input";
  path: string;
  label: string;
  nodes: GraphNode[];
  lines: GraphLine[];
  inputs: (TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput)[];
  hint: string;
}

/** A line between two nodes; `style` is how it is drawn, `note` says what it rests on. */
export interface GraphLine {
  id: string;
  one: string;
  other: string;
  price: number;
  style: "dotted" | "thick" | "thin";
  note: string;
}

/** A node in its place on the diagram, and in its `group` of a list; one that `repeats` may be taken again. */
export interface GraphNode {
  id: string;
  label: string;
  price: number;
  column: number;
  row: number;
  note: string;
  repeats: boolean;
  inputs: (TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput)[];
  group: string;
}

/** `notes` say what was guessed and what was not understood, one sentence each. */
export interface ImportAnswer {
  sheet: Sheet;
  source: string;
  notes: string[];
}

/** How often a feature may be used before a moment restores it. */
export interface Limit {
  uses: number;
  per: string;
}

/** How many characters a name, a phrase and a longer text may have. */
export interface Limits {
  name: number;
  phrase: number;
  text: number;
}

/** Several short entries of one list, written `lists.<name>`. */
export interface ListInput {
  type: "list-input";
  path: string;
  label: string;
  hint: string;
  least: number;
  most: number;
}

/** Something becomes true in the story; the game master agrees and everybody reads it. */
export interface Narrative {
  type: "narrative";
  text: string;
}

/**
 * A whole number, written `numbers.<name>`, or the rating of one trait, written `traits.<name>`.
 *
 * `words` are what the numbers are called, from the lowest on, if they have names.
 */
export interface NumberInput {
  type: "number-input";
  path: string;
  label: string;
  low: number;
  high: number;
  hint: string;
  preset: number | null;
  words: string[];
}

/** A whole sheet, ready to be drawn. */
export interface Page {
  title: string;
  kind: string;
  description: string;
  sections: Section[];
}

/** The price of what is at a path, line by line, and their sum; `more` is what each further node of a graph adds. */
export interface Price {
  path: string;
  label: string;
  total: number;
  lines: QuoteLine[];
  more: Record<string, number>;
}

/**
 * One part of a price; `where` is the path of what it pays for, if that is on the sheet.
 *
 * `marks` are the nodes or lines of a graph that it pays for.  By one that `is_cut` a rule cuts the sum.
 */
export interface QuoteLine {
  text: string;
  amount: number;
  where: string;
  marks: string[];
  is_cut: boolean;
}

/**
 * What ranks make of a trait: each raises it by one from where it starts, at most to `most`.
 *
 * A trait starts at `start`, a difficult one where `starts` says.  Ratings from `bottom` up count for the shape: above
 * the bottom, each level of a pyramid needs at least one trait more on the level below, each of a column as many.
 * Traits that stand `apart` are judged by themselves: each name is a pyramid of its own, and those with no name need
 * and give no support.
 */
export interface RankRules {
  shape: "column" | "free" | "pyramid";
  start: number;
  bottom: number;
  starts: Record<string, number>;
  most: number | null;
  apart: Record<string, string>;
}

/**
 * Spend so many ranks on traits, written in one mapping such as `entries.phases.2.numbers`.
 *
 * `held` are the ranks from before, which the new ones come on top of; `rules` say what ranks make of a trait, and
 * `hints` what it stands for.  A group may be taken several times, each time under another name.
 */
export interface RanksInput {
  type: "ranks-input";
  path: string;
  label: string;
  ranks: number;
  rules: RankRules;
  traits: Choice[];
  groups: TraitGroup[];
  held: Record<string, number>;
  hint: string;
  hints: Record<string, string>;
}

/**
 * What is left to hand out or to choose in one field, as text.
 *
 * `is_owed` unless the field may stay as it is.  `step` is the title of the step that asks for it.
 */
export interface Remainder {
  path: string;
  label: string;
  text: string;
  step: string;
  is_owed: boolean;
}

/** One aspect of this kind is taken off the table without a roll. */
export interface RemoveAspect {
  type: "remove-aspect";
  kind: string;
}

/** One line of a sheet, with the lines that belong to it; `note` is shown less prominently. */
export interface Row {
  label: string;
  text: string;
  note: string;
  rows: Row[];
}

export interface RuleText {
  title: string;
  text: string;
}

export interface SampleView {
  sheet: Sheet;
  kind_label: string;
  page: Page;
}

/** `kinds` are the kinds of character that the form asked for may have. */
export interface SamplesAnswer {
  kinds: Choice[];
  samples: SampleView[];
}

/** `field` is the part of the sheet that the rows come from. */
export interface Section {
  title: string;
  rows: Row[];
  field: string;
}

/**
 * What a character is.  What currently happens to it (stress, points, place) belongs to the table.
 *
 * `kind` names one of the ruleset's kinds of actor; `aspects` maps the ruleset's slots to phrases, in order;
 * `lists` holds word lists (what a nameless foe is good and bad at), `numbers` single figures (refresh, size),
 * `texts` longer passages (a tale of the character's past).  `entries` are lists of parts that have parts themselves;
 * the ruleset works out from them what the table reads: traits, aspects, and in `levels` the level of each aspect
 * slot, where aspects have levels.
 */
export interface Sheet {
  ruleset: string;
  name: string;
  kind?: string;
  description?: string;
  aspects?: Record<string, string>;
  traits?: Record<string, number>;
  features?: Feature[];
  numbers?: Record<string, number>;
  lists?: Record<string, string[]>;
  texts?: Record<string, string>;
  entries?: Record<string, Entry[]>;
  levels?: Record<string, number>;
  waived?: string[];
}

export interface Step {
  id: string;
  title: string;
  help: string;
  inputs: (TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput | AllocateInput | FeaturesInput)[];
  optional: boolean;
  cites: string[];
}

/** Nothing to fill in: a figure the rules work out, shown with where it comes from. */
export interface TellInput {
  type: "tell";
  path: string;
  label: string;
}

export interface TemplateField {
  name: string;
  label: string;
  options: Choice[];
  optional: boolean;
}

/**
 * Words for one field: `name`, `description`, an aspect slot `aspects.<slot>` or a passage `texts.<name>`.
 *
 * `suggestions` can be taken as they are, and their labels say more; other words are as good.
 */
export interface TextInput {
  type: "text-input";
  path: string;
  label: string;
  hint: string;
  optional: boolean;
  suggestions: Choice[];
}

/** A label for many traits: a player who takes it names one, and may take it again under another name. */
export interface TraitGroup {
  id: string;
  label: string;
  asks: string;
  examples: string[];
}

/**
 * Where an effect applies: any of these actions, any of these traits, and a circumstance people judge.
 *
 * An empty tuple means "any".
 */
export interface When {
  actions?: string[];
  traits?: string[];
  circumstance?: string;
}
