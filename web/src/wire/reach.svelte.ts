/** Who can open the links this page makes: their address, and whether only this computer can open it. */

import { base } from "./base";
import { requestJson } from "./request";

/** Who can open tables on this server. */
export type OpenTables = "anyone" | "key" | "nobody";

/** What the server knows about its own addresses. */
export interface Told {
  readonly public_url: string;
  readonly open_tables: OpenTables;
  readonly network: readonly string[];
}

/** Where the page was opened; `origin` ends with the path under which a proxy serves it. */
export interface Place {
  readonly origin: string;
  readonly hostname: string;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of links: the public one, else the one this page was opened at, else one on the local network. */
export function addressOf(told: Pick<Told, "public_url" | "network">, here: Place): { origin: string; isLocal: boolean } {
  if (told.public_url) return { origin: told.public_url, isLocal: false };
  if (!LOOPBACK.test(here.hostname)) return { origin: here.origin, isLocal: false };
  return { origin: told.network[0] ?? here.origin, isLocal: !told.network.length };
}

const here: Place = { origin: location.origin + base.slice(0, -1), hostname: location.hostname };

class Reach {
  origin = $state(here.origin);
  /** Only this computer can open links; false until the server has said so. */
  isLocal = $state(false);

  openTables = $state<OpenTables>("anyone");

  /** Asks the server; without an answer, links carry the address of this page. */
  async load(): Promise<void> {
    const told = await requestJson<Told>("/api/reach").catch(() => null);
    if (told) Object.assign(this, addressOf(told, here), { openTables: told.open_tables });
  }
}

export const reach = new Reach();
