import { expect, test } from "vitest";

import { outline } from "./qrOutline";

test("dark squares side by side are one rectangle, inside a quiet zone", () => {
  expect(outline(["1101", "0000", "0001"])).toBe("M4 4h2v1h-2zM7 4h1v1h-1zM7 6h1v1h-1z");
  expect(outline([])).toBe("");
});
