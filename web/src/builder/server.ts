/** What the builder asks the server; every answer is a type the server wrote. */

import { ApiError } from "../api";
import { text } from "../texts";
import type { DraftAnswer, Feature, FeatureAnswer, Finding, FinishedAnswer, ImportAnswer, SamplesAnswer, Sheet } from "./types";

export type Dials = Readonly<Record<string, string | number | boolean>>;

/** A sheet that is not finished, with all that is missing. */
export class Unfinished extends ApiError {
  constructor(
    message: string,
    readonly problems: readonly Finding[],
  ) {
    super(message, "unfinished-sheet");
  }
}

interface Refusal {
  readonly code?: string;
  readonly message?: string;
  readonly cites?: string[];
  readonly problems?: Finding[];
}

async function answered(ruleset: string, what: string, asked?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/rulesets/${encodeURIComponent(ruleset)}/${what}`, {
      method: asked === undefined ? "GET" : "POST",
      ...(asked === undefined ? {} : { body: JSON.stringify(asked), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new ApiError(text("error.network"), "network");
  }
  if (answer.ok) return answer;
  const told = ((await answer.json().catch(() => null)) ?? {}) as Refusal;
  const message = told.message ?? text("error.unknown");
  if (told.problems) throw new Unfinished(message, told.problems);
  throw new ApiError(message, told.code ?? "unknown", told.cites ?? []);
}

async function told<T>(ruleset: string, what: string, asked?: unknown): Promise<T> {
  return (await (await answered(ruleset, what, asked)).json()) as T;
}

export interface Asked {
  readonly sheet?: Sheet | Record<string, never>;
  readonly kind?: string;
  readonly dials: Dials;
  readonly known?: string;
}

export const server = {
  draft: (ruleset: string, asked: Asked) => told<DraftAnswer>(ruleset, "draft", asked),
  finish: (ruleset: string, asked: Asked) => told<FinishedAnswer>(ruleset, "finish", asked),
  samples: (ruleset: string, form: string) => told<SamplesAnswer>(ruleset, `samples?form=${encodeURIComponent(form)}`),
  compose: async (ruleset: string, template: string, values: Record<string, string>, dials: Dials): Promise<Feature> =>
    (await told<FeatureAnswer>(ruleset, "compose", { template, values, dials })).feature,
  read: (ruleset: string, file: string, kind: string, dials: Dials) =>
    told<ImportAnswer>(ruleset, "import", { text: file, kind, dials }),
  markdown: async (ruleset: string, asked: Asked) => (await answered(ruleset, "markdown", asked)).text(),
  file: async (ruleset: string, what: "pdf" | "json", asked: Asked): Promise<{ name: string; content: Blob }> => {
    const answer = await answered(ruleset, what, asked);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    return { name: name ?? `character.${what}`, content: await answer.blob() };
  },
};
