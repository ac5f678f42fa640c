/**
 * Draws the icons of the installed app with each build: the same plus on a die as `public/icon.svg`, as PNG.
 *
 * A maskable icon fills its whole square, because the system cuts it to its own shape.
 */

import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";

const DIE = [0xa6, 0x3d, 0x2f];
const SIGN = [0xff, 0xfd, 0xf8];
const ICONS = [
  { name: "icon-192.png", size: 192, isMaskable: false },
  { name: "icon-512.png", size: 512, isMaskable: false },
  { name: "icon-maskable-192.png", size: 192, isMaskable: true },
  { name: "icon-maskable-512.png", size: 512, isMaskable: true },
  // For iOS, which rounds the corners itself.
  { name: "icon-touch-180.png", size: 180, isMaskable: true },
];

export function appIcons(): Plugin {
  return {
    name: "app-icons",
    apply: "build",
    generateBundle() {
      for (const { name, size, isMaskable } of ICONS) {
        this.emitFile({ type: "asset", fileName: name, source: png(size, pixels(size, isMaskable)) });
      }
    },
  };
}

/** The pixels of an icon, in the measures of the 32 by 32 drawing; edges are smooth because distances are. */
function pixels(size: number, isMaskable: boolean): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  const unit = 32 / size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = Math.abs((column + 0.5) * unit - 16);
      const y = Math.abs((row + 0.5) * unit - 16);
      const inDie = isMaskable ? 1 : covered(boxDistance(x, y, 14, 7), unit);
      // A bar of the plus is a segment of 7.5 to each side, 4 wide, with round ends.
      const bar = Math.min(Math.hypot(Math.max(x - 7.5, 0), y), Math.hypot(x, Math.max(y - 7.5, 0))) - 2;
      const inSign = covered(bar, unit);
      const at = row * (size * 4 + 1) + 1 + column * 4;
      DIE.forEach((die, channel) => (rows[at + channel] = Math.round(die + (SIGN[channel]! - die) * inSign)));
      rows[at + 3] = Math.round(255 * inDie);
    }
  }
  return rows;
}

/** The distance to the edge of a rounded square around the middle; negative inside. */
function boxDistance(x: number, y: number, half: number, radius: number): number {
  const across = x - half + radius;
  const down = y - half + radius;
  return Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - radius;
}

function covered(distance: number, unit: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / unit));
}

function png(size: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(checksum(body), body.length + 4);
  return whole;
}

function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
