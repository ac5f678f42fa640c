/** What is on top of dice, drawn and read aloud. */

import { text } from "../../../texts/text";
import type { DieView } from "../../../wire/types";

/** The face of one die: a sign, a blank or a number; dice that are taken off have a minus before theirs. */
export function faceOf(die: DieView): string {
  if (die.kind === "fate") return die.value > 0 ? "+" : die.value < 0 ? "−" : "";
  return die.kind === "number" && die.value < 0 ? `−${die.shown}` : `${die.shown}`.replace("-", "−");
}

export function spokenDie(die: DieView): string {
  const isSign = die.kind === "fate";
  const face = isSign ? text(die.value > 0 ? "die.plus" : die.value < 0 ? "die.minus" : "die.blank") : faceOf(die);
  const marks = [die.is_turned ? text("die.turned") : "", die.counts === false ? text("die.spare") : ""].filter(Boolean);
  return [face, ...marks].join(" ");
}

/** What the dice that count add up to. */
export function sumOf(dice: readonly DieView[]): number {
  return dice.reduce((sum, die) => sum + (die.counts === false ? 0 : die.value), 0);
}
