/** The shape of a QR code. */

/** The light squares on each side of a code. */
export const QUIET = 4;

/** An SVG path over the dark squares (`1`) of each row, with one rectangle for squares side by side. */
export function outline(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`))
    .join("");
}
