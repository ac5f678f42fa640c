import { render, screen as page, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { TableState } from "../state.svelte";
import type { Block, CardView, OfferView, PromptBlock, RollBlock, SheetBlock } from "../wire/types";
import Seated from "./Seated.test.svelte";

const sent: Record<string, unknown>[] = [];
const around = {
  open: () => ({}) as WebSocket,
  storage: sessionStorage,
  later: () => 0,
  never: () => undefined,
  random: () => 0.5,
  newId: () => "1",
};

function seated(blocks: Record<string, Block>, offers: OfferView[]): TableState {
  const table = new TableState("key", "ws://nowhere", around);
  table.hear({ t: "welcome", version: 1, table: "t", title: "", ruleset: "x", ruleset_title: "", lexicon: { style: "Success with style" }, seat: "ana", role: "player", commitment: "", dials: {}, fresh: true });
  table.hear({ t: "patch", seq: 1, blocks, order: Object.keys(blocks), offers, menu: offers.map((offer) => offer.key), people: [{ seat: "ana", name: "Ana", role: "player", is_here: true }] });
  table.send = (offer, values) => {
    sent.push({ ...offer.command, ...values });
    return "1";
  };
  return table;
}

const show = (part: string, table: TableState, props: Record<string, unknown> = {}): void => {
  render(Seated, { props: { part, table, props } });
};

const card: CardView = { id: "a1", text: "<b>Slick</b> & Wet", kind: "situation", free: ["Ana", "Ana"] };
const roll: RollBlock = {
  type: "roll", id: "r1", action: "attack", stage: "thrown", difficulty: 3, against: "Good (+3)", margin: 3, outcome: "style", waiting: ["ana"], target: "",
  sides: [{ id: "r1.0", name: "Reth", trait: "quick", description: "jumps", faces: [1, 0, -1, 0], earlier: [], modifiers: [{ source: "trait", label: "Quick (+2)", amount: 2, cites: ["X-1"] }], hindrances: [], total: 6, word: "Fantastic (+6)", actor: "reth", is_mine: true }],
};
const invoke: OfferView = { key: "k1", command: { type: "invoke", roll: "r1", aspect: "a1", payment: "f1" }, label: "Invoke for Reth's roll: +2: <b>Slick</b> & Wet, free", group: "invoke", price: { points: 0, account: "" }, changes: "r1.0" };
const pass: OfferView = { key: "k2", command: { type: "pass", roll: "r1" }, label: "Nothing to add", group: "roll" };

beforeEach(() => {
  sent.length = 0;
  window.matchMedia ??= (() => ({ matches: true, addEventListener: () => undefined })) as unknown as typeof window.matchMedia;
});

describe("odds", () => {
  it("can be hidden where the table tells them, and are not spoken of where it does not", () => {
    for (const odds of [true, false]) {
      const table = seated({}, []);
      table.hear({ ...table.welcome!, dials: { odds } });
      const { unmount } = render(Seated, { props: { part: "log", table, props: {} } });
      expect(page.queryAllByLabelText("show odds")).toHaveLength(odds ? 1 : 0);
      unmount();
    }
  });
});

describe("cards", () => {
  it("show what people wrote as words, never as markup", () => {
    show("card", seated({}, []), { card });
    expect(page.getByText("<b>Slick</b> & Wet")).toBeTruthy();
    expect(document.querySelector("article b")).toBeNull();
  });

  it("tell how many free invocations there are, and for whom", () => {
    show("card", seated({}, []), { card });
    expect(page.getByText("2 free invocations, for Ana")).toBeTruthy();
  });

  it("are invoked by one press", async () => {
    show("card", seated({}, [invoke]), { card });
    page.getByRole("button", { name: /Invoke/ }).click();
    expect(sent).toEqual([invoke.command]);
  });

  it("offer nothing that is not offered", () => {
    show("card", seated({}, []), { card });
    expect(page.queryByRole("button")).toBeNull();
  });
});

describe("an answer", () => {
  it("says what else is worth knowing before it is given", () => {
    const prompt: PromptBlock = { type: "prompt", id: "p1", question: "Reth is hit for 2", for_me: true, names: ["Ana"], answers: [], cites: [], kind: "absorb", roll: "", actor: "", compel: null, is_blocking: true, prospects: [] };
    const box: OfferView = { key: "b2", command: { type: "answer", prompt: "p1", option: "box-2" }, label: "Stress box 2", group: "answer", note: "leaves stress box 1" };
    const mild: OfferView = { ...box, key: "m", command: { ...box.command, option: "mild" }, label: "Mild consequence", note: "leaves nothing for the next hit", holes: [{ type: "text", field: "fill", key: "mild", label: "mild consequence", optional: false, suggestion: "", limit: 400 }] };
    show("bar", seated({ p: prompt }, [box, mild]));
    expect(page.getByRole("button", { name: "Stress box 2 leaves stress box 1" })).toBeTruthy();
    expect(page.getByRole("button", { name: /Mild consequence.*leaves nothing for the next hit/ })).toBeTruthy();
  });
});

describe("a roll", () => {
  it("names its dice, its parts and its outcome", () => {
    show("roll", seated({ r: roll }, []), { roll, live: true });
    expect(page.getByRole("img", { name: "Dice: plus, blank, minus, blank" })).toBeTruthy();
    expect(page.getByText("Success with style by 3 against Good (+3), if nothing changes")).toBeTruthy();
    expect(page.getAllByText("+6").length).toBeGreaterThan(0);
  });

  it("names its target until the target stands on the other side", () => {
    const [first] = roll.sides;
    const aimed = { ...roll, stage: "declared", difficulty: null, outcome: "", target: "Veld" };
    const shown = render(Seated, { props: { part: "roll", table: seated({}, []), props: { roll: aimed, live: true } } });
    expect(page.getByText("Target: Veld")).toBeTruthy();
    shown.unmount();
    show("roll", seated({}, []), { roll: { ...aimed, sides: [first, { ...first, id: "r1.1", name: "Veld" }] }, live: true });
    expect(page.queryByText("Target: Veld")).toBeNull();
    expect(page.getByRole("heading", { name: "Veld" })).toBeTruthy();
  });

  it("is passed on with one press, and changed with another", () => {
    show("roll", seated({ r: roll }, [invoke, pass]), { roll, live: true });
    page.getByRole("button", { name: /Nothing to add/ }).click();
    within(page.getByRole("article")).getByRole("button", { name: /Slick.*free/ }).click();
    expect(sent.map((command) => command["type"])).toEqual(["pass", "invoke"]);
  });

  it("offers nothing once it lies in the log", () => {
    show("roll", seated({}, [invoke, pass]), { roll });
    expect(page.queryByRole("button", { name: /Nothing to add/ })).toBeNull();
  });
});

describe("what waits for me", () => {
  const prompt: PromptBlock = { type: "prompt", id: "p1", question: "Compel of Reth (Hot Head): You hit first.", for_me: true, names: ["Ana"], answers: [], cites: [], kind: "compel", roll: "", actor: "", is_blocking: true, prospects: [], compel: { id: "c1", by: "Mira", target: "Reth", aspect: "Hot Head", text: "You hit first.", kind: "decision", takes_action: false, reward: 1, price: 1 } };
  const accept: OfferView = { key: "k3", command: { type: "answer", prompt: "p1", option: "accept" }, label: "Accept", group: "answer", price: { points: -1, account: "" } };
  const refuse: OfferView = { key: "k4", command: { type: "refuse-compel", compel: "c1" }, label: "Refuse the compel: You hit first.", group: "compel", price: { points: 1, account: "" } };

  it("is a compel with its aspect, its trouble, and both answers beside one another", () => {
    show("bar", seated({ p: prompt }, [refuse, accept]));
    expect(page.getByText("Hot Head")).toBeTruthy();
    expect(page.getByText("You hit first.")).toBeTruthy();
    page.getByRole("button", { name: /^Refuse/ }).click();
    page.getByRole("button", { name: /^Accept/ }).click();
    expect(sent.map((command) => command["type"])).toEqual(["refuse-compel", "answer"]);
  });

  it("tells what somebody would rather have instead of a compel", () => {
    const question = "Instead of “You hit first.”: You shout.";
    show("bar", seated({ p: { ...prompt, question } }, [accept]));
    expect(page.getByText(question)).toBeTruthy();
  });

  it("lies open to everybody while it is somebody else's, and is told once", () => {
    const waiting: Block = { type: "waiting", seats: ["bo"], why: prompt.question, wants: [] };
    show("bar", seated({ p: { ...prompt, for_me: false }, w: waiting }, []));
    expect(page.getByText("Waiting for Bo: Compel of Reth")).toBeTruthy();
    expect(page.getAllByText(/You hit first/)).toHaveLength(1);
  });

  it("is read out at once", () => {
    show("bar", seated({ p: prompt }, [accept]));
    expect(page.getByRole("alert").textContent).toContain("Compel of Reth");
  });

  it("is a quiet line while the table waits for somebody else", () => {
    show("bar", seated({ w: { type: "waiting", seats: ["bo"], why: "throw the dice", wants: [] } }, []));
    expect(page.getByRole("alert").textContent).toBe("");
    expect(page.getByText("Waiting for Bo: throw the dice")).toBeTruthy();
  });
});

describe("a sheet", () => {
  const sheet: SheetBlock = { type: "sheet", actor: "reth", name: "Reth", kind: "hero", description: "", is_mine: true, points: 2, refresh: 3, aspects: [], traits: [{ id: "quick", label: "Quick (+2)", rating: 2, word: "Fair" }], features: [], boxes: [true, false], scores: { health: [2, 7] }, slots: [{ name: "mild", absorbs: 2, text: "", free: [], card: "" }], out: "", zone: "", notes: [["oath", "None"]], is_pc: true, is_hidden: false, zone_id: "", seat: "ana" };
  const act: OfferView = { key: "k5", command: { type: "overcome", actor: "reth", trait: "" }, label: "Reth: overcome", group: "act", holes: [{ type: "choice", field: "trait", label: "with", key: "", options: [{ value: "quick", label: "" }] }] };

  it("is acted with by pressing a trait", () => {
    show("sheet", seated({ s: sheet }, [act]), { sheet });
    page.getByRole("button", { name: /Quick/ }).click();
    expect(sent).toEqual([{ type: "overcome", actor: "reth", trait: "quick" }]);
  });

  it("says in words which boxes are checked and what is left of a score", () => {
    show("sheet", seated({ s: sheet }, []), { sheet });
    expect(page.getByText("box 1, checked")).toBeTruthy();
    expect(page.getByText("box 2, free")).toBeTruthy();
    expect(page.getByRole("meter", { name: "Health" }).getAttribute("value")).toBe("2");
  });

  it("tells where points came from and went, and why, when somebody presses them", async () => {
    const moves = [
      { seq: 3, amount: 1, source: "bank", target: "purse:reth", giver: "the bank", taker: "Reth", reason: "compel" },
      { seq: 5, amount: 2, source: "purse:bo", target: "bank", giver: "Bo", taker: "the bank", reason: "not mine" },
      { seq: 9, amount: 1, source: "purse:reth", target: "pool", giver: "Reth", taker: "the pool", reason: "invocation" },
    ];
    vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify(moves))));
    show("sheet", seated({ s: sheet }, []), { sheet });
    page.getByRole("button", { name: /fate points/ }).click();
    const ledger = await page.findByRole("region", { name: "Fate points of Reth, the latest first" });
    await vi.waitFor(() => expect(within(ledger).getAllByRole("listitem").map((line) => line.textContent?.trim().replace(/\s+/g, " "))).toEqual([
      "−1 invocationReth → the pool",
      "+1 compelthe bank → Reth",
    ]));
  });
});

describe("somebody without a character", () => {
  const bring: OfferView = { key: "k6", command: { type: "bring-character", sheet: {}, seat: "" }, label: "Bring a character", group: "table", holes: [{ type: "form", field: "sheet", label: "character", form: "hero", key: "" }, { type: "choice", field: "seat", label: "for", key: "", options: [{ value: "ana", label: "" }, { value: "bo", label: "" }] }] };

  it.each(["me", "bar"])("is led to one by a press, for their own seat", (part) => {
    const table = seated({}, [bring]);
    show(part, table);
    page.getAllByRole("button", { name: /Bring a character/ })[0]!.click();
    expect(table.opened?.preset).toEqual({ seat: "ana" });
  });
});

describe("the list of what one can do", () => {
  const lend = (key: string): OfferView => ({ key, command: { type: "lend", payment: key }, label: "Let an ally use the free invocation of Slick", group: "react" });
  const giveIn: OfferView = { key: "g", command: { type: "concede", actor: "veld" }, label: "Veld: give in", group: "react" };
  const reactions = (): HTMLDetailsElement => page.getByText(/^React/).closest("details")!;

  it("counts what looks the same instead of repeating it", () => {
    show("me", seated({}, [lend("l1"), lend("l2")]));
    expect(page.getAllByRole("button", { name: /Let an ally use.*× 2/ })).toHaveLength(1);
  });

  it("begins with giving in only where somebody one plays is acting", () => {
    const table = seated({}, [giveIn]);
    show("me", table);
    expect(reactions().open).toBe(true);
    table.welcome = { ...table.welcome!, role: "gm" };
    flushSync();
    expect(reactions().open).toBe(false);
  });
});

afterEach(() => vi.unstubAllGlobals());
