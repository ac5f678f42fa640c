import { describe, expect, it } from "vitest";

import type { ChoiceHole, OfferView, TextHole } from "../wire/types";
import { answersOf, destinations, firstAnswers, hasActed, invocationsOf, isMove, mainOffers, merged, offersForTask, offersOnCharacter, offersWithTrait, rollOffers } from "./whereOffersGo";

let number = 0;
const VERBS: Record<string, OfferView["verb"]> = { attack: "attack", overcome: "overcome", "end-turn": "end-turn", move: "move", pass: "pass", "throw-dice": "throw" };
const offer = (type: string, group: OfferView["group"], fields: Record<string, unknown>, rest: Partial<OfferView> = {}): OfferView => ({
  key: `k${(number += 1)}`,
  command: { type, ...fields },
  label: type,
  group,
  verb: VERBS[type] ?? "use",
  ...rest,
});
const choice = (field: string, ...values: string[]): ChoiceHole => ({
  type: "choice",
  suggested: "",
  field,
  label: field,
  key: "",
  options: values.map((value) => ({ value, label: value })),
});
const words = (field: string, key = ""): TextHole => ({
  type: "text",
  is_description: false,
  field,
  key,
  label: field,
  optional: false,
  suggestion: "",
  limit: 400,
});
const free = (payment: string): OfferView =>
  offer("invoke", "invoke", { roll: "r1", aspect: "a1", payment }, { label: "Invoke", price: { points: 0, account: "" }, holes: [words("explanation")], changes: { roll: "r1", side: 0 } });
const paid = offer("invoke", "invoke", { roll: "r1", aspect: "", payment: "point" }, {
  label: "Invoke for a point",
  price: { points: 1, account: "purse:x" },
  holes: [choice("aspect", "a1", "a2"), words("explanation")],
  changes: { roll: "r1", side: 0 },
});

describe("cards", () => {
  it("counts free invocations that look the same and lists them before those that cost", () => {
    const found = invocationsOf([paid, free("f.0"), free("f.1")], { id: "a1" });
    expect(found.map((each) => [each.offer.label, each.count])).toEqual([["Invoke", 2], ["Invoke for a point", 1]]);
  });

  it("chooses the card in the hole by showing the offer on the card", () => {
    expect(invocationsOf([paid], { id: "a2" })[0]?.preset).toEqual({ aspect: "a2" });
    expect(invocationsOf([paid], { id: "a3" })).toEqual([]);
  });

  it("keeps offers apart that cost differently, or that somebody else acts on", () => {
    const dear = { ...free("f.2"), price: { points: 2, account: "" } };
    const others = { ...free("f.3"), actor: "veld", name: "Veld" };
    expect(merged([free("f.0"), dear, others].map((each) => ({ offer: each, preset: {}, isFixed: true })))).toHaveLength(3);
  });
});

describe("the map", () => {
  const step = offer("move", "act", { actor: "reth", zone: "z1" }, { cost: "takes the action", target: { kind: "zone", id: "z1" } });
  const roll = offer("overcome", "act", { actor: "reth", zone: "", trait: "" }, { target: { kind: "zone", id: "" }, holes: [choice("zone", "z2"), choice("trait", "quick"), words("description")] });
  const put = offer("place-actor", "gm", { actor: "reth", zone: "" }, { verb: "place", target: { kind: "zone", id: "" }, holes: [choice("zone", "z1", "z2")] });

  it("lights up every zone a token may go to, and says what the way costs", () => {
    const found = destinations([step, roll], "reth", ["z1", "z2", "z3"]);
    expect(found.map((each) => [each.zone, each.note, each.isDirect])).toEqual([
      ["z1", "takes the action", true],
      ["z2", "", false],
    ]);
  });

  it("does not send a token where it is already", () => {
    expect(destinations([put], "reth", ["z1", "z2"], "z1").map((each) => each.zone)).toEqual(["z2"]);
  });

  it("takes the way that needs no form where there are two", () => {
    expect(destinations([roll, put], "reth", ["z2"])[0]?.placed.preset).toEqual({ zone: "z2" });
  });

  it("moves nobody by what merely happens in a zone", () => {
    const aspect = offer("create-advantage", "act", { actor: "reth", zone: "", words: "" }, { verb: "create", target: { kind: "zone", id: "" }, holes: [choice("zone", "z1"), words("words")] });
    const enter = offer("enter-scene", "gm", { actor: "reth" }, { verb: "place", target: { kind: "actor", id: "reth" } });
    expect(destinations([aspect, enter], "reth", ["z1"])).toEqual([]);
    expect([step, roll, put, aspect, enter].map(isMove)).toEqual([true, true, true, false, false]);
    expect(destinations([step], "veld", ["z1"])).toEqual([]);
  });
});

describe("characters", () => {
  const attack = offer("attack", "act", { actor: "reth", target: "", trait: "" }, { holes: [choice("target", "veld"), choice("trait", "quick", "clever")] });

  it("finds what may be done with a trait, with the trait chosen", () => {
    expect(offersWithTrait([attack], "reth", { id: "quick" })[0]?.preset).toEqual({ trait: "quick" });
    expect(offersWithTrait([attack], "voltaire", { id: "quick" })).toEqual([]);
  });

  it("finds what may be done to somebody, with the target chosen", () => {
    expect(offersOnCharacter([attack], "veld")[0]?.preset).toEqual({ target: "veld" });
  });
});

describe("rolls", () => {
  const pass = offer("pass", "roll", { roll: "r1" });
  const throwing = offer("throw-dice", "roll", { roll: "r1" }, { changes: { roll: "r1", side: 0 } });
  const otherRoll = offer("pass", "roll", { roll: "r2" });
  const veto = offer("veto-invocation", "react", { roll: "r1", reason: "" }, { verb: "veto", holes: [words("reason")] });

  const again = offer("reroll", "invoke", { roll: "r1" }, { verb: "throw", price: { points: 1, account: "purse:x" }, changes: { roll: "r1", side: 0 }, label: "Throw again" });
  const ignore = offer("ignore-hindrance", "roll", { roll: "r1" }, { label: "Ignore the rain" });

  it("sorts what is free, what costs, and what lets the roll go on", () => {
    const found = rollOffers([pass, throwing, paid, free("f.0"), otherRoll, veto, again, ignore], { id: "r1" });
    expect(found.free.map((each) => each.offer.label)).toEqual(["Invoke", "Ignore the rain"]);
    expect(found.paid.map((each) => each.offer.label)).toEqual(["Invoke for a point", "Throw again"]);
    expect(found.onward.map((each) => each.offer.command.type)).toEqual(["pass", "throw-dice"]);
    expect(found.rulings.map((each) => each.offer.command.type)).toEqual(["veto-invocation"]);
  });
});

describe("questions", () => {
  it("lists buying off a compel among the answers to it", () => {
    const accept = offer("answer", "answer", { prompt: "p1", option: "accept" });
    const refuse = offer("refuse-compel", "compel", { compel: "c1" });
    const compel = { id: "c1", by: "", target: "", aspect: "", text: "", kind: "event", takes_action: false, reward: 1, price: 1 };
    expect(answersOf([refuse, accept], { id: "p1", compel }).map((each) => each.command.type)).toEqual(["answer", "refuse-compel"]);
  });

  it("shows the best of many answers and the last, and hides the rest", () => {
    const many = Array.from({ length: 20 }, (_, i) => offer("answer", "answer", { prompt: "p1", option: `${i}` }));
    const { shown, more } = firstAnswers(many, 5);
    expect(shown.map((each) => each.command["option"])).toEqual(["0", "1", "2", "3", "19"]);
    expect(more).toHaveLength(15);
    expect(firstAnswers(many.slice(0, 6), 5).more).toEqual([]);
  });
});

describe("what comes first", () => {
  const deed = (key: string, type: string, holes: OfferView["holes"] = []): OfferView => ({ key, label: key, group: "act", verb: VERBS[type] ?? "use", command: { type, actor: "reth" }, holes });
  const task = deed("task", "overcome", [{ type: "choice", suggested: "", field: "task", label: "task", key: "", options: [{ value: "t1", label: "mend the rigging" }] }]);

  it("is one of each kind, as many as there is room for", () => {
    const offers = [deed("a", "attack"), deed("b", "attack"), deed("c", "overcome"), deed("d", "move")];
    expect(mainOffers(offers, 2).map((offer) => offer.key)).toEqual(["a", "c"]);
  });

  it("is a task that waits, before other ways to do the same", () => {
    expect(mainOffers([deed("plain", "overcome"), task], 4).map((offer) => offer.key)).toEqual(["task", "plain"]);
  });

  it("is ending the turn once there is no more to do than that", () => {
    const rest = [deed("ask", "ask-the-table"), deed("end", "end-turn")];
    expect(mainOffers(rest, 4).map((offer) => offer.key)).toEqual(["end", "ask"]);
    expect(hasActed(mainOffers(rest, 4))).toBe(true);
    expect(hasActed(mainOffers([...rest, deed("a", "attack")], 4))).toBe(false);
  });

  it("finds what takes on a task by its id", () => {
    expect(offersForTask([deed("a", "attack"), task], "t1").map((placed) => placed.preset)).toEqual([{ task: "t1" }]);
    expect(offersForTask([task], "t2")).toEqual([]);
  });
});
