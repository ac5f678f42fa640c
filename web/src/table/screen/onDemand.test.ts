import { afterEach, expect, it, vi } from "vitest";

import { patiently } from "./onDemand";

afterEach(() => vi.useRealTimers());

it("asks again for a part of the page that a bad line has lost", async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValueOnce(new Error("no line")).mockRejectedValueOnce(new Error("no line")).mockResolvedValue("the log");
  const part = patiently<string>(load);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await part).toBe("the log");
  expect(load).toHaveBeenCalledTimes(3);
});

it("gives up in the end", async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValue(new Error("no such file"));
  const part = expect(patiently(load)).rejects.toThrow("no such file");
  await vi.advanceTimersByTimeAsync(300_000);
  await part;
  expect(load).toHaveBeenCalledTimes(8);
});
