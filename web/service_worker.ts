/**
 * Writes the service worker of each build: `service_worker.js` with the files of the shell and a name for its cache.
 *
 * The shell is what the lobby and a table need to start; all else is cached when it is first used.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const WORKER = new URL("./service_worker.js", import.meta.url);
const PAGES = ["src/pages/Seat.svelte"];
const CORE_FONT = /^assets\/alegreya[^/]*-(?:normal|italic)-[^/]*\.woff2$/;

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // The page itself is written last, and its hash is part of the version.
    enforce: "post",
    async generateBundle(_, bundle) {
      const files = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || files.has(name)) return;
        files.add(name);
        chunk.viteMetadata?.importedCss.forEach((file) => files.add(file));
        chunk.imports.forEach(add);
      };
      for (const each of Object.values(bundle)) {
        if (each.type === "chunk" && (each.isEntry || PAGES.some((page) => each.facadeModuleId?.endsWith(`/${page}`)))) add(each.fileName);
        if (CORE_FONT.test(each.fileName) && !each.fileName.includes("-latin")) files.add(each.fileName);
      }
      const shell = ["", "icon.svg", ...[...files].sort()];
      const page = bundle["index.html"];
      const hash = createHash("sha256").update(JSON.stringify(shell));
      const build = hash.update(page?.type === "asset" ? page.source : "").digest("hex").slice(0, 12);
      const head = `const BUILD = "${build}";\nconst SHELL = ${JSON.stringify(shell, null, 1)};\n`;
      this.emitFile({ type: "asset", fileName: "service-worker.js", source: head + (await readFile(WORKER, "utf-8")) });
    },
  };
}
