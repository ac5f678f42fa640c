import { describe, expect, test } from "vitest";

import { addressOf } from "./reach.svelte";

const at = (hostname: string) => ({ origin: `http://${hostname}:8420`, hostname });
const HOME = { public_url: "", network: ["http://192.168.1.7:8420", "http://10.0.0.7:8420"] };
const ALONE = { public_url: "", network: [] };

describe("the address of links", () => {
  test.each(["localhost", "127.0.0.1", "127.8.9.10", "[::1]", "table.localhost"])("is on the network for a page at %s", (name) => {
    expect(addressOf(HOME, at(name))).toEqual({ origin: "http://192.168.1.7:8420", isLocal: false });
    expect(addressOf(ALONE, at(name))).toEqual({ origin: `http://${name}:8420`, isLocal: true });
  });

  test.each(["192.168.1.9", "tables.example.org", "127.example.org", "localhost.example.org"])("is the page's own at %s", (name) => {
    expect(addressOf(HOME, at(name))).toEqual({ origin: `http://${name}:8420`, isLocal: false });
    expect(addressOf(ALONE, at(name))).toEqual({ origin: `http://${name}:8420`, isLocal: false });
  });

  test("is the public one wherever the page was opened", () => {
    const told = { ...HOME, public_url: "https://tables.example.org" };
    for (const name of ["localhost", "192.168.1.7"])
      expect(addressOf(told, at(name))).toEqual({ origin: "https://tables.example.org", isLocal: false });
  });
});
