/**
 * Makes small versions of the fonts with the most common letters, so that the first load stays small.
 *
 * Browsers fetch the full fonts only for letters that the small ones lack.
 */

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subset from "subset-font";
import type { Plugin } from "vite";

const MODULES = fileURLToPath(new URL("./node_modules/", import.meta.url));
const FOLDER = `${MODULES}.core-fonts/`;

const LETTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 32 + at))}\u00a0©·×–—‘’“”•…−`;
/** Font features to keep: kerning, lining and tabular figures; the serif font keeps ligatures as well. */
const FIGURES = ["kern", "lnum", "tnum"];
const FONTS = [
  { from: "alegreya/files/alegreya-latin-500-normal", keepFeatures: [...FIGURES, "liga"] },
  { from: "alegreya/files/alegreya-latin-500-italic", keepFeatures: [...FIGURES, "liga"] },
  { from: "alegreya-sans/files/alegreya-sans-latin-500-normal", keepFeatures: FIGURES },
  { from: "alegreya-sans/files/alegreya-sans-latin-700-normal", keepFeatures: FIGURES },
];

export function coreFonts(): Plugin {
  return {
    name: "core-fonts",
    async config() {
      await mkdir(FOLDER, { recursive: true });
      for (const { from, keepFeatures } of FONTS) {
        const to = `${FOLDER}${from.split("/").at(-1)!.replace("-latin-", "-")}.woff2`;
        if (await stat(to).catch(() => null)) continue;
        const whole = await readFile(`${MODULES}@fontsource/${from}.woff2`);
        await writeFile(to, await subset(whole, LETTERS, { targetFormat: "woff2", noHinting: true, keepFeatures }));
      }
    },
  };
}
