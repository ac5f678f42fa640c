import { expect, test } from "vitest";

import { landscapeFor } from "./landscape";

test("a name always leads to the same landscape, another name to another", () => {
  expect(landscapeFor("a-fight", 150)).toEqual(landscapeFor("a-fight", 150));
  expect(landscapeFor("a-fight", 150)).not.toEqual(landscapeFor("a-race", 150));
});

test("any name can be drawn, and all of it with numbers", () => {
  for (const name of ["", "x", "Große Fahrt", "🜁", "a".repeat(500)]) {
    const { sun, birds, ridges, landmarks } = landscapeFor(name, 100);
    expect(JSON.stringify([sun, birds, ridges, landmarks])).not.toMatch(/NaN|null|undefined|Infinity/);
    expect(ridges).toHaveLength(3);
  }
});
