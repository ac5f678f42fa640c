import { expect, test } from "vitest";

import type { GraphInput, GraphLine, GraphNode, Price } from "../types";
import { neighbour, paidLines, partsOfPrice, takenOf, wayTo } from "./diagram";

function node(id: string, column: number, row: number): GraphNode {
  return { id, label: id, price: 1, column, row, note: "", repeats: false, inputs: [], group: "" };
}

function line(one: string, other: string, price: number): GraphLine {
  return { id: `${one}--${other}`, one, other, price, style: "thin", note: "" };
}

const nodes = [node("force", 0, 0), node("leap", 1, 0), node("move", 2, 0), node("dodge", 2, 1), node("tongues", 0, 2)];
const input: GraphInput = {
  type: "graph-input", path: "entries.trappings", label: "Trappings", hint: "", inputs: [],
  nodes, lines: [line("force", "leap", 1), line("leap", "move", 2), line("force", "move", 1), line("move", "dodge", 1)],
};

test("a node may be taken several times", () => {
  expect(takenOf([{ kind: "leap" }, { kind: "move" }, { kind: "leap" }])).toEqual(new Map([["leap", 2], ["move", 1]]));
});

test("the price says which lines are paid for, and marks boxes too", () => {
  const price: Price = { path: "", label: "", total: 3, more: {}, lines: [
    { text: "Leap", amount: 1, where: "", marks: ["leap"], is_cut: false },
    { text: "Lines", amount: 1, where: "", marks: ["force--leap"], is_cut: false },
  ] };
  expect(paidLines(input, price)).toEqual(new Set(["force--leap"]));
  expect(paidLines(input, undefined).size).toBe(0);
});

test("the way that lights up is the cheapest, and what is paid for costs nothing", () => {
  expect(wayTo(input, new Set(["leap"]), new Set(), "dodge").toSorted()).toEqual(["leap--move", "move--dodge"]);
  expect(wayTo(input, new Set(["leap"]), new Set(["force--leap"]), "dodge").toSorted()).toEqual(["force--leap", "force--move", "move--dodge"]);
  expect(wayTo(input, new Set(["leap"]), new Set(), "tongues")).toEqual([]);
  expect(wayTo(input, new Set(), new Set(), "dodge")).toEqual([]);
});

test("an arrow key leads to the nearest node in its direction, or nowhere", () => {
  expect(neighbour(nodes, nodes[0]!, "right").id).toBe("leap");
  expect(neighbour(nodes, nodes[2]!, "down").id).toBe("dodge");
  expect(neighbour(nodes, nodes[3]!, "up").id).toBe("move");
  expect(neighbour(nodes, nodes[3]!, "left").id).toBe("leap");
  expect(neighbour(nodes, nodes[2]!, "right").id).toBe("move");
});

test("what a node adds is for itself, and for the lines on the way", () => {
  expect(partsOfPrice(nodes[0]!, { force: 4 })).toEqual({ own: 1, lines: 3 });
  expect(partsOfPrice(nodes[0]!, {})).toEqual({ own: 1, lines: 0 });
});
