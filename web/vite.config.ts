import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

import { appIcons } from "./app_icons.ts";
import { coreFonts } from "./core_fonts.ts";
import { serviceWorker } from "./service_worker.ts";

const server = process.env["FATETABLE_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [coreFonts(), svelte(), svelteTesting(), appIcons(), serviceWorker()],
  // Relative, so that the same build works under any path.
  base: "./",
  build: {
    outDir: "../src/fatetable/adapters/web/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows no fonts or scripts as data URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Lists the files of each chunk, so that a test can measure the first load.
    manifest: "manifest.json",
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    // All test files share one jsdom; creating one per file takes longer than all tests together.
    isolate: false,
    maxWorkers: 1,
    include: ["src/**/*.test.ts"],
  },
});
