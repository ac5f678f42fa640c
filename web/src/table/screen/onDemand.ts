/** How often a part of the page is asked for over a bad line, and the milliseconds before the second time. */
const TRIES = 8;
const FIRST_PAUSE = 1_000;

/** Asks again, after longer and longer, for a part of the page that a bad line has lost. */
export async function patiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tried = 1; ; tried++) {
    try {
      return await load();
    } catch (problem) {
      if (tried === TRIES) throw problem;
      await new Promise((done) => window.setTimeout(done, FIRST_PAUSE * 2 ** (tried - 1)));
    }
  }
}

/** What everybody needs sooner or later, but few at first: loaded once the table is drawn, or when it is there to be drawn. */

export const onDemand = {
  prompt: () => patiently(() => import("../blocks/Prompt.svelte")),
  answer: () => patiently(() => import("../bar/AnswerButtons.svelte")),
  change: () => patiently(() => import("../bar/RollAnswer.svelte")),
  deeds: () => patiently(() => import("../bar/DeedSteps.svelte")),
  compel: () => patiently(() => import("../blocks/Compel.svelte")),
  roll: () => patiently(() => import("../blocks/roll/RollCard.svelte")),
  field: () => patiently(() => import("../../offers/form/HoleField.svelte")),
  form: () => patiently(() => import("../../offers/form/OfferForm.svelte")),
  chooser: () => patiently(() => import("../dialogs/ChooserDialog.svelte")),
  character: () => patiently(() => import("../dialogs/CharacterDialog.svelte")),
  around: () => patiently(() => import("../dialogs/AroundDialog.svelte")),
  aspect: () => patiently(() => import("../blocks/aspects/QuickAspect.svelte")),
  rules: () => patiently(() => import("../../ui/RulesDialog.svelte")),
};

/** When the browser has nothing more urgent to do: over a slow line, what one may do comes first. */
async function idle(): Promise<void> {
  await new Promise<void>((done) => {
    if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(() => done(), { timeout: 500 });
    else window.setTimeout(done, 50);
  });
}

/** A part that every table shows, once there is time for it. */
async function whenIdle<Part>(load: () => Promise<Part>): Promise<Part> {
  await idle();
  return patiently(load);
}

export const loadMap = () => whenIdle(() => import("../map/ZoneMap.svelte"));
export const loadCast = () => whenIdle(() => import("../regions/Cast.svelte"));
export const loadLog = () => whenIdle(() => import("../log/Log.svelte"));

/** Milliseconds after which they are fetched, so that they open even if the line breaks later. */
const LATER = 1_500;

export function loadLater(): void {
  window.setTimeout(() => {
    for (const load of Object.values(onDemand)) load().catch(() => undefined);
  }, LATER);
}
