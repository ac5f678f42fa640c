/** Which list of offers or which character is open in a dialog. */

import type { Choice } from "../../offers/whereOffersGo";

/** A list of offers behind one button. */
export interface OpenChoice {
  readonly title: string;
  readonly about: string;
  readonly choices: readonly Choice[];
  /** The character named in the title, if there is one; labels do not repeat the name. */
  readonly actor: string;
}

class Chooser {
  /** The list of offers that is open, if any. */
  open = $state.raw<OpenChoice | null>(null);
  /** The id of the character whose dialog is open; empty if none is. */
  actor = $state("");

  choose(title: string, choices: readonly Choice[], about = "", actor = ""): void {
    this.open = { title, choices, about, actor };
  }

  showCharacter(actor: string): void {
    this.actor = actor;
  }

  close(): void {
    this.open = null;
  }
}

export const chooser = new Chooser();
