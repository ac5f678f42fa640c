/** A diagram of nodes and lines: what is in it, which line would be crossed, and where the arrow keys lead. */

import type { Entry, GraphInput, GraphNode, Price } from "../types";

export type Direction = "up" | "down" | "left" | "right";

/** How often each node is taken. */
export function takenOf(row: readonly Entry[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { kind = "" } of row) taken.set(kind, (taken.get(kind) ?? 0) + 1);
  return taken;
}

/** The lines that are paid for. */
export function paidLines(input: GraphInput, price: Price | undefined): ReadonlySet<string> {
  const marked = new Set((price?.lines ?? []).flatMap((line) => line.marks));
  return new Set(input.lines.map((line) => line.id).filter((id) => marked.has(id)));
}

/**
 * The lines of the cheapest way from what is taken to a node, where those paid for cost nothing.
 *
 * Only for looking at: what it really costs the server says.
 */
export function wayTo(input: GraphInput, taken: ReadonlySet<string>, paid: ReadonlySet<string>, node: string): readonly string[] {
  const sums = new Map<string, number>([...taken].map((each) => [each, 0]));
  const back = new Map<string, { from: string; line: string }>();
  const waiting = [...taken];
  while (waiting.length) {
    waiting.sort((one, other) => sums.get(one)! - sums.get(other)!);
    const here = waiting.shift()!;
    for (const line of input.lines) {
      const there = line.one === here ? line.other : line.other === here ? line.one : null;
      if (there === null) continue;
      const sum = sums.get(here)! + (paid.has(line.id) ? 0 : line.price);
      if (sum >= (sums.get(there) ?? Infinity)) continue;
      sums.set(there, sum);
      back.set(there, { from: here, line: line.id });
      waiting.push(there);
    }
  }
  const way: string[] = [];
  for (let step = back.get(node); step; step = back.get(step.from)) way.push(step.line);
  return way;
}

/** What a node would add: for itself, and for the lines on the way. */
export function partsOfPrice(node: GraphNode, more: Readonly<Record<string, number>>): { own: number; lines: number } {
  return { own: node.price, lines: (more[node.id] ?? node.price) - node.price };
}

/** The nearest node in a direction; the same one where there is none. */
export function neighbour(nodes: readonly GraphNode[], from: GraphNode, direction: Direction): GraphNode {
  const [across, along] = direction === "left" || direction === "right" ? (["column", "row"] as const) : (["row", "column"] as const);
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  const ahead = nodes.filter((node) => (node[across] - from[across]) * sign > 0);
  const far = (node: GraphNode) => Math.abs(node[across] - from[across]) + 2 * Math.abs(node[along] - from[along]);
  return ahead.sort((one, other) => far(one) - far(other))[0] ?? from;
}
