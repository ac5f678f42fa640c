/** One draft on its way to a character: what is written so far, and what the server says about it. */

import { drafts } from "./kept";
import { filledIn, held, inputOf, withPresets } from "./paths";
import { afterPress } from "./pressing";
import { server, type Asked, type Dials } from "./server";
import type { DraftAnswer, Finding, RuleText, Sheet, Step } from "./types";

/** Typing is followed by one question to the server, not by one for each letter. */
const PAUSE = 250;

export class Draft {
  sheet = $state.raw<Sheet>({ ruleset: "", name: "" });
  answer = $state.raw<DraftAnswer | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  rules = $state.raw<Readonly<Record<string, RuleText>>>({});
  /** What cannot be shown because the server did not answer. */
  failure = $state("");
  isAsking = $state(false);
  isKept = $state(true);
  /** Fields somebody has left, and steps somebody has gone past: only there a problem is shown beside the field. */
  touched = $state.raw<ReadonlySet<string>>(new Set());
  isStrict = $state(false);
  step = $state("");
  /** Counts drafts that were put in place of another, so that fields forget what they held. */
  generation = $state(0);

  readonly problems = $derived(this.answer?.problems ?? []);
  readonly errors = $derived(this.problems.filter((problem) => problem.severity === "error"));
  readonly current = $derived(this.steps.find((step) => step.id === this.step) ?? this.steps[0]);
  readonly place: string;
  dials = $state.raw<Dials>({});

  #asked = 0;
  #timer: number | undefined;
  /** Since the server was last asked. */
  #isChanged = false;

  constructor(
    readonly ruleset: string,
    dials: Dials,
    /** Where this draft is kept: the page, or the form of a table that asks for it. */
    form = "",
  ) {
    this.dials = dials;
    this.place = form ? `${ruleset}/${form}` : ruleset;
  }

  get kind(): string {
    return this.answer?.kind ?? this.sheet.kind ?? "";
  }

  get asked(): Asked {
    return { sheet: this.sheet, dials: this.dials };
  }

  /** Begins a blank sheet of a kind. */
  async begin(kind: string): Promise<void> {
    await this.#replace({ kind, dials: this.dials }, "");
    const preset = withPresets(this.sheet, this.steps);
    if (preset !== this.sheet) await this.#replace({ sheet: preset, dials: this.dials }, "");
  }

  /** Goes on with a sheet somebody has. */
  async take(sheet: Sheet, step = ""): Promise<void> {
    await this.#replace({ sheet, dials: this.dials }, step);
  }

  async #replace(asked: Asked, step: string): Promise<void> {
    window.clearTimeout(this.#timer);
    const answer = await server.draft(this.ruleset, asked);
    this.#asked += 1;
    this.#learn(answer);
    // Whoever sends a sheet back must say its kind, which is left out where it is the usual one.
    this.sheet = { ...answer.sheet, kind: answer.kind };
    this.touched = new Set();
    this.isStrict = false;
    this.step = this.steps.some((each) => each.id === step) ? step : (this.steps[0]?.id ?? "");
    this.generation += 1;
    this.#keep();
  }

  /** Goes on by other options of the book; nothing that was written is lost. */
  async playBy(dials: Dials): Promise<void> {
    this.dials = dials;
    if (!this.answer) return;
    const { step, touched, isStrict } = this;
    await this.#replace({ sheet: this.sheet, dials }, step);
    this.touched = touched;
    this.isStrict = isStrict;
  }

  held(path: string): unknown {
    return held(this.sheet, path);
  }

  fill(path: string, value: unknown): void {
    this.change(filledIn(this.sheet, path, value));
  }

  change(sheet: Sheet): void {
    this.sheet = sheet;
    this.#isChanged = true;
    this.#keep();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  /** What the server says about the draft as it is now. */
  async check(): Promise<void> {
    window.clearTimeout(this.#timer);
    const turn = ++this.#asked;
    this.#isChanged = false;
    this.isAsking = true;
    try {
      const answer = await server.draft(this.ruleset, { ...this.asked, known: this.answer?.mark ?? "" });
      // An answer to an older question says nothing about what was written since.
      await afterPress();
      if (turn === this.#asked) this.#learn(answer);
    } catch (problem) {
      if (turn === this.#asked) this.failure = (problem as Error).message;
    } finally {
      if (turn === this.#asked) this.isAsking = false;
    }
  }

  #learn(answer: DraftAnswer): void {
    this.answer = answer;
    if (answer.steps) this.steps = answer.steps;
    this.rules = { ...this.rules, ...answer.rules };
    this.failure = "";
    this.isAsking = false;
  }

  #keep(): void {
    this.isKept = drafts.put(this.place, { sheet: this.sheet, kind: this.kind, step: this.step, dials: this.dials });
  }

  goTo(step: string): void {
    this.touch(...(this.current?.inputs ?? []).map((input) => input.path));
    this.step = step;
    this.#keep();
  }

  /** Somebody has answered a field: now is the time to say what is wrong with the answer. */
  async leave(path: string): Promise<void> {
    if (this.#isChanged) await this.check();
    await afterPress();
    this.touch(path);
  }

  touch(...paths: string[]): void {
    if (paths.some((path) => !this.touched.has(path))) this.touched = new Set([...this.touched, ...paths]);
  }

  /** The problems to show beside a field; none while somebody has not been there yet. */
  problemsAt(path: string): readonly Finding[] {
    if (!this.isStrict && !this.touched.has(path)) return [];
    return this.problems.filter(
      (problem) => problem.severity === "error" && inputOf(problem, this.steps)?.path === path,
    );
  }

  waive(code: string, isWaived: boolean): void {
    const others = (this.sheet.waived ?? []).filter((each) => each !== code);
    this.change({ ...this.sheet, waived: isWaived ? [...others, code] : others });
    void this.check();
  }
}
