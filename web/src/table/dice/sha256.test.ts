import { createHash, createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { digest, hex, hmac, sha256, unhex, utf8 } from "./sha256";

/** Bytes that differ from one another, the same in every run. */
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 151 + (index >> 8)) & 255);

test("the examples of the standard come out", () => {
  expect(digest("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
});

test("messages of every length around a block hash as in Node", () => {
  for (let length = 0; length <= 200; length++) {
    expect(hex(sha256(bytes(length))), `${length} bytes`).toBe(createHash("sha256").update(bytes(length)).digest("hex"));
  }
  expect(hex(sha256(bytes(100_000)))).toBe(createHash("sha256").update(bytes(100_000)).digest("hex"));
});

test("keys of every length around a block give the codes of Node", () => {
  for (const length of [0, 1, 31, 32, 63, 64, 65, 100]) {
    const ours = hex(hmac(bytes(length), utf8("fatetable throw 1|0|0|0|tïsch")));
    expect(ours, `${length} bytes`).toBe(createHmac("sha256", bytes(length)).update("fatetable throw 1|0|0|0|tïsch").digest("hex"));
  }
});

test("digits read back", () => {
  expect(hex(unhex("00ff10a5"))).toBe("00ff10a5");
});
