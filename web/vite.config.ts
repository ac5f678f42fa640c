import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

import { coreFonts } from "./core_fonts.ts";

const server = process.env["FATETABLE_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [coreFonts(), svelte(), svelteTesting()],
  base: "/",
  build: {
    outDir: "../src/fatetable/adapters/web/static",
    emptyOutDir: true,
    target: "es2022",
    // The page may load nothing but files of its own, so nothing is put into the markup as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Says which files belong together, so that what a first visit loads can be weighed.
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
    // One browser-like world for all files: making one takes longer than all tests together.
    isolate: false,
    maxWorkers: 1,
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
  },
});
