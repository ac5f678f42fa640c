import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import CopyLink from "./CopyLink.svelte";

const LINK = "http://table.example/#join=KEY";

/** A browser on a plain HTTP page: no clipboard, and the old command, which may fail. */
function withoutClipboard(isCopied: boolean) {
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  const command = vi.fn(() => isCopied);
  document.execCommand = command;
  return command;
}

afterEach(() => vi.unstubAllGlobals());

describe("a link to pass on", () => {
  test("is copied on a secure page", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    render(CopyLink, { link: LINK, label: "Invite" });
    await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByRole("button", { name: "Copied" });
    expect(writeText).toHaveBeenCalledWith(LINK);
  });

  test("is copied with the old command on a plain page", async () => {
    const command = withoutClipboard(true);
    render(CopyLink, { link: LINK, label: "Invite" });
    await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByRole("button", { name: "Copied" });
    expect(command).toHaveBeenCalledWith("copy");
  });

  test("does not claim to be copied where nothing was", async () => {
    const command = withoutClipboard(false);
    render(CopyLink, { link: LINK, label: "Invite" });
    await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    await vi.waitFor(() => expect(command).toHaveBeenCalled());
    expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  });

  test("is labelled by its title and its explanation where it has one", () => {
    render(CopyLink, { link: LINK, label: "Invite", about: "Share it." });
    expect(screen.getByLabelText("Invite Share it.")).toHaveProperty("value", LINK);
  });
});
