/** Taking a hit in the bar, where words are optional and where the table requires them. */

import { fireEvent, render, screen as page, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";

import type { OfferView, PromptBlock, SheetBlock } from "../../wire/types";
import { Page } from "./page";
import Seated from "./Seated.test.svelte";

const sheet: SheetBlock = { type: "sheet", actor: "reth", name: "Reth", kind: "hero", description: "", is_mine: true, points: 2, refresh: 3, aspects: [], traits: [], features: [], boxes: [true, true], tracks: [], scores: {}, slots: [{ name: "mild", absorbs: 2, text: "", free: [], card: "" }], out: "", zone: "", notes: [], is_pc: true, is_hidden: false, zone_id: "", seat: "ana", side: "heroes", standing: 1, size: 1, is_nameless: false, portrait: "", patron: "", wounds: [] };
const prompt: PromptBlock = { type: "prompt", id: "p1", question: "Reth is hit for 2", for_me: true, names: ["Ana"], answers: [], cites: [], kind: "absorb", roll: "", actor: "reth", compel: null, is_blocking: true, prospects: [], hit: { shifts: 2, track: "", ways: [{ option: "mild", boxes: [], slots: ["mild"] }] } };
const answer = (isDescription: boolean): OfferView => ({ key: "m", command: { type: "answer", prompt: "p1", option: "mild", fill: {} }, label: "Mild consequence", group: "answer", verb: "answer", holes: [{ type: "text", is_description: isDescription, field: "fill", key: "mild", label: "mild consequence", optional: false, suggestion: "", limit: 400 }] });

beforeEach(() => {
  window.matchMedia ??= (() => ({ matches: true, addEventListener: () => undefined })) as unknown as typeof window.matchMedia;
});

function hit(...offers: OfferView[]): Promise<{ commands: () => unknown[] }> {
  return hitOf(sheet, prompt, offers);
}

async function hitOf(whom: SheetBlock, asked: PromptBlock, offers: OfferView[]): Promise<{ commands: () => unknown[] }> {
  const seat = new Page();
  seat.patch({ blocks: { s: whom, p: asked }, order: ["s", "p"], offers, menu: offers.map((each) => each.key), people: [{ seat: "ana", name: "Ana", role: "player", is_here: true }] });
  render(Seated, { props: { part: "bar", table: seat.table, props: {} } });
  await page.findByRole("group", { name: "Boxes and slots to take the hit with" });
  return { commands: () => seat.sent.flatMap((message) => (message.t === "do" ? [message.command] : [])) };
}

const take = (): Promise<unknown> => fireEvent.click(page.getByRole("button", { name: "Take it: mild consequence" }));

it("is taken with a consequence that has no name yet", async () => {
  const { commands } = await hit(answer(true));
  expect(page.getByRole("textbox", { name: "Mild: name it (optional)" })).toBeTruthy();
  await take();
  expect(commands()).toMatchObject([{ option: "mild", fill: { mild: "" } }]);
});

it("asks for the name where the table requires words, and takes it with Enter", async () => {
  const { commands } = await hit(answer(false));
  const field = page.getByRole("textbox", { name: "Mild: name it" });
  expect(field.getAttribute("aria-invalid")).toBe("false");
  await take();
  expect(commands()).toEqual([]);
  expect(page.getByText("Write a few words.").id).toBe(field.getAttribute("aria-describedby"));
  await waitFor(() => expect(document.activeElement).toBe(field));
  await fireEvent.input(field, { target: { value: "Cracked ribs" } });
  expect(page.queryByText("Write a few words.")).toBeNull();
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(commands()).toMatchObject([{ option: "mild", fill: { mild: "Cracked ribs" } }]);
});

it("can be taken without a slot where that is not what is suggested", async () => {
  const told = (option: string, label: string): OfferView => ({ ...answer(true), key: option, label, command: { type: "answer", prompt: "p1", option, fill: {} }, holes: [] });
  const ways = [{ option: "mild", boxes: [], slots: ["mild"] }, { option: "score", boxes: [], slots: [] }];
  const { commands } = await hitOf({ ...sheet, boxes: [] }, { ...prompt, hit: { shifts: 0, track: "", ways } }, [told("mild", "Mild Consequence, 6 off Health"), told("score", "8 off Health: out")]);
  await fireEvent.click(page.getByRole("button", { name: "8 off Health: out" }));
  expect(commands()).toMatchObject([{ option: "score" }]);
});

it("is taken off a score, or lessened by one slot at a time, in the words of the answer", async () => {
  const slots = ["mild", "severe"].map((name, at) => ({ name, absorbs: 2 + 4 * at, text: "", free: [], card: "" }));
  const scored: SheetBlock = { ...sheet, boxes: [], scores: { health: [7, 7] }, slots };
  const ways = [{ option: "score", boxes: [], slots: [] }, { option: "mild", boxes: [], slots: ["mild"] }, { option: "severe", boxes: [], slots: ["severe"] }];
  const told = (option: string, label: string): OfferView => ({ ...answer(true), key: option, label, command: { type: "answer", prompt: "p1", option, fill: {} }, holes: [] });
  const offers = [told("score", "3 off Health, 4 left"), told("mild", "Mild Consequence, 1 off Health, 6 left"), told("severe", "Severe Consequence, Health stays at 7")];
  const { commands } = await hitOf(scored, { ...prompt, hit: { shifts: 0, track: "", ways } }, offers);
  expect(page.getByRole("button", { name: "Take it: 3 off Health, 4 left" })).toBeTruthy();
  await fireEvent.click(page.getByRole("button", { name: /^Mild/ }));
  await fireEvent.click(page.getByRole("button", { name: /^Severe/ }));
  await fireEvent.click(page.getByRole("button", { name: "Take it: Severe Consequence, Health stays at 7" }));
  expect(commands()).toMatchObject([{ option: "severe" }]);
});
