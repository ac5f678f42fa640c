import { afterEach, expect, test } from "vitest";

import { sound } from "./sound.svelte";

afterEach(() => {
  if (sound.isOn) sound.toggle();
  localStorage.clear();
});

test("sound is off until it is wanted, and the browser remembers the wish", () => {
  expect(sound.isOn).toBe(false);
  sound.toggle();
  expect([sound.isOn, localStorage.getItem("fatetable.sound")]).toEqual([true, "on"]);
  sound.toggle();
  expect([sound.isOn, localStorage.getItem("fatetable.sound")]).toEqual([false, "off"]);
});
