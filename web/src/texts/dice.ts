/** The sentences about the fairness of the dice; they are loaded when somebody looks at them. */

import { translation } from "./language";
import { filled, type Filling } from "./text";

export const DICE_WORDS = {
  "about": "Every roll comes from a secret that the server sealed first, and from randomness that every player’s page has added since. When play closes, the secret is shown and every roll can be checked.",
  "seal": "Seal of the secret",
  "stir.never": "Nobody has added randomness yet.",
  "check": "Check the dice",
  "save": "Save my record",
  "checking": "Checking…",
  "honest": "{honest} of {n} roll comes from the sealed secret.|{honest} of {n} rolls come from the sealed secret.",
  "sealed": "{n} roll can be checked when play closes and the secret is shown.|{n} rolls can be checked when play closes and the secret is shown.",
  "entered": "{n} roll was made with real dice.|{n} rolls were made with real dice.",
  "unknown": "{n} roll did not come from sealed dice and cannot be checked.|{n} rolls did not come from sealed dice and cannot be checked.",
  "none": "No dice have been rolled yet.",
  "rules": "Every roll was the next one, and every stir is what the pages added.",
  "mine": "The one stir this page added is in the record.|All {n} stirs this page added are in the record.",
  "missing": "{n} stir this page added is missing, or others changed theirs afterwards.|{n} stirs this page added are missing, or others changed theirs afterwards.",
  "head": "Head of your record, {n} line|Head of your record, {n} lines",
  "head.about": "It sums up everything you were told up to now. Keep it: “fatetable verify --head” tells later whether a saved log continues it.",
  "throws": "Every roll",
  "secrets": "Secrets shown so far",
  "throw": "Roll",
  "dice": "Dice",
  "verdict": "Check",
  "is.honest": "as sealed",
  "is.wrong": "not what the secret gives",
  "is.sealed": "secret not shown yet",
  "is.entered": "real dice",
  "is.unknown": "not sealed",
  "fault.order": "Record {seq}: this roll was not the next one.",
  "fault.known": "Record {seq}: these faces were known from another roll that was taken back.",
  "fault.unasked": "Record {seq}: new dice were rolled without a reason.",
  "fault.epoch": "Record {seq}: fresh dice were not the next ones.",
  "fault.words": "Record {seq}: somebody added other randomness than they had pledged.",
  "fault.stir": "Record {seq}: the dice were not stirred with what the pages added.",
  "fault.secret": "Record {seq}: this is not the secret that was sealed.",
} as const;

export type DiceWordKey = keyof typeof DICE_WORDS;

export function diceWord<Key extends DiceWordKey>(key: Key, ...[values]: Filling<(typeof DICE_WORDS)[Key]>): string {
  return filled(translation()?.dice[key] ?? DICE_WORDS[key], values);
}
