/** Makes a picture small enough to send, and sends it. */

import { requestJson } from "../wire/request";
import type { PictureWanted } from "./choosing.svelte";

/** The longest side that the server keeps. */
const LONGEST = { portrait: 512, background: 2560 } as const;
/** Smaller files are sent as they are, if they are not too wide or high either. */
const SMALL_BYTES = 1_000_000;
/** What the server accepts; it looks at the content again. */
export const ACCEPTED: readonly string[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];
export const MOST_BYTES = 8_000_000;

/** A picture scaled down in the browser; as it is, if the browser cannot read it, so that the server can say why. */
export async function scaledDown(file: Blob, purpose: PictureWanted["purpose"]): Promise<Blob> {
  const picture = typeof createImageBitmap === "function" ? await createImageBitmap(file).catch(() => null) : null;
  if (!picture) return file;
  const scale = Math.min(1, LONGEST[purpose] / Math.max(picture.width, picture.height));
  if (scale === 1 && file.size <= SMALL_BYTES) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const brush = canvas.getContext("2d");
  if (!brush) return file;
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const written = await asBlob(canvas, "image/webp");
  // A browser that cannot write WebP would write PNG instead, which is large.
  return (written?.type === "image/webp" ? written : await asBlob(canvas, "image/jpeg")) ?? file;
}

function asBlob(canvas: HTMLCanvasElement, kind: string): Promise<Blob | null> {
  return new Promise((done) => canvas.toBlob(done, kind, 0.92));
}

/** Uploads a picture; returns its id.  Throws an `ApiError` with the sentence of the refusal. */
export async function upload(key: string, wanted: PictureWanted, picture: Blob): Promise<string> {
  const query = new URLSearchParams({ purpose: wanted.purpose, actor: wanted.actor });
  const { image } = await requestJson<{ image: string }>(`/api/images?${query.toString()}`, { file: picture, key });
  return image;
}
