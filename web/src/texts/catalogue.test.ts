/** All words that people read are in the catalogues: none are in the markup or the scripts of components. */

import { parse } from "svelte/compiler";
import ts from "typescript";
import { expect, test, vi } from "vitest";

// All components are read and parsed, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SOURCES: Record<string, string> = import.meta.glob("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const SPOKEN = new Set(["alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext", "label", "placeholder", "title"]);
/** The parts of the tree in which markup is found. */
const INSIDE = ["nodes", "fragment", "consequent", "alternate", "body", "fallback", "pending", "then", "catch"];
const READABLE = /\p{L}/u;
/** An icon that is a letter. */
const ICONS = new Set(["i"]);

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Texts of the markup of a component that stand there themselves. */
function written(source: string): string[] {
  const found: string[] = [];
  const keep = (words: unknown) => {
    if (typeof words === "string" && READABLE.test(words) && !ICONS.has(words.trim())) found.push(words.trim());
  };
  /** What an expression shows, without looking into calls: their arguments are keys and values. */
  const shown = (expression: unknown): void => {
    if (!isNode(expression)) return;
    if (expression.type === "Literal") keep(expression["value"]);
    if (expression.type === "TemplateLiteral") {
      for (const part of expression["quasis"] as { value: { cooked: string } }[]) keep(part.value.cooked);
      (expression["expressions"] as unknown[]).forEach(shown);
    }
    if (["ConditionalExpression", "LogicalExpression", "BinaryExpression"].includes(expression.type)) {
      const isCompared = expression.type === "BinaryExpression" && expression["operator"] !== "+";
      if (!isCompared) ["consequent", "alternate", "left", "right"].forEach((part) => shown(expression[part]));
    }
  };
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== "object" || node === null) return;
    const at = node as Node;
    if (at.type === "Text") keep(at["data"]);
    if (at.type === "ExpressionTag") shown(at["expression"]);
    for (const attribute of (at["attributes"] as Node[] | undefined) ?? []) {
      if (attribute.type === "Attribute" && SPOKEN.has(String(attribute["name"]))) look(attribute["value"]);
    }
    for (const part of INSIDE) look(at[part]);
  };
  look(parse(source, { modern: true }).fragment);
  return found;
}

/** Sentences in a script: a capital letter, and a second word. */
function sentences(source: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isReason = ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
    if (isReason) return;
    if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(node.text)) found.push(node.text);
    node.forEachChild(look);
  };
  look(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true));
  return found;
}

const script = (source: string): string => [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((part) => part[1]).join("\n");

const components = Object.entries(SOURCES).filter(([file]) => file.endsWith(".svelte") && !file.includes(".test."));
const modules = Object.entries(SOURCES).filter(([file]) => file.endsWith(".ts") && !/\.test\.ts$|\/tests\//.test(file));

test("what is written in markup is noticed", () => {
  expect(written('<p title="Over there">Hello {name}</p>')).toEqual(["Over there", "Hello"]);
  expect(written('{#if a}<b aria-label={a ? "Yes" : text("no")}>{a === "x" ? text("b") : `No ${a}`}</b>{/if}')).toEqual(["Yes", "No"]);
  expect(sentences('notify("Something went wrong"); throw new Error("Never mind this"); text("offer.gone")')).toEqual(["Something went wrong"]);
});

test("no component writes words of its own", () => {
  expect(components.length).toBeGreaterThan(100);
  const found = components.flatMap(([file, source]) => [...written(source), ...sentences(script(source))].map((words) => `${file}: ${words}`));
  expect(found).toEqual([]);
});

test("no module outside the catalogues writes sentences", () => {
  const found = modules.filter(([file]) => !/^\.\/|\/texts\//.test(file)).flatMap(([file, source]) => sentences(source).map((words) => `${file}: ${words}`));
  expect(modules.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});
