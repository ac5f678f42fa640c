import { describe, expect, test } from "vitest";

import { Page } from "../table/tests/page";
import type { Hole, LogLine, OfferView } from "../wire/types";
import { mergeLog, withUndone } from "./tableState.svelte";

function offer(key: string, parts: Partial<OfferView> = {}): OfferView {
  return { key, command: { type: "wave", at: key }, label: key, group: "act", verb: "use", ...parts };
}

const POINTS = { type: "points", rows: [["Reth", 3]] } as const;

describe("what a page knows", () => {
  test("shows blocks in the order given, and drops what is no longer listed", () => {
    const page = new Page();
    const waiting = { type: "waiting", seats: ["ana"], why: "a turn" } as const;
    page.patch({ blocks: { points: POINTS as never, waiting: waiting as never }, order: ["waiting", "points"] });
    expect(page.table.blocks.map((block) => block.type)).toEqual(["waiting", "points"]);
    page.patch({ order: ["points"] });
    expect(page.table.blocks.map((block) => block.type)).toEqual(["points"]);
    page.patch({ order: ["waiting", "points"] });
    expect(page.table.block("waiting")).toBeUndefined();
  });

  test("keeps offers that are not told again, and changes only those that are", () => {
    const page = new Page();
    page.patch({ offers: [offer("a"), offer("b")], menu: ["a", "b"] });
    page.patch({ offers: [offer("c")], menu: ["c", "a"] });
    expect(page.table.offers.map((each) => each.key)).toEqual(["c", "a"]);
    page.patch({ blocks: {} });
    expect(page.table.offers).toHaveLength(2);
  });

  test("forgets everything only when the first patch after a fresh welcome is there", () => {
    const page = new Page();
    page.patch({ offers: [offer("a")], menu: ["a"], log: [{ seq: 1, text: "old" }] });
    page.welcome();
    expect(page.table.offers).toHaveLength(1);
    page.patch({ log: [{ seq: 9, text: "new" }] });
    expect(page.table.offers).toEqual([]);
    expect(page.table.log.map((line) => line.text)).toEqual(["new"]);
  });

  test("keeps what it has when it comes back and nothing was missed", () => {
    const page = new Page();
    page.patch({ offers: [offer("a")], menu: ["a"] });
    page.welcome(false);
    page.patch({});
    expect(page.table.offers).toHaveLength(1);
  });

  test("sends an offer without holes when it is pressed, and shows it as busy until the offers after it are known", () => {
    const page = new Page();
    page.patch({ offers: [offer("a")], menu: ["a"] });
    page.table.press(page.table.offers[0]!);
    expect(page.sent.at(-1)).toMatchObject({ t: "do", command: { type: "wave", at: "a" } });
    expect(page.table.isBusy(offer("a"))).toBe(true);
    page.says({ t: "done", id: "id-1", seq: 2 });
    expect(page.table.isBusy(offer("a"))).toBe(true);
    page.says({ t: "patch", seq: 2, same_menu: true });
    expect(page.table.isBusy(offer("a"))).toBe(false);
  });

  describe("a press made while newer offers are on their way", () => {
    const choice = (...options: string[]): Hole => ({ type: "choice", field: "target", label: "whom", key: "", suggested: "", options: options.map((value) => ({ value, label: value })) });
    const attack = (key: string, actor: string, ...targets: string[]) => offer(key, { command: { type: "attack", actor, target: "" }, holes: [choice(...targets)] });
    const values = { target: "veld" };

    /** Presses an attack on Veld after somebody else has done something, then says what is offered now. */
    function pressed(...now: OfferView[]): Page {
      const page = new Page();
      const old = attack("a", "reth", "veld", "thugs");
      page.patch({ offers: [old], menu: ["a"] });
      page.says({ t: "patch", seq: 2 });
      page.table.whenOffered(old, (offered) => page.table.send(offered, values), values);
      expect([deeds(page), page.table.isBusy(old)]).toEqual([[], true]);
      page.says({ t: "patch", seq: 2, offers: now, menu: now.map((each) => each.key) });
      return page;
    }
    const deeds = (page: Page) => page.sent.filter((message) => message.t === "do").map((message) => message.command);

    test("is kept, and sent if the same is still offered", () => {
      const page = pressed(attack("b", "ana", "veld"), attack("c", "reth", "veld"));
      expect(deeds(page)).toEqual([{ type: "attack", actor: "reth", target: "veld" }]);
      expect(page.table.toasts).toEqual([]);
    });

    test.each([
      ["the offer is gone", []],
      ["only somebody else may do it", [attack("b", "ana", "veld")]],
      ["its target cannot be chosen any more", [attack("c", "reth", "thugs", "guards")]],
      ["something else may be done", [offer("d", { command: { type: "help", actor: "reth", target: "" }, holes: [choice("veld")] })]],
    ])("is dropped with a word if %s", (_, now) => {
      const page = pressed(...now);
      expect(deeds(page)).toEqual([]);
      expect(page.table.toasts).toHaveLength(1);
    });

    test("gives way to a later one", () => {
      const page = new Page();
      page.patch({ offers: [offer("a"), offer("b")], menu: ["a", "b"] });
      page.says({ t: "patch", seq: 2 });
      for (const each of page.table.offers) page.table.whenOffered(each, (now) => page.table.send(now));
      page.says({ t: "patch", seq: 2, same_menu: true });
      expect(deeds(page)).toEqual([{ type: "wave", at: "b" }]);
    });

    test("does not count if it is the second of a double click", () => {
      const page = new Page();
      page.patch({ offers: [offer("a")], menu: ["a"] });
      const click = () => page.table.whenOffered(offer("a"), (now) => page.table.send(now));
      click();
      click();
      page.says({ t: "done", id: "id-1", seq: 2 });
      click();
      page.says({ t: "patch", seq: 2, same_menu: true });
      expect(deeds(page)).toHaveLength(1);
      click();
      expect(deeds(page)).toHaveLength(2);
    });
  });

  test("shows after a second that something is still being sent, until it is answered", async () => {
    const page = new Page();
    const wave = offer("a");
    page.patch({ offers: [wave], menu: ["a"] });
    const answer = page.table.answer(page.table.send(wave));
    expect(page.table.isSlow).toBe(false);
    page.timers.find((timer) => timer.after === 1_000)!.run();
    expect([page.table.isSlow, page.table.isPending(wave), page.table.isPending(offer("b"))]).toEqual([true, true, false]);
    page.says({ t: "refused", id: "id-1", code: "no", message: "Not now.", cites: [] });
    expect(await answer).toBe(false);
    expect(page.table.isSlow).toBe(false);
  });

  test("opens the form of an offer with holes, and closes it when the offer is gone", () => {
    const page = new Page();
    const named = offer("a", {
      holes: [{ type: "text", is_description: false, field: "at", label: "where", optional: false, suggestion: "", key: "", limit: 400 }],
    });
    page.patch({ offers: [named], menu: ["a"] });
    page.table.press(named);
    expect(page.table.openForm?.offer.key).toBe("a");
    expect(page.sent.filter((message) => message.t === "do")).toEqual([]);
    page.patch({ menu: [] });
    expect(page.table.openForm).toBeNull();
    expect(page.table.toasts).toHaveLength(1);
  });

  test("presses an offer at once where the place has filled all its holes", () => {
    const page = new Page();
    const chosen = offer("a", {
      holes: [{ type: "choice", suggested: "", field: "at", label: "where", key: "", options: [{ value: "z1", label: "" }] }],
    });
    page.table.press(chosen, { at: "z1" });
    expect(page.sent.at(-1)).toMatchObject({ t: "do", command: { at: "z1" } });
  });

  test("tells why something was refused, with the rules that say so", () => {
    const page = new Page();
    page.table.press(offer("a"));
    page.says({ t: "refused", id: "id-1", code: "no", message: "Not now.", cites: ["R-1"] });
    expect(page.table.toasts.at(-1)).toMatchObject({ text: "Not now.", tone: "refusal", cites: ["R-1"] });
  });

  test("asks for the odds of an offer once, and again when the table has moved on", () => {
    const page = new Page();
    const reroll = offer("a", { changes: { roll: "r1", side: 0 } });
    page.table.requestOdds(reroll);
    page.table.requestOdds(reroll, offer("plain"));
    expect(page.sent.filter((message) => message.t === "ask-odds")).toHaveLength(1);
    page.says({ t: "odds", id: "id-1", odds: { a: { before: {}, after: {}, summary: "86 %" } } });
    expect(page.table.odds["a"]?.summary).toBe("86 %");
    page.patch({ blocks: {}, offers: [reroll], menu: ["a"] });
    page.table.requestOdds(reroll);
    expect(page.sent.filter((message) => message.t === "ask-odds")).toHaveLength(2);
  });

  test("asks for no odds where the table has chosen to be told none", () => {
    const page = new Page();
    page.says({ ...page.table.welcome!, dials: { odds: false } });
    page.table.requestOdds(offer("a", { changes: { roll: "r1", side: 0 } }));
    expect(page.sent.filter((message) => message.t === "ask-odds")).toHaveLength(0);
  });

  test("uses the book's words where the book has its own", () => {
    const page = new Page();
    expect(page.table.word("trait")).toBe("approach");
    expect(page.table.word("margin")).toBe("margin");
  });

  test("leaves the sentences of the server and of players as they are", () => {
    const page = new Page();
    page.welcome(true, { gm: "Storyteller" });
    const log = [{ seq: 1, text: "Reth is now A Game Master of Puppets." }, { seq: 2, kind: "said" as const, by: "ana", text: "Poor game master!" }];
    page.patch({ offers: [offer("a", { label: "Invoke A Game Master of Puppets" })], menu: ["a"], log });
    page.says({ t: "refused", id: "id-1", code: "no", message: "Only the Storyteller may do that.", cites: [] });
    expect(page.table.offers[0]?.label).toBe("Invoke A Game Master of Puppets");
    expect(page.table.log).toEqual(log);
    expect(page.table.toasts.at(-1)?.text).toBe("Only the Storyteller may do that.");
  });
});

describe("a seat", () => {
  test("is called after who sits there, or else after who is played from it", () => {
    const page = new Page();
    const seat = { role: "player" as const, is_here: false, is_taken: false };
    page.patch({ people: [{ ...seat, seat: "ana", name: "Ana" }, { ...seat, seat: "bo", name: "", characters: ["Voltaire"] }, { ...seat, seat: "cleo", name: "" }] });
    expect(["ana", "bo", "cleo"].map((each) => page.table.seatName(each))).toEqual(["Ana", "Voltaire", "Cleo"]);
  });
});

describe("the log", () => {
  const line = (seq: number, text: string, parts: Partial<LogLine> = {}): LogLine => ({ seq, text, ...parts });

  test("takes in older and newer lines in the order of play, none twice", () => {
    const merged = mergeLog([line(5, "five"), line(6, "six")], [line(2, "two"), line(6, "six"), line(7, "seven")]);
    expect(merged.map((each) => each.seq)).toEqual([2, 5, 6, 7]);
  });

  test("keeps lines of one moment in the order they were told", () => {
    expect(mergeLog([line(5, "b"), line(5, "a")], [line(5, "c")]).map((each) => each.text)).toEqual(["b", "a", "c"]);
  });

  test("marks what was taken back, but not what was said", () => {
    const log = [line(3, "a roll"), line(4, "hello", { kind: "said" }), line(5, "a hit"), line(9, "after")];
    expect(withUndone(log, [[3, 5]]).map((each) => each.undone ?? false)).toEqual([true, false, true, false]);
    expect(withUndone(withUndone(log, [[3, 5]]), []).some((each) => each.undone)).toBe(false);
  });
});
