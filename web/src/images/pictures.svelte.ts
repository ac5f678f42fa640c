/**
 * The pictures of a table, fetched with the key of the seat and shown from memory.
 *
 * An `<img>` cannot send a key, and addresses must not contain one.
 */

import { request } from "../wire/request";

/** Milliseconds to wait before each further attempt to fetch a picture. */
const RETRIES: readonly number[] = [3_000, 10_000, 30_000];

export class Pictures {
  #addresses = $state.raw<Readonly<Record<string, string>>>({});
  #asked = new Set<string>();

  constructor(private readonly key: string) {}

  /** An address to show a picture from; empty until it has arrived. */
  address(image: string): string {
    if (image && !this.#asked.has(image)) {
      this.#asked.add(image);
      void this.#fetch(image);
    }
    return this.#addresses[image] ?? "";
  }

  async #fetch(image: string, attempt = 0): Promise<void> {
    if (!this.#asked.has(image)) return;
    try {
      const answer = await request(`/api/images/${encodeURIComponent(image)}`, { key: this.key });
      this.#addresses = { ...this.#addresses, [image]: URL.createObjectURL(await answer.blob()) };
    } catch {
      const wait = RETRIES[attempt];
      if (wait) window.setTimeout(() => void this.#fetch(image, attempt + 1), wait);
    }
  }

  /** Frees the memory of all pictures. */
  release(): void {
    for (const address of Object.values(this.#addresses)) URL.revokeObjectURL(address);
    this.#addresses = {};
    this.#asked.clear();
  }
}
