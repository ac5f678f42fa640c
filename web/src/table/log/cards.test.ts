import { expect, test } from "vitest";

import type { LogLine, RollBlock } from "../../wire/types";
import { aftermath, cardsOf, chunksOf, spoken } from "./cards";

const line = (seq: number, text: string, rest: Partial<LogLine> = {}): LogLine => ({ seq, text, ...rest });
const roll = { id: "roll5" } as RollBlock;
const log = [
  line(1, "Scene 1", { kind: "scene" }),
  line(2, "A zone: Deck.", { kind: "set-up" }),
  line(3, "A zone: Quay.", { kind: "set-up" }),
  line(4, "Exchange 1.", { kind: "turn" }),
  line(4, "Reth's turn.", { kind: "turn" }),
  line(5, "Reth: Attack", { of: "roll5" }),
  line(6, "hello", { kind: "said", by: "ana" }),
  line(7, "Reth rolls [+] = Good (+3).", { of: "roll5" }),
  line(8, "Reth: Good (+3) vs Fair (+2). Success (+1).", { kind: "roll", of: "roll5", roll }),
  line(9, "Veld marks stress box 1.", { of: "roll5" }),
  line(10, "The heroes win.", { kind: "end" }),
];

test("a roll is one card, set-up in a row another, and chat stays outside", () => {
  expect(cardsOf(log).map((card) => [card.kind, card.lines.length])).toEqual([
    ["scene", 1], ["set-up", 2], ["turn", 2], ["roll", 4], ["said", 1], ["end", 1],
  ]);
  expect(aftermath(cardsOf(log)[3]!).map((each) => each.text)).toEqual(["Veld marks stress box 1."]);
});

test("what is spoken of a burst is every whole sentence, and no step of a roll", () => {
  expect(spoken(log, 4).map((each) => each.seq)).toEqual([6, 8, 9, 10]);
});

test("a chunk that has not changed stays the same object", () => {
  const long = Array.from({ length: 900 }, (_, index) => line(index + 1, `line ${index + 1}`));
  const before = chunksOf(long, []);
  const after = chunksOf([...long, line(901, "news")], before);
  expect(after.filter((chunk, index) => chunk === before[index])).toHaveLength(before.length - 1);
});

test("a roll that goes on in a later chunk stays where it began", () => {
  const chunks = chunksOf([line(149, "declared", { of: "r" }), line(150, "chat", { kind: "said" }), line(151, "settled", { of: "r" })], []);
  expect(chunks.map((chunk) => chunk.lines.length)).toEqual([2, 1]);
});
