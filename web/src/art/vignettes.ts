/** The vignettes: their names, the light they are drawn in, and which one a scene or a table gets. */

import type { Component } from "svelte";

type Mood = "day" | "dusk" | "mist" | "night" | "storm" | "indoors";

/** A name here is the name of a file in `vignettes/`, and what a ready-made scene writes as its `art`. */
const MOODS = {
  ballroom: "indoors",
  battle: "mist",
  camp: "night",
  deck: "dusk",
  fair: "day",
  ford: "mist",
  hall: "indoors",
  market: "dusk",
  pass: "day",
  quay: "night",
  rooftops: "night",
  ruins: "dusk",
  "sky-dive": "day",
  storm: "storm",
  table: "indoors",
  tavern: "indoors",
  toll: "day",
  viaduct: "dusk",
  waxworks: "indoors",
} as const satisfies Record<string, Mood>;

type Name = keyof typeof MOODS;

/** Those that fit a story nobody has told yet: travelling, resting, sitting around a table. */
const FOR_ANYTHING: readonly Name[] = ["table", "camp", "pass", "ruins"];

interface Vignette {
  readonly name: Name;
  readonly mood: Mood;
  readonly load: () => Promise<{ default: Component }>;
}

const files = import.meta.glob<{ default: Component }>("./vignettes/*.svelte");

/** The vignette of this name; for any other name one of those that fit anything, always the same. */
export function vignetteFor(art: string): Vignette {
  const name = Object.hasOwn(MOODS, art) ? (art as Name) : FOR_ANYTHING[hash(art) % FOR_ANYTHING.length]!;
  return { name, mood: MOODS[name], load: files[`./vignettes/${name}.svelte`]! };
}

/** FNV-1a with a last mix, so that similar names get different pictures. */
function hash(text: string): number {
  let sum = 2166136261;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0)!, 16777619);
  return (sum ^ (sum >>> 15)) >>> 0;
}
