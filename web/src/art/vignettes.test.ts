import { expect, test } from "vitest";

import { vignetteFor } from "./vignettes";

const drawn = Object.keys(import.meta.glob("./vignettes/*.svelte")).map((path) => path.replace("./vignettes/", "").replace(".svelte", ""));

test("every vignette can be named, and each name has a vignette", async () => {
  expect(drawn.length).toBeGreaterThanOrEqual(12);
  for (const name of drawn) {
    expect(vignetteFor(name).name).toBe(name);
    expect((await vignetteFor(name).load()).default).toBeTypeOf("function");
  }
});

test("any other name gets a picture that stays the same, and different names get different ones", () => {
  const names = Array.from({ length: 40 }, (_, number) => `table-${number}`);
  expect(names.map((name) => vignetteFor(name).name)).toEqual(names.map((name) => vignetteFor(name).name));
  expect(new Set(names.map((name) => vignetteFor(name).name)).size).toBeGreaterThan(2);
});

test("a name is not looked up beyond the list", () => {
  expect(drawn).toContain(vignetteFor("constructor").name);
});
