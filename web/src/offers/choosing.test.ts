import { describe, expect, it } from "vitest";

import type { Hole, OfferView } from "../wire/types";
import { Page } from "../table/tests/page";
import { choosing } from "./choosing.svelte";
import { deedOf, nextStep } from "./deeds";

const traits: Hole = { type: "choice", field: "trait", label: "with", key: "", suggested: "", options: [{ value: "careful", label: "Careful" }, { value: "forceful", label: "Forceful" }] };
const attack: OfferView = { key: "a", verb: "attack", group: "act", label: "Attack", holes: [traits], command: { type: "attack", actor: "reth", trait: "" } };

describe("the last choice of a deed", () => {
  it("stays in sight, and cannot be pressed again, until the offers after it are here", async () => {
    const page = new Page();
    page.patch({ offers: [attack], menu: ["a"] });
    const deed = deedOf(attack, page.table.offers);
    choosing.take(page.table, deed, new Map());
    choosing.pick(page.table, deed, nextStep(deed, {}, new Map())!.picks[0]!);
    page.says({ t: "done", id: "id-1", seq: 9 });
    await Promise.resolve();
    expect(choosing.open?.deed).toBe(deed);
    expect(page.table.isBusy(attack)).toBe(true);
    page.says({ t: "patch", seq: 9, same_menu: true });
    await new Promise((later) => setTimeout(later));
    expect(choosing.open).toBeUndefined();
    expect(page.table.isBusy(attack)).toBe(false);
  });
});
