/** One HTTP request to the server: JSON in, and a refusal as an error with a sentence for people. */

import { text } from "../texts/text";
import { onServer } from "./base";

/** A refusal of the server, or no answer at all; the message is one sentence for people. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly cites: readonly string[] = [],
  ) {
    super(message);
  }
}

interface Options {
  /** Sent as JSON; a request with a body is a POST. */
  body?: unknown;
  /** Sent as it is, instead of JSON. */
  file?: Blob;
  /** The key of the seat that asks. */
  key?: string;
}

/** The answer of the server; throws an `ApiError` if it refuses or cannot be reached. */
export async function request(path: string, { body, file, key = "" }: Options = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Authorization"] = `Bearer ${key}`;
  let answer: Response;
  try {
    const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
    answer = await fetch(onServer(path), content === undefined ? { headers } : { method: "POST", headers, body: content });
  } catch {
    throw new ApiError(text("error.network"), "network");
  }
  if (answer.ok) return answer;
  const refusal = ((await answer.json().catch(() => null)) ?? {}) as { code?: string; message?: string; cites?: string[] };
  throw new ApiError(refusal.message ?? text("error.unknown"), refusal.code ?? "unknown", refusal.cites ?? []);
}

/** A file to download, under the name the server gives it. */
export async function requestFile(path: string, options: Options = {}): Promise<{ name: string; content: Blob }> {
  const answer = await request(path, options);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? "download", content: await answer.blob() };
}

export async function requestJson<T>(path: string, options: Options = {}): Promise<T> {
  return (await (await request(path, options)).json()) as T;
}
