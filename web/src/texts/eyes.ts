/** Sentences for people with several seats at a table, and of the guided first roll. */

export const EYES = {
  "eyes.menu": "your seats",
  "eyes.as": "As {name}",
  "eyes.waited": "to decide",
  "eyes.follow": "Follow",
  "eyes.follow.about": "Switch to the seat that has to decide",
  "eyes.now": "Now as {name}",

  "guide.label": "First roll, step {at} of {of}",
  "guide.next": "Next",
  "guide.done": "Done",
  "guide.skip": "Skip the tour",
  "guide.aspects": "Aspects are short truths about people and places; they cost or help when they matter.",
  "guide.traits": "{traits} say how good you are: the number is added to your dice.",
  "guide.act": "Press what you want to do: the dice roll at once.",
  "guide.act.attack": "Press Attack, choose whom and how: the dice roll at once.",
  "guide.act.overcome": "Press Overcome and choose how: the dice roll at once.",
  "guide.act.gm": "As {gm} you now decide how hard it is: then the dice roll.",
  "guide.difficulty": "Dice plus rating against the difficulty: tie it, beat it, or beat it by 3 for style.",
  "guide.points": "Pay a fate point to invoke an aspect after a roll: +2, or roll again.",
} as const;
