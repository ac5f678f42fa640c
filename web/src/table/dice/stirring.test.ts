import { beforeEach, expect, test } from "vitest";

import type { Stirring } from "../../wire/types";
import { askedInShort, OwnWords, pledgeOf, randomWords, stirCommand, Stirrer } from "./stirring";

beforeEach(() => localStorage.clear());

function page(): { sent: Record<string, unknown>[]; stirrer: Stirrer } {
  const sent: Record<string, unknown>[] = [];
  return { sent, stirrer: new Stirrer("ana", "quay", (command) => sent.push(command)) };
}

test("words are 64 hexadecimal digits, and others each time", () => {
  expect(randomWords()).toMatch(/^[0-9a-f]{64}$/);
  expect(randomWords()).not.toBe(randomWords());
});

test("a page that sits down pledges words, tells them when it is asked, and pledges new ones", () => {
  const { sent, stirrer } = page();
  stirrer.hear({});
  expect(sent).toEqual([{ type: "pledge-stir", pledge: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const pledge = sent[0]!["pledge"] as string;
  const asked = { bo: "b".repeat(64), ana: pledge };
  stirrer.hear({ pledges: asked, asked, owing: ["bo", "ana"], resting: ["ana"] });
  expect(sent).toHaveLength(2);
  const { words, pledge: next } = sent[1] as { words: string; pledge: string };
  expect(pledgeOf(words)).toBe(pledge);
  expect(next).not.toBe(pledge);
  expect(new OwnWords("quay", "ana").told).toEqual([{ words, asked: askedInShort(asked) }]);
  stirrer.hear({ pledges: { ...asked, ana: next }, asked, owing: ["bo"], resting: ["ana"] });
  expect(sent).toHaveLength(2);
});

test("the same news are answered once", () => {
  const { sent, stirrer } = page();
  stirrer.hear({});
  stirrer.hear({});
  stirrer.hear({ pledges: { bo: "b".repeat(64) } });
  expect(sent).toHaveLength(1);
});

test("a page that comes back knows the words it pledged", () => {
  const first = page();
  first.stirrer.hear({});
  const pledges = { ana: first.sent[0]!["pledge"] as string };
  const again = page();
  again.stirrer.hear({ pledges });
  expect(again.sent).toEqual([]);
  again.stirrer.hear({ pledges, asked: pledges, owing: ["ana"] });
  expect(again.sent).toEqual([expect.objectContaining({ type: "tell-stir" })]);
});

test("another browser at the seat pledges words of its own, as soon as it may", () => {
  const { sent, stirrer } = page();
  const pledges = { ana: "a".repeat(64) };
  stirrer.hear({ pledges, resting: ["ana"] });
  stirrer.hear({ pledges, asked: pledges, owing: ["ana"], resting: ["ana"] });
  expect(sent).toEqual([]);
  stirrer.hear({ pledges });
  expect(sent).toEqual([expect.objectContaining({ type: "pledge-stir" })]);
});

test("two windows of one browser tell the same words", () => {
  const one = new OwnWords("quay", "ana");
  const other = new OwnWords("quay", "ana");
  const pledge = (stirCommand({}, "ana", one) as { pledge: string }).pledge;
  const asked: Stirring = { pledges: { ana: pledge }, asked: { ana: pledge }, owing: ["ana"] };
  const told = stirCommand(asked, "ana", other) as { words: string };
  expect(pledgeOf(told.words)).toBe(pledge);
  expect(stirCommand(asked, "ana", one)).toMatchObject({ words: told.words });
});

test("new dice are stirred by those who have pledged", () => {
  const own = new OwnWords("quay", "ana");
  const { pledge } = stirCommand({}, "ana", own) as { pledge: string };
  expect(stirCommand({ pledges: { ana: pledge }, is_due: true }, "ana", own)).toEqual({ type: "stir-dice" });
  expect(stirCommand({ pledges: { ana: pledge } }, "ana", own)).toBeNull();
});
