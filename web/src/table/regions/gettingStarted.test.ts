import { render, screen as page } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";

import type { OfferView, Person, SceneBlock, SheetBlock } from "../../wire/types";
import { Page } from "../tests/page";
import Seated from "../tests/Seated.test.svelte";

const person = (seat: string, role: Person["role"]): Person => ({ seat, name: seat.charAt(0).toUpperCase() + seat.slice(1), role, is_here: true, is_taken: true });
const sheetOf = (seat: string, name: string): SheetBlock => ({ type: "sheet", actor: name.toLowerCase(), name, seat, is_pc: true, aspects: [] }) as unknown as SheetBlock;
const offer = (type: string, label: string): OfferView => ({ key: type, label, group: "table", verb: "start", command: { type } });
const BETWEEN = { type: "scene", title: "", is_open: false, number: 0, facts: [] } as unknown as SceneBlock;
const BRING: OfferView = { ...offer("bring-character", "Bring a character"), verb: "join", target: { kind: "seat", id: "" } };
const OFFERED = [BRING, offer("start-session", "Start a session"), offer("prepare-scene", "Prepare a scene")];

function open(role: Person["role"], people: Person[], sheets: SheetBlock[], offers: OfferView[], number = 0): Page {
  const seat = new Page();
  seat.welcome(true, { gm: "Storyteller" }, role);
  const blocks = Object.fromEntries([["scene", { ...BETWEEN, number }], ...sheets.map((sheet) => [`sheet:${sheet.actor}`, sheet])]);
  seat.patch({ blocks, order: Object.keys(blocks), people, offers, menu: offers.map((each) => each.key) });
  render(Seated, { props: { part: "beginning", table: seat.table, props: {} } });
  return seat;
}

const steps = (): string[] => page.getAllByRole("listitem").map((step) => (step.textContent ?? "").replace(/\s+/g, " ").trim());

describe("a table on which nothing is played yet", () => {
  it("tells the game master to invite people, to bring characters and to begin", () => {
    open("gm", [person("maria", "gm")], [], OFFERED);
    const [invite, cast, begin] = steps();
    expect(invite).toMatch(/Invite people.*Show the link/);
    expect(cast).toMatch(/Bring characters.*Bring a character/);
    expect(begin).toMatch(/Begin.*Start a session.*Prepare a scene/);
  });

  it("says what is done and who is still without a character", () => {
    open("gm", [person("maria", "gm"), person("ana", "player"), person("bo", "player")], [sheetOf("ana", "Reth")], OFFERED);
    const [invite, cast] = steps();
    expect(invite).toMatch(/\(done\).*Ana and Bo/);
    expect(cast).toMatch(/Still without a character: Bo\./);
    expect(cast).not.toMatch(/done/);
  });

  it("offers nothing that is not offered", () => {
    open("gm", [person("maria", "gm")], [], []);
    expect(page.getAllByRole("button").map((button) => button.textContent)).toEqual(["Show the link"]);
  });

  it("tells a player to bring a character, and whom they wait for once they have one", () => {
    const people = [person("maria", "gm"), person("ana", "player")];
    open("player", people, [], [{ ...BRING, command: { type: "bring-character", seat: "ana" } }]);
    expect(page.getByText(/Meanwhile, bring a character/)).toBeTruthy();
    open("player", people, [sheetOf("ana", "Reth")], []);
    expect(page.getByRole("heading", { name: "Reth is ready." })).toBeTruthy();
    expect(page.getByText("The Storyteller opens the first scene. It will appear here.")).toBeTruthy();
  });

  it("tells of the next scene where there was one", () => {
    open("spectator", [person("maria", "gm"), person("bo", "player")], [sheetOf("bo", "Reth")], [], 2);
    expect(page.getByText("The Storyteller opens the next scene. It will appear here.")).toBeTruthy();
  });
});
