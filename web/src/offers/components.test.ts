import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { Page } from "../../tests/page";
import type { Hole, OfferView } from "../wire/types";
import type { Value } from "./filling";
import HoleField from "./HoleField.svelte";
import FormUnderTest from "../../tests/FormUnderTest.svelte";

beforeAll(() => {
  // jsdom knows the element and not what it does.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

function field(hole: Hole, value?: Value, problem = "") {
  const changes: (Value | undefined)[] = [];
  render(HoleField, { hole, value, problem, onchange: (each: Value | undefined) => void changes.push(each) });
  return changes;
}

describe("a field", () => {
  test("takes words, on one line", async () => {
    const changes = field({ type: "text", field: "w", label: "how", optional: false, suggestion: "", key: "", limit: 400 });
    await fireEvent.input(screen.getByLabelText("How"), { target: { value: "over\nthe rail" } });
    expect(changes).toEqual(["over the rail"]);
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
      type: "choice", field: "c", label: "slot", key: "",
      options: [{ value: "mild", label: "" }, { value: "z1", label: "the <b>Quay</b>" }],
    });
    await fireEvent.click(screen.getByLabelText("Mild"));
    await fireEvent.click(screen.getByLabelText("The <b>Quay</b>"));
    expect(changes).toEqual(["mild", "z1"]);
  });

  test("takes several, one after the other", async () => {
    const changes = field(
      { type: "many", field: "m", label: "to", key: "", least: 0, most: 2, options: [{ value: "a", label: "Ana" }, { value: "b", label: "Bo" }] },
      ["a"],
    );
    await fireEvent.click(screen.getByLabelText("Bo"));
    await fireEvent.click(screen.getByLabelText("Ana"));
    expect(changes).toEqual([["a", "b"], []]);
  });

  test("says what is wrong to those who cannot see it as well", () => {
    field({ type: "text", field: "w", label: "how", optional: false, suggestion: "", key: "", limit: 400 }, "", "Write a few words.");
    const input = screen.getByLabelText("How");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("Write a few words.");
  });
});

describe("a form", () => {
  const offer: OfferView = {
    key: "k", label: "Reth: attack", group: "act", price: { points: 1, account: "" },
    command: { type: "attack", actor: "reth", target: "", description: "" },
    holes: [
      { type: "choice", field: "target", label: "target", key: "", options: [{ value: "veld", label: "Veld" }, { value: "gang", label: "Gang" }] },
      { type: "text", field: "description", label: "how", optional: false, suggestion: "", key: "", limit: 400 },
    ],
  };

  function form() {
    const page = new Page();
    page.patch({ offers: [offer], menu: ["k"] });
    render(FormUnderTest, { table: page.table, opened: { offer, preset: { target: "veld" }, seat: "" } });
    return page;
  }

  test("sends what was chosen by pressing and what was written", async () => {
    const page = form();
    expect((screen.getByLabelText("Veld") as HTMLInputElement).checked).toBe(true);
    await fireEvent.input(screen.getByLabelText("How"), { target: { value: "with a chair" } });
    await fireEvent.click(screen.getByRole("button", { name: "Do it", hidden: true }));
    expect(page.sent.at(-1)).toMatchObject({
      t: "do", command: { type: "attack", actor: "reth", target: "veld", description: "with a chair" },
    });
  });

  test("sends nothing while something is missing, and goes to it", async () => {
    const page = form();
    await fireEvent.click(screen.getByRole("button", { name: "Do it", hidden: true }));
    expect(page.sent.filter((message) => message.t === "do")).toEqual([]);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("How")));
  });

  test("says what it costs", () => {
    form();
    expect(screen.getByText("costs 1 point")).toBeTruthy();
  });
});

describe("a sheet to choose", () => {
  const offer: OfferView = {
    key: "k", label: "Bring a character", group: "table", command: { type: "bring-character", sheet: {} },
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
    render(FormUnderTest, { table: page.table, opened: { offer, preset: {}, seat: "" } });
    await fireEvent.click(await screen.findByLabelText("Mine"));
    expect(screen.getByLabelText("Reth")).toBeTruthy();
    expect(screen.queryByLabelText("A Crowd")).toBeNull();
    expect(screen.queryByLabelText("Stranger")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Do it", hidden: true }));
    expect(page.sent.at(-1)).toMatchObject({ t: "do", command: { sheet: { name: "Mine" } } });
    localStorage.removeItem("fatetable.characters");
    vi.unstubAllGlobals();
  });
});
