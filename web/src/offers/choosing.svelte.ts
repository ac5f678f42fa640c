/** The deed that is being chosen in the bar: which ones there are, which one was pressed, and what is chosen so far. */

import type { TableState } from "../state/tableState.svelte";
import { isReady, nextStep, openHoles, withDefaults, type Deed, type Pick, type Ratings } from "./deeds";
import type { Values } from "./form/holes";

interface Chosen {
  /** The words above the buttons while the deed itself is chosen. */
  readonly title: string;
  readonly deeds: readonly Deed[];
  readonly deed: Deed | null;
  readonly values: Values;
}

class Choosing {
  #steps = $state.raw<readonly Chosen[]>([]);
  readonly open = $derived(this.#steps.at(-1));

  /** Lets somebody choose one of these deeds. */
  among(title: string, deeds: readonly Deed[]): void {
    this.#steps = [{ title, deeds, deed: null, values: {} }];
  }

  /** Chooses a deed; what can be chosen with buttons follows in the bar, anything else in a form. */
  take(table: TableState, deed: Deed, ratings: Ratings): void {
    if (nextStep(deed, deed.preset, ratings)) this.#steps = [...this.#steps, { title: deed.label, deeds: [], deed, values: deed.preset }];
    else this.#finish(table, deed.variants[0]!, deed.preset);
  }

  /** Presses a button of the step; `extra` are values typed beside the buttons. */
  pick(table: TableState, deed: Deed, pick: Pick, extra: Values = {}): void {
    const isLast = isReady(pick.offer, pick.values) || !openHoles(pick.offer, pick.values).some((hole) => hole.type === "choice");
    if (isLast) this.#finish(table, pick.offer, { ...pick.values, ...extra });
    else this.#steps = [...this.#steps, { title: deed.label, deeds: [], deed, values: pick.values }];
  }

  back(): void {
    this.#steps = this.#steps.slice(0, -1);
  }

  stop(): void {
    this.#steps = [];
  }

  #finish(table: TableState, offer: Deed["variants"][number], values: Values): void {
    if (!isReady(offer, values)) {
      this.stop();
      table.open(offer, values);
      return;
    }
    // The choice stays in sight until it is known what comes next.
    const steps = this.#steps;
    void table.settled(table.send(offer, withDefaults(offer, values))).then(() => {
      if (this.#steps === steps) this.stop();
    });
  }
}

export const choosing = new Choosing();
