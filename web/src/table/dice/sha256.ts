/**
 * SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104).
 *
 * The browser's own are missing on pages that come over plain HTTP from another machine, as on a home network.
 */

const encoder = new TextEncoder();

/** The first 32 bits of the fractional parts of the cube roots (constants) or square roots (start) of the first primes. */
function roots(number: number, exponent: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < number; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push(((candidate ** exponent) % 1) * 2 ** 32 | 0);
  }
  return found;
}

const CONSTANTS = Int32Array.from(roots(64, 1 / 3));
const START = Int32Array.from(roots(8, 1 / 2));
const BLOCK = 64;

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) * BLOCK);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = START.slice();
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4);
    for (let index = 16; index < 64; index++) {
      const early = words[index - 15]!;
      const late = words[index - 2]!;
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[index] = (words[index - 16]! + first + words[index - 7]! + second) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let index = 0; index < 64; index++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + CONSTANTS[index]! + words[index]!) | 0;
      const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index]! + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const utf8 = (words: string): Uint8Array => encoder.encode(words);

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** SHA-256 of a text, in hexadecimal digits. */
export const digest = (words: string): string => hex(sha256(utf8(words)));
