/** Cards, dialogs and fields that everybody needs sooner or later, but nobody at first: loaded once the table is drawn. */

export const onDemand = {
  roll: () => import("../blocks/roll/RollCard.svelte"),
  field: () => import("../../offers/form/HoleField.svelte"),
  form: () => import("../../offers/form/OfferForm.svelte"),
  chooser: () => import("../dialogs/ChooserDialog.svelte"),
  character: () => import("../dialogs/CharacterDialog.svelte"),
  rules: () => import("../../ui/RulesDialog.svelte"),
};

/** The map, once the browser has nothing more urgent to do: over a slow line, what one may do comes first. */
export async function loadMap(): Promise<typeof import("../map/ZoneMap.svelte")> {
  await new Promise<void>((done) => {
    if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(() => done(), { timeout: 500 });
    else window.setTimeout(done, 50);
  });
  return import("../map/ZoneMap.svelte");
}

/** Milliseconds after which they are fetched, so that they open even if the line breaks later. */
const LATER = 1_500;

export function loadLater(): void {
  window.setTimeout(() => {
    for (const load of Object.values(onDemand)) load().catch(() => undefined);
  }, LATER);
}
