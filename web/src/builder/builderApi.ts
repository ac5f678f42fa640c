/** The builder's part of the HTTP interface; the types of the answers are generated from the server's. */

import { request, requestFile, requestJson } from "../wire/request";
import type { DraftAnswer, Feature, FeatureAnswer, FinishedAnswer, ImportAnswer, SamplesAnswer, Sheet } from "./types";

export type Dials = Readonly<Record<string, string | number | boolean>>;

/** What a table has chosen: its options, and the tables of its own that it replaces or adds to the book's. */
export interface Chosen {
  readonly dials: Dials;
  readonly content?: Readonly<Record<string, string>>;
}

const address = (ruleset: string, what: string): string => `/api/rulesets/${encodeURIComponent(ruleset)}/${what}`;

function ask<T>(ruleset: string, what: string, body?: unknown): Promise<T> {
  return requestJson<T>(address(ruleset, what), { body });
}

/** A draft as it is sent: the sheet so far, or the kind of a blank one; `known` is the mark of the steps the page has. */
export interface Asked extends Chosen {
  readonly sheet?: Sheet | Record<string, never>;
  readonly kind?: string;
  readonly known?: string;
}

export const builderApi = {
  draft: (ruleset: string, asked: Asked) => ask<DraftAnswer>(ruleset, "draft", asked),
  finish: (ruleset: string, asked: Asked) => ask<FinishedAnswer>(ruleset, "finish", asked),
  samples: (ruleset: string, form: string, chosen: Chosen) => ask<SamplesAnswer>(ruleset, "samples", { form, ...chosen }),
  compose: async (ruleset: string, template: string, values: Record<string, string>, chosen: Chosen): Promise<Feature> =>
    (await ask<FeatureAnswer>(ruleset, "compose", { template, values, ...chosen })).feature,
  read: (ruleset: string, file: string, kind: string, chosen: Chosen) =>
    ask<ImportAnswer>(ruleset, "import", { text: file, kind, ...chosen }),
  markdown: async (ruleset: string, asked: Asked) => (await request(address(ruleset, "markdown"), { body: asked })).text(),
  file: (ruleset: string, what: "pdf" | "json", asked: Asked) => requestFile(address(ruleset, what), { body: asked }),
};
