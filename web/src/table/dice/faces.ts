/** Reads faces that somebody typed. */

/** The faces of the dice in order, up to the first that is not on its die: "++0-", "+ + 0 −" or "5 6 1 3". */
export function readFaces(words: string, dice: readonly (readonly string[])[]): string[] {
  const plain = words.replaceAll("−", "-").trim();
  const areSigns = dice.every((faces) => faces.every((face) => face.length === 1));
  const parts = areSigns ? [...plain.replaceAll(/[\s,]/g, "")] : plain.split(/[\s,]+/);
  const end = parts.findIndex((part, at) => !dice[at]?.includes(part));
  return end < 0 ? parts : parts.slice(0, end);
}
