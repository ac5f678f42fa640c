import { expect, test } from "vitest";

import type { Block, CardView, SheetBlock } from "../../wire/types";
import { inSections, nearnessOf } from "./nearness";

const card = (id: string): CardView => ({ id, text: id, kind: "" });
const sheet = (is_mine: boolean, ...ids: string[]): SheetBlock =>
  ({ type: "sheet", actor: `of ${ids[0]}`, is_mine, aspects: ids.map(card), slots: [{ name: "mild", absorbs: 2, text: "", free: [], card: `${ids[0]}-hurt` }] }) as unknown as SheetBlock;
const blocks: Block[] = [sheet(false, "theirs"), sheet(true, "mine"), { type: "aspect-cards", title: "", cards: [card("planks")] } as Block];
const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

test("one's own aspects are found first, then the table's, then everybody else's", () => {
  const found = inSections(options("theirs", "mine-hurt", "planks", "mine", "unheard-of"), nearnessOf(blocks));
  expect(found.map((section) => [section.near, section.options.map((option) => option.value)])).toEqual([
    ["mine", ["mine-hurt", "mine"]],
    ["table", ["planks"]],
    ["others", ["theirs", "unheard-of"]],
  ]);
});

test("of a compel, the aspects of whom it is about come first", () => {
  const near = nearnessOf(blocks, "of theirs");
  expect(inSections(options("mine", "planks", "theirs"), near).map((section) => section.near)).toEqual(["target", "mine", "table"]);
});

test("what is no aspect stays as it was listed", () => {
  expect(inSections(options("quick", "careful"), nearnessOf(blocks))).toEqual([{ near: "", options: options("quick", "careful") }]);
});
