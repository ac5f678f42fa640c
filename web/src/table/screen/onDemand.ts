/** What everybody needs sooner or later, but few at first: loaded once the table is drawn, or when it is there to be drawn. */

export const onDemand = {
  prompt: () => import("../blocks/Prompt.svelte"),
  answer: () => import("../bar/AnswerButtons.svelte"),
  change: () => import("../bar/RollAnswer.svelte"),
  deeds: () => import("../bar/DeedSteps.svelte"),
  compel: () => import("../blocks/Compel.svelte"),
  roll: () => import("../blocks/roll/RollCard.svelte"),
  field: () => import("../../offers/form/HoleField.svelte"),
  form: () => import("../../offers/form/OfferForm.svelte"),
  chooser: () => import("../dialogs/ChooserDialog.svelte"),
  character: () => import("../dialogs/CharacterDialog.svelte"),
  around: () => import("../dialogs/AroundDialog.svelte"),
  aspect: () => import("../blocks/aspects/QuickAspect.svelte"),
  rules: () => import("../../ui/RulesDialog.svelte"),
};

/** When the browser has nothing more urgent to do: over a slow line, what one may do comes first. */
async function idle(): Promise<void> {
  await new Promise<void>((done) => {
    if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(() => done(), { timeout: 500 });
    else window.setTimeout(done, 50);
  });
}

export async function loadMap(): Promise<typeof import("../map/ZoneMap.svelte")> {
  await idle();
  return import("../map/ZoneMap.svelte");
}

export async function loadCast(): Promise<typeof import("../regions/Cast.svelte")> {
  await idle();
  return import("../regions/Cast.svelte");
}

export async function loadLog(): Promise<typeof import("../log/Log.svelte")> {
  await idle();
  return import("../log/Log.svelte");
}

/** Milliseconds after which they are fetched, so that they open even if the line breaks later. */
const LATER = 1_500;

export function loadLater(): void {
  window.setTimeout(() => {
    for (const load of Object.values(onDemand)) load().catch(() => undefined);
  }, LATER);
}
