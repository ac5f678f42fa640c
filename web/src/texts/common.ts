/** Sentences that any page may need. */

export const COMMON = {
  "app.name": "Fatetable",
  "app.tagline": "Play Fate online. We handle the rules.",
  "app.loading": "One moment…",
  "app.broken": "Something on this page went wrong. The table itself is safe; load the page again to go on.",
  "app.lost": "There is nothing here.",
  "app.lost.back": "Back to the lobby",

  "theme.label": "Change colours",
  "theme.auto": "As the system",
  "theme.light": "Light",
  "theme.dark": "Dark",

  "sound.label": "Play sounds",
  "sound.on": "Sound is on",
  "sound.off": "Sound is off",

  "notice.title": "When it is your turn",
  "notice.sound": "Play a sound",
  "notice.show": "Show a notification",
  "notice.about": "Only while this page is out of sight, and without a word about the game.",
  "notice.refused": "This browser does not let this page show notifications.",
  "notice.turn": "It is your turn.",

  "common.close": "Close",
  "common.back": "Back",
  "common.cancel": "Cancel",
  "common.done": "Done",
  "common.copy": "Copy link",
  "common.copied": "Copied",
  "link.code.show": "Show QR code",
  "link.code.hide": "Hide QR code",
  "link.code.label": "The link as a QR code, for a camera",
  // The word joiners keep the option on one line.
  "link.local": "Only this computer can open this link. Start with -\u2060-\u2060lan to invite others.",
  "common.more": "More",
  "common.less": "Less",
  "common.again": "Try again",
  "common.optional": "optional",
  "common.yes": "Yes",
  "common.no": "No",

  "role.player": "player",
  "role.spectator": "spectator",

  "list.and": "{before} and {last}",

  "rules.title": "The rule",
  "rules.title.many": "The rules",
  "rules.none": "No rule of the book says so; it is how this table works.",
  "rules.unknown": "This rule could not be looked up.",

  "error.network": "The server cannot be reached. Check the connection and try again.",
  "error.unknown": "Something went wrong on the server.",
} as const;
