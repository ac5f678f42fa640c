import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { Page } from "../../table/tests/page";
import Seated from "../../table/tests/Seated.test.svelte";
import type { Hole, OfferView } from "../../wire/types";
import HoleField from "./HoleField.svelte";
import type { Value } from "./holes";

beforeAll(() => {
  // jsdom has the dialog element, but not its methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

const HOW: Hole = { type: "text", is_description: false, field: "w", label: "how", optional: false, suggestion: "", key: "", limit: 400 };

function field(hole: Hole, value?: Value, problem = "") {
  const changes: (Value | undefined)[] = [];
  render(HoleField, { hole, value, problem, onchange: (each: Value | undefined) => void changes.push(each) });
  return changes;
}

describe("a field", () => {
  test("takes words on one line, and passages on several", async () => {
    const changes = field({ ...HOW, label: "name", field: "name" });
    const name = screen.getByLabelText("Name") as HTMLInputElement;
    expect([name.tagName, name.placeholder]).toEqual(["INPUT", "A short name"]);
    await fireEvent.input(name, { target: { value: "over the rail" } });
    expect(changes).toEqual(["over the rail"]);
    field({ ...HOW, label: "story", limit: 4_000 });
    expect(screen.getByLabelText("Story").tagName).toBe("TEXTAREA");
  });

  test("says of a description that it may be left out", () => {
    field({ ...HOW, is_description: true });
    expect(screen.getByPlaceholderText("How? (optional)")).toBe(screen.getByLabelText("How (optional)"));
  });

  test("takes a number, also from the suggestions", async () => {
    const changes = field({
      type: "number", field: "n", label: "difficulty", low: 0, high: 8, key: "",
      suggestions: [{ value: "2", label: "Fair (+2)" }],
    });
    await fireEvent.click(screen.getByRole("button", { name: "Fair (+2)" }));
    await fireEvent.input(screen.getByLabelText(/Difficulty/), { target: { value: "5" } });
    await fireEvent.input(screen.getByLabelText(/Difficulty/), { target: { value: "" } });
    expect(changes).toEqual([2, 5, undefined]);
  });

  test("offers choices by their label, and by their value where they have none", async () => {
    const changes = field({
      type: "choice", suggested: "", field: "c", label: "slot", key: "",
      options: [{ value: "mild", label: "" }, { value: "z1", label: "the <b>Quay</b>" }],
    });
    await fireEvent.click(screen.getByLabelText("Mild"));
    await fireEvent.click(screen.getByLabelText("The <b>Quay</b>"));
    expect(changes).toEqual(["mild", "z1"]);
  });

  test("takes several, one after the other", async () => {
    const changes = field(
      { type: "many", suggested: [], field: "m", label: "to", key: "", least: 0, most: 2, options: [{ value: "a", label: "Ana" }, { value: "b", label: "Bo" }] },
      ["a"],
    );
    await fireEvent.click(screen.getByLabelText("Bo"));
    await fireEvent.click(screen.getByLabelText("Ana"));
    expect(changes).toEqual([["a", "b"], []]);
  });

  test("also tells screen readers what is wrong", () => {
    field({ type: "text", is_description: false, field: "w", label: "how", optional: false, suggestion: "", key: "", limit: 400 }, "", "Write a few words.");
    const input = screen.getByLabelText("How");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("Write a few words.");
  });
});

describe("a form", () => {
  const offer: OfferView = {
    key: "k", label: "attack", actor: "reth", name: "Reth", group: "act", verb: "attack", price: { points: 1, account: "" },
    command: { type: "attack", actor: "reth", target: "", description: "" },
    holes: [
      { type: "choice", suggested: "", field: "target", label: "target", key: "", options: [{ value: "veld", label: "Veld" }, { value: "gang", label: "Gang" }] },
      { type: "text", is_description: false, field: "description", label: "how", optional: false, suggestion: "", key: "", limit: 400 },
    ],
  };

  function form() {
    const page = new Page();
    page.patch({ offers: [offer], menu: ["k"] });
    render(Seated, { props: { part: "form", table: page.table, props: { opened: { offer, preset: { target: "veld" }, seat: "" } } } });
    return page;
  }

  test("sends what was chosen by pressing and what was written", async () => {
    const page = form();
    expect((screen.getByLabelText("Veld") as HTMLInputElement).checked).toBe(true);
    await fireEvent.input(screen.getByLabelText("How"), { target: { value: "with a chair" } });
    await fireEvent.click(screen.getByRole("button", { name: "Attack", hidden: true }));
    expect(page.sent.at(-1)).toMatchObject({
      t: "do", command: { type: "attack", actor: "reth", target: "veld", description: "with a chair" },
    });
  });

  test("sends nothing while something is missing, and goes to it", async () => {
    const page = form();
    await fireEvent.click(screen.getByRole("button", { name: "Attack", hidden: true }));
    expect(page.sent.filter((message) => message.t === "do")).toEqual([]);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("How")));
  });

  test("begins in its first field, with what is chosen", () => {
    form();
    expect(document.activeElement).toBe(screen.getByLabelText("Veld"));
  });

  test("asks nothing that has one answer only", () => {
    const page = new Page();
    const target = { ...offer.holes![0]!, options: [{ value: "veld", label: "Veld" }] } as Hole;
    const opened = { offer: { ...offer, holes: [target, offer.holes![1]!] }, preset: {}, seat: "" };
    render(Seated, { props: { part: "form", table: page.table, props: { opened } } });
    expect(screen.queryByRole("radio", { hidden: true })).toBeNull();
    expect(screen.getByText("Target: Veld")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("How"));
  });

  test("sends a passage with Enter, and breaks its line with Shift and Enter", async () => {
    const page = new Page();
    const long: OfferView = { ...offer, holes: [{ ...HOW, field: "description", limit: 4_000 }] };
    render(Seated, { props: { part: "form", table: page.table, props: { opened: { offer: long, preset: {}, seat: "" } } } });
    const area = screen.getByLabelText("How");
    await fireEvent.input(area, { target: { value: "a story" } });
    await fireEvent.keyDown(area, { key: "Enter", shiftKey: true });
    expect(page.sent.filter((message) => message.t === "do")).toEqual([]);
    await fireEvent.keyDown(area, { key: "Enter" });
    expect(page.sent.at(-1)).toMatchObject({ t: "do", command: { description: "a story" } });
  });

  test("says what it costs", () => {
    form();
    expect(screen.getByText("costs 1 point")).toBeTruthy();
  });
});

describe("a sheet to choose", () => {
  const offer: OfferView = {
    key: "k", label: "Bring a character", group: "table", verb: "join", command: { type: "bring-character", sheet: {} },
    holes: [{ type: "form", field: "sheet", label: "character", form: "hero", key: "" }],
  };

  test("is one that is ready-made, or one of the same kind that this browser keeps", async () => {
    const told: Record<string, unknown> = {
      "/api/rulesets": [{ id: "r", kinds: ["hero", "mook"] }],
      "/api/rulesets/r/forms/hero": [{ ruleset: "r", name: "Reth" }],
    };
    vi.stubGlobal("fetch", vi.fn(async (path: string) => new Response(JSON.stringify(told[path]))));
    const kept = [["r", "Mine", "hero"], ["r", "A Crowd", "mook"], ["other", "Stranger", "hero"]];
    localStorage.setItem("fatetable.characters", JSON.stringify(kept.map(([ruleset, name, kind]) => ({ sheet: { ruleset, name, kind }, at: 1 }))));
    const page = new Page();
    page.patch({ offers: [offer], menu: ["k"] });
    render(Seated, { props: { part: "form", table: page.table, props: { opened: { offer, preset: {}, seat: "" } } } });
    await fireEvent.click(await screen.findByLabelText("Mine"));
    expect(screen.getByLabelText("Reth")).toBeTruthy();
    expect(screen.queryByLabelText("A Crowd")).toBeNull();
    expect(screen.queryByLabelText("Stranger")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Bring a character", hidden: true }));
    expect(page.sent.at(-1)).toMatchObject({ t: "do", command: { sheet: { name: "Mine" } } });
    localStorage.removeItem("fatetable.characters");
    vi.unstubAllGlobals();
  });
});
