/** Texts that somebody is writing for the journal: they outlast the dialog, which closes when play stops. */

interface Draft {
  title: string;
  text: string;
}

class Drafts {
  #kept = $state<Record<string, Draft>>({});

  /** The draft of a note, a handout or an entry; it begins with what is written already. */
  of(what: string, title = "", text = ""): Draft {
    this.#kept[what] ??= { title, text };
    return this.#kept[what];
  }

  drop(what: string): void {
    delete this.#kept[what];
  }
}

export const drafts = new Drafts();
