import { beforeEach, describe, expect, it } from "vitest";

import type { JournalEntryBlock } from "../../wire/types";
import { reading } from "./reading.svelte";

const entry = (id: string, shownAt: number, by = "gm"): JournalEntryBlock => ({
  type: "journal-entry", id, title: id, text: "", image: "", by, author: by, is_handout: true, shown_at: shownAt, shown_to: null,
});

describe("what somebody has read of the journal", () => {
  beforeEach(() => localStorage.clear());

  it("is what was shown before they last looked, and never what they wrote themselves", () => {
    const entries = [entry("j3", 3), entry("j5", 5), entry("j6", 6, "ana")];
    expect(reading.unread(entries, "t/ana", "ana").map((each) => each.id)).toEqual(["j5", "j3"]);
    reading.markRead(entries, "t/ana");
    expect(reading.unread(entries, "t/ana", "ana")).toEqual([]);
    expect(reading.unread([entry("j3", 9)], "t/ana", "ana").map((each) => each.id)).toEqual(["j3"]);
  });

  it("is remembered for each seat by the browser", () => {
    const entries = [entry("j3", 3)];
    reading.markRead(entries, "t/bo");
    expect(reading.unread(entries, "u/bo", "bo")).toHaveLength(1);
    expect(localStorage.getItem("fatetable.journalRead")).toContain('"t/bo":3');
  });
});
