import { describe, expect, it } from "vitest";

import { afterPress } from "./afterPress";

describe("a change that moves the page", () => {
  it("happens at once while nobody presses anything", async () => {
    await afterPress();
  });

  it("waits for the end of a press, and for the click after it", async () => {
    const order: string[] = [];
    window.dispatchEvent(new Event("pointerdown"));
    const moved = afterPress().then(() => order.push("moved"));
    window.dispatchEvent(new Event("pointerup"));
    order.push("clicked");
    await moved;
    expect(order).toEqual(["clicked", "moved"]);
  });
});
