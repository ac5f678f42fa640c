/** A seat with a fake server, for tests: `sent` holds what the page sent, `says` lets the server speak. */

import { TableState } from "../../state/tableState.svelte";
import type { Environment } from "../../wire/connection";
import { VERSION, type FromPage, type Patch, type ToPage } from "../../wire/types";

export class Page {
  sent: FromPage[] = [];
  timers: { run: () => void; after: number }[] = [];
  #ids = 0;
  #end = { readyState: 1, onmessage: null as ((event: { data: string }) => void) | null, onopen: null, onclose: null };
  table: TableState;

  constructor() {
    const end = Object.assign(this.#end, {
      send: (text: string) => this.sent.push(JSON.parse(text) as FromPage),
      close: () => {},
    });
    const kept = new Map<string, string>();
    const environment: Environment = {
      open: () => end as unknown as WebSocket,
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
      setTimer: (run, after) => this.timers.push({ run, after }),
      clearTimer: () => {},
      random: () => 0,
      newId: () => `id-${++this.#ids}`,
    };
    this.table = new TableState("KEY", "", "ws://table/ws", environment);
    this.table.start();
    this.welcome();
  }
  says(message: ToPage) {
    this.#end.onmessage!({ data: JSON.stringify(message) });
  }
  welcome(fresh = true, lexicon: Record<string, string> = { trait: "approach" }, role: "gm" | "player" | "spectator" = "player") {
    this.says({
      t: "welcome", version: VERSION, table: "t", title: "A quay", art: "quay", ruleset: "r", ruleset_title: "R",
      lexicon, seat: role === "gm" ? "maria" : "ana", role, commitment: "", dials: {}, content: {}, fresh,
    });
  }
  patch(parts: Partial<Patch>) {
    this.says({ t: "patch", seq: 1, ...parts });
  }
}
