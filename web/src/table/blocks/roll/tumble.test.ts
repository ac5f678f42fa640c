import { afterEach, expect, test, vi } from "vitest";

import { TUMBLE, tumble } from "./tumble";

function die(): { element: Element; falls: KeyframeAnimationOptions[] } {
  const element = document.createElement("i");
  const falls: KeyframeAnimationOptions[] = [];
  element.animate = (_, how) => {
    falls.push(how as KeyframeAnimationOptions);
    return {} as Animation;
  };
  return { element, falls };
}

const prefersReducedMotion = (isWanted: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: isWanted }));
afterEach(() => vi.unstubAllGlobals());

test("four dice fall one after the other and all lie still after half a second", () => {
  prefersReducedMotion(false);
  const ends = [0, 1, 2, 3].map((index) => {
    const { element, falls } = die();
    tumble(element, index);
    return Number(falls[0]!.delay) + Number(falls[0]!.duration);
  });
  expect(ends).toEqual([...ends].sort((one, other) => one - other));
  expect(ends[3]).toBe(TUMBLE);
});

test("nothing moves for those who want less motion", () => {
  prefersReducedMotion(true);
  const { element, falls } = die();
  tumble(element, 0);
  expect(falls).toEqual([]);
});
