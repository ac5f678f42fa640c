import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Page } from "../table/tests/page";
import Seated from "../table/tests/Seated.test.svelte";
import type { SheetBlock } from "../wire/types";
import { pictureChooser } from "./choosing.svelte";
import { scaledDown } from "./upload";

const FACE = "ab".repeat(32);
const sheet = { type: "sheet", actor: "reth", name: "Reth", is_pc: true, is_mine: true, portrait: "", aspects: [] } as unknown as SheetBlock;
const file = new File(["a face"], "face.png", { type: "image/png" });

let asked: [string, RequestInit | undefined][];
let answers: Response[];

beforeEach(() => {
  asked = [];
  answers = [];
  URL.createObjectURL = vi.fn(() => "blob:shown");
  URL.revokeObjectURL = vi.fn();
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  vi.stubGlobal("fetch", (path: string, options?: RequestInit) => {
    asked.push([path, options]);
    return Promise.resolve(answers.shift() ?? new Response("{}", { status: 404 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  pictureChooser.close();
});

const commands = (seat: Page): unknown[] => seat.sent.flatMap((message) => (message.t === "do" ? [message.command] : []));

describe("a picture", () => {
  it("is fetched once with the key of the seat, which is in no address", async () => {
    answers = [new Response("a face")];
    const { pictures } = new Page().table;
    expect(pictures.address("")).toBe("");
    expect(pictures.address(FACE)).toBe("");
    await waitFor(() => expect(pictures.address(FACE)).toBe("blob:shown"));
    expect(asked).toEqual([[`/api/images/${FACE}`, { headers: { Authorization: "Bearer KEY" } }]]);
  });

  it("that the browser cannot read is sent as it is, so that the server says why", async () => {
    expect(await scaledDown(file, "portrait")).toBe(file);
  });
});

describe("choosing a portrait", () => {
  function open(): Page {
    const seat = new Page();
    pictureChooser.portrait(sheet);
    render(Seated, { props: { part: "picture", table: seat.table, props: { wanted: pictureChooser.wanted, onclose: () => pictureChooser.close() } } });
    return seat;
  }

  it("shows the picture, uploads it and says whose it is", async () => {
    const seat = open();
    const use = screen.getByRole("button", { name: "Use this picture" }) as HTMLButtonElement;
    expect(use.disabled).toBe(true);
    await fireEvent.change(screen.getByLabelText("Choose a file"), { target: { files: [file] } });
    await screen.findByRole("img", { name: "The picture you chose" });
    answers = [new Response(JSON.stringify({ image: FACE }))];
    await fireEvent.click(use);
    await waitFor(() => expect(pictureChooser.wanted).toBeNull());
    expect(asked[0]?.[0]).toBe("/api/images?purpose=portrait&actor=reth");
    expect(asked[0]?.[1]?.body).toBe(file);
    expect(commands(seat)).toEqual([{ type: "set-portrait", actor: "reth", image: FACE }]);
  });

  it("tells the sentence of a refusal, and changes nothing", async () => {
    const seat = open();
    const pasted = new Event("paste") as Event & { clipboardData: unknown };
    pasted.clipboardData = { files: [file] };
    await fireEvent(window, pasted);
    await screen.findByRole("img", { name: "The picture you chose" });
    answers = [new Response(JSON.stringify({ code: "image-damaged", message: "This picture is damaged." }), { status: 400 })];
    await fireEvent.click(screen.getByRole("button", { name: "Use this picture" }));
    expect((await screen.findByRole("alert")).textContent).toBe("This picture is damaged.");
    expect(commands(seat)).toEqual([]);
  });

  it("refuses a file that is too large before it is sent", async () => {
    open();
    const huge = new File([new Uint8Array(8_000_001)], "huge.png", { type: "image/png" });
    await fireEvent.change(screen.getByLabelText("Choose a file"), { target: { files: [huge] } });
    expect((await screen.findByRole("alert")).textContent).toBe("A picture has at most 8 MB.");
    expect(asked).toEqual([]);
  });
});

describe("the portrait on a sheet", () => {
  it("is pressed, or a file is dropped onto it, to change it", async () => {
    const seat = new Page();
    render(Seated, { props: { part: "portrait", table: seat.table, props: { sheet } } });
    const button = screen.getByRole("button", { name: "Add a portrait of Reth" });
    await fireEvent.click(button);
    expect(pictureChooser.wanted).toMatchObject({ purpose: "portrait", actor: "reth", file: null });
    const dropped = new Event("drop", { cancelable: true }) as Event & { dataTransfer: unknown };
    dropped.dataTransfer = { types: ["Files"], files: [file] };
    await fireEvent(button, dropped);
    expect(pictureChooser.wanted?.file).toBe(file);
    expect(dropped.defaultPrevented).toBe(true);
  });

  it("of somebody else is only looked at", () => {
    const seat = new Page();
    render(Seated, { props: { part: "portrait", table: seat.table, props: { sheet: { ...sheet, is_mine: false } } } });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
