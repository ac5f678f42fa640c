import { render, screen as page, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { TableState } from "../../state/tableState.svelte";
import type { Block, CardView, OfferView, PromptBlock, RollBlock, SheetBlock, TokenView, ZoneView } from "../../wire/types";
import { onDemand } from "../screen/onDemand";
import { Page } from "./page";
import Seated from "./Seated.test.svelte";

const sent: Record<string, unknown>[] = [];

function seated(blocks: Record<string, Block>, offers: OfferView[]): TableState {
  const seat = new Page();
  seat.welcome(true, { style: "Success with style" });
  seat.patch({ blocks, order: Object.keys(blocks), offers, menu: offers.map((offer) => offer.key), people: [{ seat: "ana", name: "Ana", role: "player", is_here: true }] });
  const table = seat.table;
  table.send = (offer, values) => {
    sent.push({ ...offer.command, ...values });
    return "1";
  };
  return table;
}

const show = (part: string, table: TableState, props: Record<string, unknown> = {}): void => {
  render(Seated, { props: { part, table, props } });
};

/** The bar, with the parts of it that are loaded when they are there to be drawn. */
async function showBar(table: TableState): Promise<void> {
  show("bar", table);
  await Promise.all([onDemand.prompt(), onDemand.compel()]);
  await new Promise((drawn) => setTimeout(drawn));
}

const card: CardView = { id: "a1", text: "<b>Slick</b> & Wet", kind: "situation", free: ["Ana", "Ana"] };
const roll: RollBlock = {
  type: "roll", window: [], countdown: 0, id: "r1", action: "attack", stage: "thrown", difficulty: 3, against: "Good (+3)", against_rung: "Good", margin: 3, outcome: "style", waiting: ["ana"], target: "", degree: "", comparisons: [], dice_chances: null,
  sides: [{ id: "r1.0", name: "Reth", trait: "quick", description: "jumps", dice: [1, 0, -1, 0].map((value) => ({ kind: "fate", shown: value, value })), earlier: [], modifiers: [{ source: "trait", label: "Quick (+2)", name: "Quick", amount: 2, cites: ["X-1"] }], hindrances: [], total: 6, word: "Fantastic (+6)", rung: "Fantastic", actor: "reth", is_mine: true, is_entered: false, dice_note: "" }],
};
/** The roll while the table waits for nobody here: what changes it is on its card then. */
const unasked: RollBlock = { ...roll, waiting: [] };
const invoke: OfferView = { key: "k1", command: { type: "invoke", roll: "r1", aspect: "a1", payment: "f1" }, label: "Invoke for Reth's roll: +2: <b>Slick</b> & Wet, free", family: "Invoke for Reth's roll: +2: …, free", member: "<b>Slick</b> & Wet", effect: "Invoke for Reth's roll: +2", target: { kind: "roll", id: "r1" }, group: "invoke", verb: "invoke", price: { points: 0, account: "" }, changes: { roll: "r1", side: 0 } };
const pass: OfferView = { key: "k2", command: { type: "pass", roll: "r1" }, label: "Nothing to add", group: "roll", verb: "pass" };

beforeEach(() => {
  sent.length = 0;
  window.matchMedia ??= (() => ({ matches: true, addEventListener: () => undefined })) as unknown as typeof window.matchMedia;
});

describe("odds", () => {
  it("can be hidden where the table tells them, and are not spoken of where it does not", () => {
    for (const odds of [true, false]) {
      const table = seated({}, []);
      table.receive({ ...table.welcome!, dials: { odds } });
      const { unmount } = render(Seated, { props: { part: "log", table, props: {} } });
      expect(page.queryAllByLabelText("show odds")).toHaveLength(odds ? 1 : 0);
      unmount();
    }
  });
});

describe("what an offer makes of a roll", () => {
  it("is drawn and told from the chances in percent", () => {
    const table = seated({ r: roll }, [invoke]);
    show("roll", table, { roll: unasked, live: true });
    table.receive({ t: "odds", id: "o", odds: { k1: { before: { fail: 60, tie: 0, style: 40 }, after: { fail: 38, tie: 0, style: 62 }, summary: "" } } });
    flushSync();
    const row = page.getByText("62 % success with style, 38 % fail").closest("button")!;
    expect([...row.querySelectorAll<HTMLElement>(".bar i")].map((part) => part.style.width)).toEqual(["38%", "0%", "62%"]);
    expect(row.querySelector("em")?.textContent).toBe("<b>Slick</b> & Wet");
    expect(row.querySelector(".what .small")?.textContent).toBe("Invoke for Reth's roll: +2");
  });
});

describe("cards", () => {
  it("show what people wrote as words, never as markup", () => {
    show("card", seated({}, []), { card });
    expect(page.getByText("<b>Slick</b> & Wet")).toBeTruthy();
    expect(document.querySelector("article b")).toBeNull();
  });

  it("tell how many free invokes there are, and for whom", () => {
    show("card", seated({}, []), { card });
    expect(page.getByText("2 free invokes").textContent).toBe("2 free invokes, for Ana");
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
  it("says what else is worth knowing before it is given", async () => {
    const prompt: PromptBlock = { type: "prompt", id: "p1", question: "Reth is hit for 2", for_me: true, names: ["Ana"], answers: [], cites: [], kind: "absorb", roll: "", actor: "", compel: null, is_blocking: true, prospects: [], hit: null };
    const box: OfferView = { key: "b2", command: { type: "answer", prompt: "p1", option: "box-2" }, label: "Stress box 2", group: "answer", verb: "answer", note: "leaves stress box 1" };
    const mild: OfferView = { ...box, key: "m", command: { ...box.command, option: "mild" }, label: "Mild consequence", note: "leaves nothing for the next hit", holes: [{ type: "text", is_description: false, field: "fill", key: "mild", label: "mild consequence", optional: false, suggestion: "", limit: 400 }] };
    await showBar(seated({ p: prompt }, [box, mild]));
    expect(page.getByRole("button", { name: "Stress box 2 leaves stress box 1" })).toBeTruthy();
    expect(page.getByRole("button", { name: /Mild consequence.*leaves nothing for the next hit/ })).toBeTruthy();
  });
});

describe("a roll", () => {
  it("names its dice, its parts and its outcome", () => {
    show("roll", seated({ r: roll }, []), { roll, live: true });
    expect(page.getByRole("img", { name: "Dice: plus, blank, minus, blank" })).toBeTruthy();
    expect(page.getByText("Success with style by 3 against Good (+3) so far")).toBeTruthy();
    expect(page.getAllByText("+6").length).toBeGreaterThan(0);
    const words = [...document.querySelectorAll(".sides .small, .parts span")].map((each) => each.textContent);
    expect(words).toEqual(["Fantastic", "Quick", "Good"]);
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

  it("draws every kind of die, and says which were turned or do not count", () => {
    const dice = [
      { kind: "fate" as const, shown: 1, value: 1, is_turned: true },
      { kind: "number" as const, shown: 1, value: 1 },
      { kind: "number" as const, shown: 3, value: -3, counts: false },
    ];
    show("roll", seated({}, []), { roll: { ...roll, sides: [{ ...roll.sides[0]!, dice }] }, live: true });
    expect(page.getByRole("img", { name: "Dice: plus (turned), 1, −3 (not counted)" })).toBeTruthy();
    expect([...document.querySelectorAll(".die text")].map((each) => each.textContent)).toEqual(["1", "−3"]);
  });

  it("lists each comparison where there are several, with what counts in it alone", () => {
    const part = (name: string, amount: number) => ({ source: "spray", label: name, name, amount });
    const other = (name: string) => ({ ...roll.sides[0]!, id: name, name });
    const pair = { one: 0, target: "", opposing_outcome: "", opposing: [], parts: [], total: 4, is_read: true };
    const comparisons = [
      { ...pair, other: 1, against: 2, margin: 2, outcome: "succeed", modifiers: [part("2 targets", -2)] },
      { ...pair, other: 2, against: 5, margin: -1, outcome: "fail", modifiers: [] },
    ];
    const several = { ...roll, sides: [roll.sides[0]!, other("Veld"), other("Kes")], difficulty: null, comparisons };
    show("roll", seated({}, []), { roll: several, live: true });
    expect(page.getByText("Reth: +4 against Veld +2")).toBeTruthy();
    expect(page.getByText("2 targets −2")).toBeTruthy();
    expect(page.getByText("Reth: +4 against Kes +5")).toBeTruthy();
  });

  it("is passed on with one press, and changed with another", () => {
    show("roll", seated({ r: roll }, [invoke, pass]), { roll: unasked, live: true });
    page.getByRole("button", { name: /Nothing to add/ }).click();
    within(page.getByRole("article")).getByRole("button", { name: /Slick.*free/ }).click();
    expect(sent.map((command) => command["type"])).toEqual(["pass", "invoke"]);
  });

  it("leaves its changes to the bar while the bar asks about them", () => {
    show("roll", seated({ r: roll }, [invoke, pass]), { roll, live: true });
    expect(page.queryAllByRole("button", { name: /Nothing to add|Slick.*free/ })).toEqual([]);
  });

  it("offers nothing once it lies in the log", () => {
    show("roll", seated({}, [invoke, pass]), { roll });
    expect(page.queryByRole("button", { name: /Nothing to add/ })).toBeNull();
  });
});

describe("what waits for me", () => {
  const prompt: PromptBlock = { type: "prompt", id: "p1", question: "Compel of Reth (Hot Head): You hit first.", for_me: true, names: ["Ana"], answers: [], cites: [], kind: "compel", roll: "", actor: "", is_blocking: true, prospects: [], hit: null, compel: { id: "c1", by: "Mira", target: "Reth", aspect: "Hot Head", text: "You hit first.", kind: "decision", takes_action: false, reward: 1, price: 1 } };
  const accept: OfferView = { key: "k3", command: { type: "answer", prompt: "p1", option: "accept" }, label: "Accept", group: "answer", verb: "answer", price: { points: -1, account: "" } };
  const refuse: OfferView = { key: "k4", command: { type: "refuse-compel", compel: "c1" }, label: "Refuse the compel: You hit first.", group: "compel", verb: "compel", price: { points: 1, account: "" } };

  it("is a compel with its aspect, its trouble, and both answers beside one another", async () => {
    await showBar(seated({ p: prompt }, [refuse, accept]));
    expect(page.getByText("Hot Head")).toBeTruthy();
    expect(page.getByText("You hit first.")).toBeTruthy();
    page.getByRole("button", { name: /^Refuse/ }).click();
    page.getByRole("button", { name: /^Accept/ }).click();
    expect(sent.map((command) => command["type"])).toEqual(["refuse-compel", "answer"]);
  });

  it("tells what somebody would rather have instead of a compel", async () => {
    const question = "Instead of “You hit first.”: You shout.";
    await showBar(seated({ p: { ...prompt, kind: "compel-terms", question } }, [accept]));
    expect(page.getByText(question)).toBeTruthy();
  });

  it("lies open to everybody while it is somebody else's, and is told once", async () => {
    const waiting: Block = { type: "waiting", seats: ["bo"], why: prompt.question, wants: [], prompt: prompt.id, is_countdown: false };
    await showBar(seated({ p: { ...prompt, for_me: false }, w: waiting }, []));
    expect(page.getByText("Waiting for Bo: Compel of Reth")).toBeTruthy();
    expect(page.getAllByText(/You hit first/)).toHaveLength(1);
  });

  it("is read out at once", () => {
    show("bar", seated({ p: prompt }, [accept]));
    expect(page.getByRole("alert").textContent).toContain("Compel of Reth");
  });

  it("stands beside what one may do if it holds up nothing, and can be put off again", async () => {
    const optional = { ...prompt, compel: null, question: "Ana brings Reth. Agree?", kind: "character", is_blocking: false };
    const next: OfferView = { key: "k9", command: { type: "start-scene" }, label: "Start a scene", group: "moment", verb: "start" };
    const table = seated({ p: optional }, [accept, next]);
    table.receive({ ...table.welcome!, role: "gm" });
    await showBar(table);
    expect(page.getByRole("button", { name: "Start a scene" })).toBeTruthy();
    page.getByRole("button", { name: `Answer: ${optional.question}` }).click();
    expect(await page.findByText(optional.question)).toBeTruthy();
    expect(page.getByRole("button", { name: /^Accept/ })).toBeTruthy();
    page.getByRole("button", { name: "Answer later" }).click();
    flushSync();
    expect(page.queryByText(optional.question)).toBeNull();
    expect(page.getByRole("button", { name: "Start a scene" })).toBeTruthy();
  });

  it("is a quiet line while the table waits for somebody else", () => {
    show("bar", seated({ w: { type: "waiting", seats: ["bo"], why: "throw the dice", wants: [], prompt: "", is_countdown: false } }, []));
    expect(page.getByRole("alert").textContent).toBe("");
    expect(page.getByText("Waiting for Bo: throw the dice")).toBeTruthy();
  });
});

describe("a sheet", () => {
  const sheet: SheetBlock = { type: "sheet", actor: "reth", name: "Reth", kind: "hero", description: "", is_mine: true, points: 2, refresh: 3, aspects: [], traits: [{ id: "quick", label: "Quick (+2)", rating: 2, word: "Fair", name: "Quick", scale: "" }], features: [], boxes: [true, false], tracks: [{ name: "composure", boxes: [false] }], wounds: [{ name: "very-hurt", boxes: 2, marked: 1, effect: "until healed" }], scores: { health: [2, 7] }, slots: [{ name: "mild", absorbs: 2, text: "", free: [], card: "" }], out: "", zone: "", notes: [["oath", "None"]], is_pc: true, is_hidden: false, zone_id: "", seat: "ana", side: "heroes", standing: 1, size: 1, is_nameless: false, portrait: "", patron: "" };
  const act: OfferView = { key: "k5", command: { type: "overcome", actor: "reth", trait: "" }, label: "overcome", actor: "reth", name: "Reth", group: "act", verb: "overcome", holes: [{ type: "choice", suggested: "", field: "trait", label: "with", key: "", options: [{ value: "quick", label: "" }] }] };

  it("is acted with by pressing a trait", () => {
    show("sheet", seated({ s: sheet }, [act]), { sheet });
    page.getByRole("button", { name: /Quick/ }).click();
    expect(sent).toEqual([{ type: "overcome", actor: "reth", trait: "quick" }]);
  });

  it("says in words which boxes are checked and how much is taken", () => {
    show("sheet", seated({ s: sheet }, []), { sheet });
    expect(page.getByText("box 1, checked")).toBeTruthy();
    expect(page.getByText("box 2, empty")).toBeTruthy();
    expect(page.getByText("Stress").textContent).toBe("Stress 1 of 2 taken");
    expect(page.getByText("Composure").textContent).toBe("Composure 0 of 1 taken");
    expect(page.getByText("Very hurt").textContent).toBe("Very hurt 1 of 2 taken");
    expect(page.getByText("until healed")).toBeTruthy();
    expect(page.getByText("Health").textContent).toBe("Health 5 of 7 taken");
  });

  it("tells where points came from and went, and why, when somebody presses them", async () => {
    const moves = [
      { seq: 3, amount: 1, source: "bank", target: "purse:reth", giver: "the bank", taker: "Reth", reason: "compel", giver_id: "", taker_id: "reth" },
      { seq: 5, amount: 2, source: "purse:bo", target: "bank", giver: "Bo", taker: "the bank", reason: "not mine", giver_id: "bo", taker_id: "" },
      { seq: 9, amount: 1, source: "purse:reth", target: "pool", giver: "Reth", taker: "the pool", reason: "invocation", giver_id: "reth", taker_id: "" },
    ];
    vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify({ moves, earlier: 0 }))));
    show("sheet", seated({ s: sheet }, []), { sheet });
    page.getByRole("button", { name: /fate points/ }).click();
    const ledger = await page.findByRole("region", { name: "Fate points of Reth, the latest first" });
    await vi.waitFor(() => expect(within(ledger).getAllByRole("listitem").map((line) => line.textContent?.trim().replace(/\s+/g, " "))).toEqual([
      "−1 invocationReth → the pool",
      "+1 compelthe bank → Reth",
    ]));
  });

  it("shows earlier moves of points when somebody asks for them", async () => {
    const move = (seq: number) => ({ seq, amount: 1, source: "bank", target: "purse:reth", giver: "the bank", taker: "Reth", reason: `reason ${seq}`, giver_id: "", taker_id: "reth" });
    const pages: Record<string, unknown> = { "0": { moves: [move(30)], earlier: 30 }, "30": { moves: [move(20)], earlier: 7 }, "7": { moves: [], earlier: 0 } };
    vi.stubGlobal("fetch", vi.fn(async (address: string) => new Response(JSON.stringify(pages[/before=(\d+)/.exec(address)![1]!]))));
    show("sheet", seated({ s: sheet }, []), { sheet });
    page.getByRole("button", { name: /fate points/ }).click();
    const ledger = await page.findByRole("region", { name: "Fate points of Reth, the latest first" });
    (await within(ledger).findByRole("button", { name: "Show earlier" })).click();
    await within(ledger).findByText("reason 20");
    within(ledger).getByRole("button", { name: "Show earlier" }).click();
    await vi.waitFor(() => expect(within(ledger).queryByRole("button", { name: "Show earlier" })).toBeNull());
    expect(within(ledger).getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("somebody without a character", () => {
  const bring: OfferView = { key: "k6", command: { type: "bring-character", sheet: {}, seat: "" }, label: "Bring a character", group: "table", verb: "join", target: { kind: "seat", id: "" }, holes: [{ type: "form", field: "sheet", label: "character", form: "hero", key: "" }, { type: "choice", suggested: "", field: "seat", label: "for", key: "", options: [{ value: "ana", label: "" }, { value: "bo", label: "" }] }] };

  it.each(["me", "bar"])("is led to one by a press, for their own seat", (part) => {
    const table = seated({}, [bring]);
    show(part, table);
    page.getAllByRole("button", { name: /Bring a character/ })[0]!.click();
    expect(table.openForm?.preset).toEqual({ seat: "ana" });
  });
});

describe("the panels of a scene", () => {
  it("are above or below it, each kind at its place whatever the order of the blocks", async () => {
    const scene: Block = { type: "scene", title: "The quay", number: 1, session: 1, is_open: true, facts: [], genre: "", setting: "", scenario: [], background: "" };
    const progress: Block = { type: "progress", title: "On the way", rows: [{ label: "the journey" }] };
    const tasks: Block = { type: "tasks", situation: "Storm", tasks: [] };
    const tally: Block = { type: "tally", goal: "The crown", exchange: 1, victories: {}, needed: 3 };
    show("scene", seated({ progress, tasks, scene, tally }, []));
    const places = () => [...document.querySelectorAll(".panel")].map((panel) => ["Contest", "Challenge", "The quay", "The journey"].find((words) => panel.textContent?.includes(words)));
    await vi.waitFor(() => expect(places()).toEqual(["Contest", "Challenge", "The quay", "The journey"]), { timeout: 20_000 });
  });
});

describe("a ladder", () => {
  const rungs = (marked: number[]) => ["Minimal", "Competent", "Complete"].map((name, place) => ({ name, range: String(place), boxes: 2, marked: marked[place]!, is_goal: place === 2, result: place === 1 ? "a rumour" : "" }));
  const ladder: Block = { type: "ladder", id: "ch1", title: "The Hunt", description: "", difficulty: "Fair (+1)", fragility: "", span: "a check, then a day", recovery: "", note: "", sides: [{ name: "Louis", rungs: rungs([1, 2, 0]) }, { name: "Ferdinand", rungs: rungs([0, 0, 0]), note: "-1 to every roll" }] };
  const work: OfferView = { key: "w", command: { type: "fate2-try-challenge", actor: "reth", challenge: "ch1", trait: "" }, label: "work at The Hunt", actor: "reth", group: "act", verb: "overcome", holes: [{ type: "choice", suggested: "", field: "trait", label: "with", key: "", options: [{ value: "quick", label: "" }, { value: "bold", label: "" }] }] };

  it("stands with its goal on top, and says in words what is marked", async () => {
    show("scene", seated({ ladder }, [work]));
    const tracks = await vi.waitFor(() => page.getAllByRole("list", { name: /Louis|Ferdinand/ }), { timeout: 20_000 });
    const words = tracks.map((track) => within(track).getAllByRole("listitem").map((rung) => rung.textContent?.replace(/\s+/g, " ").trim()));
    expect(words[0]).toEqual(["2 Completegoal 0 of 2 marked", "1 Competent 2 of 2 marked a rumour", "0 Minimal 1 of 2 marked"]);
    expect(page.getByText("-1 to every roll")).toBeTruthy();
    expect([...document.querySelectorAll("dt")].map((part) => part.textContent)).toEqual(["Difficulty", "Span"]);
  });

  it("has a button for the next check, for those who may make it", async () => {
    const table = seated({ ladder }, [work]);
    show("scene", table);
    (await page.findByRole("button", { name: /Make a check/ }, { timeout: 20_000 })).click();
    expect(table.openForm?.offer.key).toBe("w");
  });
});

describe("the bar of somebody who has acted", () => {
  const step = (zone: string): OfferView => ({ key: zone, command: { type: "move", actor: "reth", zone }, label: `move to ${zone}`, actor: "reth", group: "act", verb: "move", target: { kind: "zone", id: zone }, cost: "1 step" });
  const end: OfferView = { key: "e", command: { type: "end-turn", actor: "reth" }, label: "end the turn", actor: "reth", group: "act", verb: "end-turn" };
  const put: OfferView = { key: "p", command: { type: "place-actor", actor: "reth", zone: "" }, label: "Put Reth in a zone", group: "gm", verb: "place", target: { kind: "zone", id: "" }, holes: [{ type: "choice", suggested: "", field: "zone", label: "zone", key: "", options: [{ value: "z4", label: "Moor" }] }] };
  const zone = (id: string, name: string, tokens: TokenView[] = []): ZoneView => ({ id, name, actors: [], aspects: [], is_hidden: false, at: null, size: null, tokens });
  const blocks = (steps: number | null): Record<string, Block> => ({
    w: { type: "waiting", prompt: "", is_countdown: false, seats: ["ana"], why: "Reth's turn", wants: [] },
    t: { type: "turn-order", kind: "combat", exchange: 1, places: [{ name: "Reth", value: 1, state: "acting", actor: "reth", is_mine: true }] },
    m: { type: "zone-map", borders: [], zones: [zone("z1", "Ford", [{ actor: "reth", name: "Reth", is_mine: true, ...(steps !== null && { steps }) }]), zone("z2", "Bank"), zone("z3", "Hill"), zone("z4", "Moor")] },
  });

  it("shows the steps left and where they lead, before the end of the turn", () => {
    show("bar", seated(blocks(4), [put, step("z2"), step("z3"), end]));
    expect(page.getByText("Reth: 4 steps left")).toBeTruthy();
    expect(page.getAllByRole("button").map((button) => button.textContent?.trim())).toEqual(["Bank (1 step)", "Hill (1 step)", "End the turn"]);
    page.getByRole("button", { name: "Hill (1 step)" }).click();
    expect(sent).toEqual([step("z3").command]);
  });

  it("says nothing of steps where they are not counted or used up", () => {
    show("bar", seated(blocks(null), [end]));
    expect(page.getByText("Reth has acted. Anything else?")).toBeTruthy();
  });
});

describe("the list of what one can do", () => {
  const lend = (key: string): OfferView => ({ key, command: { type: "lend", payment: key }, label: "Let an ally use the free invocation of Slick", group: "react", verb: "help" });
  const giveIn: OfferView = { key: "g", command: { type: "concede", actor: "veld" }, label: "give in", actor: "veld", name: "Veld", group: "react", verb: "concede" };
  const reactions = (): HTMLDetailsElement => page.getByText(/^React/).closest("details")!;

  it("counts what looks the same instead of repeating it", () => {
    show("me", seated({}, [lend("l1"), lend("l2")]));
    expect(page.getAllByRole("button", { name: /Let an ally use.*× 2/ })).toHaveLength(1);
  });

  it("says once whom everything is for, and otherwise by whom each thing is done", () => {
    const deed = (actor: string, label: string): OfferView => ({ key: actor + label, command: { type: label, actor }, label, actor, name: actor.toUpperCase(), group: "react", verb: "use" });
    const table = seated({}, [deed("veld", "attack"), deed("veld", "pass")]);
    show("me", table);
    expect(reactions().querySelector("summary")?.textContent).toMatch(/React: VELD/);
    expect(within(reactions()).getAllByRole("button").map((button) => button.textContent?.trim())).toEqual(["Attack", "Pass"]);
    const offers = [deed("veld", "pass"), deed("bo", "pass")];
    table.receive({ t: "patch", seq: 2, offers, menu: offers.map((offer) => offer.key) });
    flushSync();
    expect(within(reactions()).getAllByRole("button").map((button) => button.textContent?.trim())).toEqual(["VELD: pass", "BO: pass"]);
  });

  it("stays open when new offers come right after it was opened", () => {
    const table = seated({}, [giveIn]);
    table.welcome = { ...table.welcome!, role: "gm" };
    show("me", table);
    reactions().querySelector("summary")!.click();
    const offers = [{ ...giveIn, key: "g2" }];
    table.receive({ t: "patch", seq: 2, offers, menu: ["g2"] });
    flushSync();
    expect(reactions().open).toBe(true);
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
