/**
 * Every word the page says by itself, in one place, so that it can be said in another language.
 *
 * `{name}` is filled in; where there is a `|`, the first form is for one and the second for any other number `n`.
 * The words of the book come from the table's lexicon, what happened and what may be done from the server.
 */

export const TEXTS = {
  "app.name": "Fatetable",
  "app.tagline": "A table for stories. It knows the rules, so that you can play.",
  "app.skip": "Skip to the table",
  "app.loading": "One moment…",
  "app.lost": "There is nothing here.",
  "app.lost.back": "Back to the lobby",

  "theme.label": "Light or dark",
  "theme.auto": "As the system",
  "theme.light": "Light",
  "theme.dark": "Dark",

  "common.close": "Close",
  "common.cancel": "Cancel",
  "common.copy": "Copy",
  "common.copied": "Copied",
  "common.more": "More",
  "common.less": "Less",
  "common.again": "Try again",
  "common.optional": "if you like",
  "common.yes": "Yes",
  "common.no": "No",

  "lobby.title": "Where shall we play tonight?",
  "lobby.yours": "Your tables",
  "lobby.yours.about": "Seats this browser remembers.",
  "lobby.yours.sit": "Sit down",
  "lobby.yours.forget": "Forget this seat",
  "lobby.yours.forget.sure": "Forget this seat? Without another link to it you cannot come back.",
  "lobby.yours.as": "{name}, {role}",
  "lobby.scenes": "Ready-made scenes",
  "lobby.scenes.about": "Characters, places and trouble are laid out. Sit down and play.",
  "lobby.scene.play": "Play this scene",
  "lobby.scene.seats": "{n} seat|{n} seats",
  "lobby.open": "Open a table of your own",
  "lobby.open.about": "Choose the game, share one link, bring your characters.",
  "lobby.build": "Build a character",
  "lobby.build.about": "Step by step or all at once; print it, keep it, bring it along.",
  "lobby.build.go": "Build for {game}",
  "lobby.error": "The lobby could not be reached.",
  "lobby.licences": "Licences and thanks",

  "open.title": "Open a table",
  "open.game": "Which game",
  "open.name": "Your name",
  "open.name.hint": "How the others will see you",
  "open.table": "Name of the table",
  "open.table.hint": "For your list of tables",
  "open.scene": "What lies on the table",
  "open.scene.none": "Nothing yet: we make it all ourselves",
  "open.options": "Options",
  "open.options.changed": "{n} changed|{n} changed",
  "open.dial.default": "as the book",
  "open.dial.rule": "the rule",
  "open.go": "Open the table",
  "open.going": "Opening…",
  "open.name.missing": "Tell us what to call you.",

  "opened.title": "The table is open",
  "opened.invite": "Invite the others",
  "opened.invite.about": "Whoever opens this link may sit down. Share it with your group only.",
  "opened.mine": "Your own link",
  "opened.mine.about": "It brings you back to your seat from any device. Keep it to yourself.",
  "opened.go": "Go to the table",

  "join.title": "You are invited",
  "join.to": "to {title}",
  "join.name": "Your name",
  "join.seat": "Who are you?",
  "join.seat.free": "free",
  "join.seat.taken": "taken by {name}",
  "join.seat.new": "Somebody else",
  "join.seat.first": "A new player",
  "join.seat.new.about": "A new seat; bring or make a character at the table.",
  "join.watch": "I only watch",
  "join.watch.about": "See what everybody sees, and touch nothing.",
  "join.go": "Sit down",
  "join.going": "Sitting down…",
  "join.name.missing": "Tell us what to call you.",
  "join.key.missing": "This invitation is incomplete. Ask for the link once more.",

  "role.gm": "game master",
  "role.player": "player",
  "role.spectator": "spectator",

  "line.connecting": "Connecting to the table…",
  "line.lost": "The connection is lost. Nothing you did is lost; trying again…",
  "line.catching": "Catching up…",
  "line.retry": "Try now",
  "line.flight": "{n} thing you did is on its way|{n} things you did are on their way",
  "line.outdated": "The table has been updated. Load the page again to go on.",
  "line.reload": "Load again",
  "line.over": "This seat is closed.",
  "line.sending": "on its way",

  "tab.scene": "Scene",
  "tab.me": "Me",
  "tab.log": "Log",
  "tab.people": "People",
  "tab.gm": "Game master",
  "tabs.label": "Parts of the table",

  "table.waiting.me": "Waiting on you",
  "table.waiting.others": "Waiting for {names}",
  "table.me.nobody": "You have no character yet.",
  "table.me.others": "Everyone else",
  "table.log.empty": "Nothing has happened yet.",
  "table.people.here": "here",
  "table.people.away": "away",
  "table.people.free": "free seat",
  "table.session": "Session {session}, scene {scene}",
  "table.leave": "Lobby",
  "table.gm.open": "Game master's panel",
  "table.actions": "What you can do",
  "table.actions.none": "There is nothing for you to do right now.",
  "table.points": "{n} fate point|{n} fate points",

  "group.answer": "Answer",
  "group.roll": "The roll",
  "group.invoke": "Invoke",
  "group.act": "Act",
  "group.react": "React",
  "group.moment": "Move on",
  "group.compel": "Compel",
  "group.table": "At the table",
  "group.sheet": "Sheets",
  "group.gm": "Prepare",
  "group.overrule": "Correct",
  "group.talk": "Talk",
  "group.filter": "Find something to do",
  "group.nothing": "Nothing fits “{words}”.",

  "offer.gone": "That can no longer be done: the table has moved on.",
  "offer.send": "Do it",
  "offer.why": "Why?",
  "offer.odds": "Odds",
  "offer.odds.ask": "Ask for the odds",
  "offer.free": "free",
  "offer.costs": "costs {n} point|costs {n} points",
  "offer.earns": "earns {n} point|earns {n} points",
  "offer.problems": "This is still missing:",

  "hole.text.missing": "Write a few words.",
  "hole.text.long": "{n} character too long; there is room for {limit}.|{n} characters too long; there is room for {limit}.",
  "hole.text.left": "{n} left",
  "hole.number.outside": "A whole number from {low} to {high}.",
  "hole.number.range": "{low} to {high}",
  "hole.choice.missing": "Choose one.",
  "hole.choice.find": "Find in the list",
  "hole.many.few": "Choose at least {n}.",
  "hole.many.many": "Choose at most {n}.",
  "hole.many.range": "choose {least} to {most}",
  "hole.many.any": "as many as you like",
  "hole.form.missing": "Choose one, or make one.",
  "hole.form.ready": "Ready-made",
  "hole.form.drafts": "Made by you",
  "hole.form.build": "Build one",
  "hole.form.chosen": "Chosen: {name}",
  "hole.form.none": "There is nothing ready-made.",
  "hole.form.loading": "Looking for what is ready-made…",

  "rules.title": "The rule",
  "rules.title.many": "The rules",
  "rules.none": "No rule of the book says so; it is how this table works.",
  "rules.unknown": "This rule could not be looked up.",

  "error.network": "The server cannot be reached. Check the connection and try again.",
  "error.unknown": "Something went wrong on the server.",
} as const;

export type TextKey = keyof typeof TEXTS;

export function text(key: TextKey, filling: Record<string, string | number> = {}): string {
  return filled(TEXTS[key], filling);
}

/** Words of a catalogue with their blanks filled in. */
export function filled(words: string, filling: Record<string, string | number>): string {
  const [one, many] = words.split("|") as [string, string?];
  const form = many !== undefined && Number(filling["n"]) !== 1 ? many : one;
  return form.replace(/\{(\w+)\}/g, (blank, name: string) => String(filling[name] ?? blank));
}

/** The title of a group of offers; a ruleset's own group is called what it is called. */
export function groupTitle(group: string): string {
  const key = `group.${group}`;
  return key in TEXTS ? text(key as TextKey) : capitalised(group.replaceAll("-", " "));
}

export function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

export function roleName(role: "gm" | "player" | "spectator"): string {
  return text(`role.${role}`);
}

/** A number the way the ladder is written: with its sign, and a true minus. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
