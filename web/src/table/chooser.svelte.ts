/** Several ways to do something where there is room for one button: they are listed in a window. */

import type { Choice } from "./deciding";

export interface Choosing {
  readonly title: string;
  readonly about: string;
  readonly choices: readonly Choice[];
}

class Chooser {
  /** What is being chosen from, if anything. */
  open = $state.raw<Choosing | null>(null);
  /** Whose sheet is looked at, by the character's id. */
  actor = $state("");

  choose(title: string, choices: readonly Choice[], about = ""): void {
    this.open = { title, choices, about };
  }

  look(actor: string): void {
    this.actor = actor;
  }

  close(): void {
    this.open = null;
  }
}

export const chooser = new Chooser();
