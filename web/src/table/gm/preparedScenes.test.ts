import { fireEvent, render, screen as page, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";

import type { OfferView, PreparedBlock, SheetBlock } from "../../wire/types";
import { Page } from "../tests/page";
import Seated from "../tests/Seated.test.svelte";
import { dragging } from "./dragging.svelte";

const mill: PreparedBlock = {
  type: "prepared",
  scenes: [{
    id: "d1", title: "The <b>old</b> mill",
    aspects: [{ id: "d2", text: "Rotten Ladder", where: "Loft", is_hidden: true }],
    zones: [{ id: "d3", text: "Loft" }],
    opponents: [], background: "",
  }],
};
const hero = { type: "sheet", actor: "reth", name: "Reth", is_pc: true, aspects: [] } as unknown as SheetBlock;
const bringIn: OfferView = {
  key: "k1", label: "Bring in The old mill", group: "gm", verb: "start", command: { type: "bring-in", scene: "d1", present: [] },
  holes: [{ type: "many", suggested: [], field: "present", label: "who is there", key: "", least: 0, most: 9, options: [{ value: "reth", label: "Reth" }, { value: "veld", label: "Veld" }] }],
};
const takeOut: OfferView = {
  key: "k2", label: "Take something out", group: "gm", verb: "prepare", command: { type: "take-out", scene: "d1", part: "" },
  holes: [{ type: "choice", suggested: "", field: "part", label: "what", key: "", options: [{ value: "d2", label: "Rotten Ladder" }, { value: "d3", label: "Loft" }] }],
};

function open(offers: OfferView[], props: Record<string, unknown> = {}): Page {
  const seat = new Page();
  seat.patch({ blocks: { prepared: mill, "sheet:reth": hero }, order: ["prepared", "sheet:reth"], offers, menu: offers.map((offer) => offer.key) });
  render(Seated, { props: { part: "drawer", table: seat.table, props } });
  return seat;
}

const commands = (seat: Page): unknown[] => seat.sent.flatMap((message) => (message.t === "do" ? [message.command] : []));

/** jsdom has no pointer events. */
function pointer(type: string, x: number, y: number): MouseEvent {
  return Object.assign(new MouseEvent(type, { clientX: x, clientY: y, button: 0, bubbles: true, cancelable: true }), { pointerType: "mouse" });
}

beforeEach(() => {
  document.getElementById("scene")?.remove();
  const scene = Object.assign(document.createElement("section"), { id: "scene" });
  scene.getBoundingClientRect = () => ({ left: 100, top: 100, width: 400, height: 80 }) as DOMRect;
  document.body.append(scene);
});

describe("the drawer", () => {
  it("shows what lies in a scene, as words and never as markup", () => {
    open([bringIn]);
    expect(page.getByRole("heading", { name: "The <b>old</b> mill" })).toBeTruthy();
    expect(page.getByText("Rotten Ladder").closest("li")?.textContent).toMatch(/in Loft.*hidden/);
  });

  it("asks who is there when a card is pressed, with everybody who is played", async () => {
    const seat = open([bringIn]);
    await fireEvent.click(page.getByRole("button", { name: /Bring in/ }));
    expect(seat.table.openForm?.preset).toEqual({ present: ["reth"] });
    expect(commands(seat)).toEqual([]);
  });

  it("takes a thing out with one press", async () => {
    const seat = open([takeOut]);
    await fireEvent.click(page.getByRole("button", { name: "Take out Loft" }));
    expect(commands(seat)).toEqual([{ type: "take-out", scene: "d1", part: "d3" }]);
  });

  it("brings a scene in that is dragged onto the table", async () => {
    let left = 0;
    const seat = open([bringIn], { onleave: () => (left += 1) });
    await fireEvent(page.getByRole("heading", { name: /mill/ }), pointer("pointerdown", 10, 10));
    window.dispatchEvent(pointer("pointermove", 300, 300));
    expect([left, dragging.isOver]).toEqual([1, true]);
    window.dispatchEvent(pointer("pointerup", 300, 300));
    await waitFor(() => expect(commands(seat)).toEqual([{ type: "bring-in", scene: "d1", present: ["reth"] }]));
    expect(dragging.card).toBeNull();
  });

  it("puts back what is dropped in the wrong place, or cancelled", async () => {
    const seat = open([bringIn]);
    for (const end of [pointer("pointerup", 20, 600), new KeyboardEvent("keydown", { key: "Escape" })]) {
      await fireEvent(page.getByRole("heading", { name: /mill/ }), pointer("pointerdown", 10, 10));
      window.dispatchEvent(pointer("pointermove", end instanceof KeyboardEvent ? 300 : 20, end instanceof KeyboardEvent ? 300 : 600));
      expect(dragging.card).not.toBeNull();
      window.dispatchEvent(end);
      expect(dragging.card).toBeNull();
    }
    expect(commands(seat)).toEqual([]);
  });

  it("cannot be dragged from while no scene may begin", async () => {
    open([takeOut]);
    await fireEvent(page.getByRole("heading", { name: /mill/ }), pointer("pointerdown", 10, 10));
    window.dispatchEvent(pointer("pointermove", 300, 300));
    expect(dragging.card).toBeNull();
    expect(page.queryByRole("button", { name: /Bring in/ })).toBeNull();
  });
});
