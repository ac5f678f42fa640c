/** The builder's part of the HTTP interface; the types of the answers are generated from the server's. */

import { request, requestFile, requestJson } from "../wire/request";
import type { DraftAnswer, Feature, FeatureAnswer, FinishedAnswer, ImportAnswer, SamplesAnswer, Sheet } from "./types";

export type Dials = Readonly<Record<string, string | number | boolean>>;

const address = (ruleset: string, what: string): string => `/api/rulesets/${encodeURIComponent(ruleset)}/${what}`;

function ask<T>(ruleset: string, what: string, body?: unknown): Promise<T> {
  return requestJson<T>(address(ruleset, what), { body });
}

/** A draft as it is sent: the sheet so far, or the kind of a blank one; `known` is the mark of the steps the page has. */
export interface Asked {
  readonly sheet?: Sheet | Record<string, never>;
  readonly kind?: string;
  readonly dials: Dials;
  readonly known?: string;
}

export const builderApi = {
  draft: (ruleset: string, asked: Asked) => ask<DraftAnswer>(ruleset, "draft", asked),
  finish: (ruleset: string, asked: Asked) => ask<FinishedAnswer>(ruleset, "finish", asked),
  samples: (ruleset: string, form: string) => ask<SamplesAnswer>(ruleset, `samples?form=${encodeURIComponent(form)}`),
  compose: async (ruleset: string, template: string, values: Record<string, string>, dials: Dials): Promise<Feature> =>
    (await ask<FeatureAnswer>(ruleset, "compose", { template, values, dials })).feature,
  read: (ruleset: string, file: string, kind: string, dials: Dials) =>
    ask<ImportAnswer>(ruleset, "import", { text: file, kind, dials }),
  markdown: async (ruleset: string, asked: Asked) => (await request(address(ruleset, "markdown"), { body: asked })).text(),
  file: (ruleset: string, what: "pdf" | "json", asked: Asked) => requestFile(address(ruleset, what), { body: asked }),
};
