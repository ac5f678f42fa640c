/** A sheet that is being built: its values, and the problems and steps the server reports for it. */

import { builderApi, type Asked, type Chosen, type Dials } from "../builderApi";
import type { DraftAnswer, Finding, RuleText, Sheet, Step } from "../types";
import { afterPress } from "./afterPress";
import { inputOf, valueAt, withNested, withPresets, withValueAt } from "./paths";
import { savedDrafts } from "./savedSheets";

/** Milliseconds to wait for more typing before the server is asked. */
const PAUSE = 250;

export class Draft {
  sheet = $state.raw<Sheet>({ ruleset: "", name: "" });
  answer = $state.raw<DraftAnswer | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  rules = $state.raw<Readonly<Record<string, RuleText>>>({});
  /** Why the server did not answer; empty if it did. */
  failure = $state("");
  isAsking = $state(false);
  isSaved = $state(true);
  /** Paths of fields the user has left; problems are shown beside these fields only. */
  touched = $state.raw<ReadonlySet<string>>(new Set());
  /** Shows problems beside all fields; set when finishing failed. */
  isStrict = $state(false);
  step = $state("");
  /** The path of a field that somebody wants to be led to, as long as it is not on the screen. */
  sought = $state("");
  /** Grows when the whole sheet is replaced, so that fields start anew. */
  generation = $state(0);

  readonly problems = $derived(this.answer?.problems ?? []);
  readonly errors = $derived(this.problems.filter((problem) => problem.severity === "error"));
  readonly current = $derived(this.steps.find((step) => step.id === this.step) ?? this.steps[0]);
  /** What is left to hand out or to choose; what several steps call the same, with the title of the step. */
  readonly remaining = $derived.by(() => {
    const often = (label: string): boolean => this.steps.flatMap((step) => step.inputs).filter((each) => each.label === label).length > 1;
    const isElsewhere = (title: string): boolean => title !== this.current?.title;
    return (this.answer?.remaining ?? []).map((each) => ({ ...each, label: isElsewhere(each.step) && often(each.label) ? `${each.step}: ${each.label}` : each.label }));
  });
  readonly owed = $derived(this.remaining.filter((each) => each.is_owed));
  readonly storageKey: string;
  dials = $state.raw<Dials>({});

  #asked = 0;
  #timer: number | undefined;
  /** Whether the sheet has changed since the server was last asked. */
  #isChanged = false;

  constructor(
    readonly ruleset: string,
    dials: Dials,
    /** The form that asks for the sheet; empty on the builder's own page.  Each has its own saved draft. */
    form = "",
    readonly content: Readonly<Record<string, string>> = {},
  ) {
    this.dials = dials;
    this.storageKey = form ? `${ruleset}/${form}` : ruleset;
  }

  get kind(): string {
    return this.answer?.kind ?? this.sheet.kind ?? "";
  }

  get chosen(): Chosen {
    return { dials: this.dials, content: this.content };
  }

  get asked(): Asked {
    return { sheet: this.sheet, ...this.chosen };
  }

  /** Starts a blank sheet of a kind. */
  async begin(kind: string): Promise<void> {
    await this.#replace({ kind, ...this.chosen }, "");
    const preset = withPresets(this.sheet, this.steps.flatMap((step) => step.inputs));
    if (preset !== this.sheet) await this.#replace({ sheet: preset, ...this.chosen }, "");
  }

  /** Continues with an existing sheet. */
  async take(sheet: Sheet, step = ""): Promise<void> {
    await this.#replace({ sheet, ...this.chosen }, step);
  }

  async #replace(asked: Asked, step: string): Promise<void> {
    window.clearTimeout(this.#timer);
    const answer = await builderApi.draft(this.ruleset, asked);
    this.#asked += 1;
    this.#learn(answer);
    // The server leaves the default kind out, but needs it when the sheet is sent back.
    this.sheet = { ...answer.sheet, kind: answer.kind };
    this.touched = new Set();
    this.isStrict = false;
    this.step = this.steps.some((each) => each.id === step) ? step : (this.steps[0]?.id ?? "");
    this.generation += 1;
    this.#save();
  }

  /** Changes the options of the book; the values of the sheet stay. */
  async changeDials(dials: Dials): Promise<void> {
    this.dials = dials;
    if (!this.answer) return;
    const { step, touched, isStrict } = this;
    await this.#replace({ sheet: this.sheet, ...this.chosen }, step);
    this.touched = touched;
    this.isStrict = isStrict;
  }

  valueAt(path: string): unknown {
    return valueAt(this.sheet, path);
  }

  setValue(path: string, value: unknown): void {
    this.change(withValueAt(this.sheet, path, value));
  }

  change(sheet: Sheet): void {
    this.sheet = sheet;
    this.#isChanged = true;
    this.#save();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  /** Asks the server about the sheet as it is now. */
  async check(): Promise<void> {
    window.clearTimeout(this.#timer);
    const turn = ++this.#asked;
    this.#isChanged = false;
    this.isAsking = true;
    try {
      const answer = await builderApi.draft(this.ruleset, { ...this.asked, known: this.answer?.mark ?? "" });
      // Ignore answers to older questions: the sheet has changed since.
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

  #save(): void {
    this.isSaved = savedDrafts.put(this.storageKey, { sheet: this.sheet, kind: this.kind, step: this.step, dials: this.dials });
  }

  goTo(step: string): void {
    this.touch(...withNested(this.current?.inputs ?? [], this.sheet).map((input) => input.path));
    this.step = step;
    this.#save();
  }

  /** The user has left a field: check it, and show its problems from now on. */
  async leaveField(path: string): Promise<void> {
    if (this.#isChanged) await this.check();
    await afterPress();
    this.touch(path);
  }

  touch(...paths: string[]): void {
    if (paths.some((path) => !this.touched.has(path))) this.touched = new Set([...this.touched, ...paths]);
  }

  /** The problems to show beside a field; none before the user has left it. */
  problemsAt(path: string): readonly Finding[] {
    if (!this.isStrict && !this.touched.has(path)) return [];
    return this.problems.filter(
      (problem) => problem.severity === "error" && inputOf(problem, this.steps, this.sheet)?.path === path,
    );
  }

  waive(code: string, isWaived: boolean): void {
    const others = (this.sheet.waived ?? []).filter((each) => each !== code);
    this.change({ ...this.sheet, waived: isWaived ? [...others, code] : others });
    void this.check();
  }
}
