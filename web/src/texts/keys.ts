/** Sentences about the keyboard. */

export const KEYS = {
  "skip.decision": "Skip to the decision",
  "keys.title": "Keyboard shortcuts",
  "keys.on": "Use shortcuts",
  "keys.about": "They never act while you type in a field.",
  "keys.attack": "Attack",
  "keys.overcome": "Overcome",
  "keys.create": "Create an advantage",
  "keys.nth": "Press that button of the bar",
  "keys.primary": "Press the main button of the bar",
  "keys.log": "Go to the log",
  "keys.map": "Go to the map",
  "keys.journal": "Open the journal",
  "keys.list": "Show this list",
  "keys.enter": "Enter",
} as const;
