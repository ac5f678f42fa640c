// Written by `python -m fatetable.adapters.server.codegen.socket_types`; change the messages there, not here.

export const VERSION = 2;

/** What a page says. */
export type FromPage = Hello | Do | AskOdds | StandIn | Foresee;

/** What a page is told. */
export type ToPage = Welcome | Patch | Done | Refused | OddsTold | Foreseen | Goodbye;

/** What a screen shows, each kind drawn by one component. */
export type Block = SceneBlock | AspectCardsBlock | SheetBlock | PointsBlock | ZoneMapBlock | PreparedBlock | TurnOrderBlock | IntentsBlock | BattleBlock | TallyBlock | ProgressBlock | LadderBlock | TasksBlock | MilestoneBlock | RollBlock | PromptBlock | WaitingBlock | HaltBlock | JournalEntryBlock;

/** What is still to be filled in before an offer can be sent. */
export type Hole = TextHole | NumberHole | ChoiceHole | ManyHole | FlagHole | FormHole;

/** Asks for the chances before and after these offers, by their keys. */
export interface AskOdds {
  t: "ask-odds";
  id: string;
  offers: string[];
}

export interface AspectCardsBlock {
  type: "aspect-cards";
  title: string;
  cards: CardView[];
}

/** Masses that fight each other, in turns; `stage` says in words what they are at, turn 0 is before the first. */
export interface BattleBlock {
  type: "battle";
  turn: number;
  stage: string;
  sides: BattleSideView[];
}

/** One side of a battle: what is `left` of its strength, and what it was when `whole`. */
export interface BattleSideView {
  name: string;
  leader: string;
  fighters: string[];
  left: number;
  whole: number;
  is_next: boolean;
}

export interface BorderView {
  one: string;
  other: string;
  barrier: string;
  one_id: string;
  other_id: string;
}

/** `free` lists who may use each free invocation; a hidden card is seen by the game master only. */
export interface CardView {
  id: string;
  text: string;
  kind: string;
  bearer?: string;
  zone?: string;
  owner?: string;
  free?: string[];
  is_hidden?: boolean;
  bearer_id?: string;
  zone_id?: string;
  owner_id?: string;
  is_mine?: boolean;
  level?: number;
  ticked?: number;
}

export interface Choice {
  value: string;
  label: string;
}

/** Exactly one of the options; `suggested` is the one most people would take. */
export interface ChoiceHole {
  type: "choice";
  field: string;
  label: string;
  options: Choice[];
  key: string;
  suggested: string;
}

/**
 * Something a person wants; named in the imperative; may be refused.
 *
 * `passages` are the fields that hold a text of several lines.
 */
export interface Command {
  type: string;
  [field: string]: unknown;
}

/**
 * One of several comparisons of a roll: two of its sides, or a side and a difficulty (`other` is -1).
 *
 * `modifiers` and `opposing` count in it alone, for the one and the other; `parts` were added to the margin.
 * `is_read` once nothing about it can change any more; `degree` says what the margin amounts to.
 */
export interface ComparisonView {
  one: number;
  other: number;
  target: string;
  total: number;
  against: number;
  margin: number;
  outcome: string;
  opposing_outcome: string;
  modifiers: PartView[];
  opposing: PartView[];
  parts: PartView[];
  is_read: boolean;
  degree: string;
  dice_note: string;
}

/** What somebody is offered for trouble: `reward` for giving way, `price` for refusing. */
export interface CompelView {
  id: string;
  by: string;
  target: string;
  aspect: string;
  text: string;
  kind: string;
  takes_action: boolean;
  reward: number;
  price: number;
}

/** What changed dice do to a roll: the chances of each outcome in percent, with the usual dice and with these. */
export interface DiceChancesView {
  usual: Record<string, number>;
  changed: Record<string, number>;
}

/**
 * One die on the table.  A Fate die has a plus, a minus or a blank on top, any other a number.
 *
 * `value` is what it adds to the total if it counts; a die that is taken off has a value below nothing.
 * `is_turned` if the face was changed after the throw, or the die was thrown again or in addition.
 */
export interface DieView {
  kind: "card" | "fate" | "number";
  shown: number;
  value: number;
  counts?: boolean;
  is_turned?: boolean;
}

/**
 * A command; with the same `id`, chosen by the page, it is carried out only once.
 *
 * `seat` is set by the game master to act for someone who is away.
 */
export interface Do {
  t: "do";
  id: string;
  command: Record<string, unknown>;
  seat?: string;
}

/** The command was carried out and stored, and led to position `seq` in the sender's own count. */
export interface Done {
  t: "done";
  id: string;
  seq: number;
}

/**
 * One side of a roll card: its dice, every named part, and the number they make.
 *
 * `word` is the ladder's word with the number, `rung` the word alone; a game of bare numbers has no `rung`.
 */
export interface EffortView {
  id: string;
  name: string;
  trait: string;
  description: string;
  dice: DieView[];
  earlier: DieView[][];
  modifiers: PartView[];
  hindrances: PartView[];
  total: number;
  word: string;
  rung: string;
  actor: string;
  is_mine: boolean;
  is_entered: boolean;
  dice_note: string;
}

export interface FeatureView {
  name: string;
  text: string;
  uses_left: number | null;
}

export interface FlagHole {
  type: "flag";
  field: string;
  label: string;
  key: string;
}

/** Asks for the lines that an offer of the group "moment" would add to the log; for the game master. */
export interface Foresee {
  t: "foresee";
  id: string;
  offer: string;
}

/** The lines the offer would add to the log; none if a preview is not possible. */
export interface Foreseen {
  t: "foreseen";
  id: string;
  offer: string;
  lines: string[];
}

/** A structured value (a sheet, a feature) that a builder fills; `form` names which. */
export interface FormHole {
  type: "form";
  field: string;
  label: string;
  form: string;
  key: string;
}

/**
 * The last message before the server closes the socket; `may_return` if connecting again makes sense.
 *
 * With a `table`, the page connects again at once and names that table in the address: `/ws?table=ID`.
 */
export interface Goodbye {
  t: "goodbye";
  code: string;
  message: string;
  may_return: boolean;
  table: string;
}

/**
 * Play is halted: somebody asked to stop, or paused the table.
 *
 * `stopped_by` is empty unless they wanted to be named.
 */
export interface HaltBlock {
  type: "halt";
  is_stopped: boolean;
  stopped_by: string;
  is_paused: boolean;
  paused_by: string;
}

/** The first message: the key of a seat, and the last position this page has seen, in the role it had then. */
export interface Hello {
  t: "hello";
  key: string;
  after?: number;
  role?: string;
  version?: number;
}

/** A hit that is being taken with boxes and slots: how much it is for, and every way to take it, the best first. */
export interface HitView {
  shifts: number;
  ways: WayView[];
  track: string;
}

/**
 * Somebody in an exchange: `state` is `thinking`, `said` or `out`; what they do is empty until the viewer knows.
 *
 * `deed` says it in words, `target` to whom, `effect` what for.
 */
export interface IntentView {
  actor: string;
  name: string;
  state: string;
  deed?: string;
  target?: string;
  effect?: string;
  side?: string;
}

/** An exchange in which everybody says what they do, hidden until all have, and then all roll at once. */
export interface IntentsBlock {
  type: "intents";
  kind: string;
  exchange: number;
  is_revealed: boolean;
  rows: IntentView[];
}

/**
 * A handout or a note that the viewer may read.
 *
 * `by` is the seat that wrote it and `author` who sits there.  `shown_to` tells the game master who reads a handout:
 * nobody if it is empty, everybody if it is `None`; for anybody else it is always `None`.
 */
export interface JournalEntryBlock {
  type: "journal-entry";
  id: string;
  title: string;
  text: string;
  image: string;
  by: string;
  author: string;
  is_handout: boolean;
  shown_at: number;
  shown_to: string[] | null;
}

/**
 * Something that takes several rolls, counted on a ladder of boxes, with what it is against and how it goes.
 *
 * `fragility` is what a failure does, `span` how often a roll is made, `recovery` when marks are lost with time; what
 * does not apply is empty.  `note` says what has to happen before it goes on.
 */
export interface LadderBlock {
  type: "ladder";
  id: string;
  title: string;
  difficulty: string;
  sides: LadderSideView[];
  description: string;
  fragility: string;
  span: string;
  recovery: string;
  note: string;
}

/** One track, from the lowest rung up; its name is empty where all work at the same.  `note` is what it does. */
export interface LadderSideView {
  name?: string;
  rungs: RungView[];
  note?: string;
}

/**
 * One line of the record of play, at a position as the viewer counts.
 *
 * `kind` groups lines: `roll` is the outcome of a roll, with its card in `roll`; `scene` a heading, `turn` a divider,
 * `end` the end of an encounter, `set-up` what is arranged rather than played, `dice` what keeps the dice fair.
 * `of` is the roll or the compel that a line belongs to.  `at` is when it happened, in seconds since 1970.
 * `undone` lines were undone by a rewind; `step` is the position that a rewind to before this line goes to.
 * A `said` line comes from the seat `by`, and is a whisper if it names seats in `to`.
 */
export interface LogLine {
  seq: number;
  text: string;
  kind?: "compel" | "dice" | "end" | "line" | "people" | "points" | "rewound" | "roll" | "said" | "scene" | "set-up" | "turn";
  of?: string;
  at?: number;
  by?: string;
  to?: string[];
  roll?: RollBlock | null;
  step?: number;
  undone?: boolean;
}

/** Any set of the options between `least` and `most` members; `suggested` is what most people would take. */
export interface ManyHole {
  type: "many";
  field: string;
  label: string;
  options: Choice[];
  least: number;
  most: number;
  key: string;
  suggested: string[];
}

/** The milestone that was just reached, and what it still lets the characters change. */
export interface MilestoneBlock {
  type: "milestone";
  title: string;
  rows: MilestoneRow[];
}

/** A character at a milestone; `left` says in words which changes they may still make, and is empty once done. */
export interface MilestoneRow {
  actor: string;
  name: string;
  left: string[];
}

/** `suggestions` are numbers worth a button of their own, and what they stand for; any other is as good. */
export interface NumberHole {
  type: "number";
  field: string;
  label: string;
  low: number;
  high: number;
  key: string;
  suggestions: Choice[];
}

export interface OddsTold {
  t: "odds";
  id: string;
  odds: Record<string, OddsView>;
}

/** The chance of each outcome before and after, in percent and in the order of the ruleset; `summary` is a text. */
export interface OddsView {
  before: Record<string, number>;
  after: Record<string, number>;
  summary: string;
}

/**
 * An offer under a key that stays the same as long as the offer does.
 *
 * `label` is what the button says; for an answer it is the answer alone, the question is in the prompt's block.
 * `actor` is the character who acts and `name` their name, which the label leaves out.  Offers of one `family` differ
 * only in their `member`; `effect` says what using the member does.  `price` is in points, `cost` is what else it
 * costs.
 */
export interface OfferView {
  key: string;
  command: Command;
  label: string;
  group: "act" | "answer" | "battle" | "belongings" | "compel" | "dice" | "gm" | "invoke" | "journal" | "magic" | "moment" | "overrule" | "react" | "roll" | "safety" | "sheet" | "table" | "talk" | "wait";
  verb: "answer" | "attack" | "change" | "compel" | "concede" | "correct" | "create" | "defend" | "end" | "end-turn" | "grow" | "help" | "invoke" | "join" | "move" | "note" | "overcome" | "pass" | "place" | "prepare" | "recover" | "remove" | "reveal" | "rewind" | "speak" | "start" | "throw" | "trade" | "use" | "veto" | "wait";
  actor?: string;
  name?: string;
  target?: Target | null;
  family?: string;
  member?: string;
  effect?: string;
  holes?: Hole[];
  price?: Price | null;
  cost?: string;
  cites?: string[];
  changes?: RollSide | null;
  note?: string;
}

/** One part of a total.  The `label` of a trait ends with its rating; `name` never does. */
export interface PartView {
  source: string;
  label: string;
  amount: number;
  cites?: string[];
  name?: string;
}

/**
 * What changed for this viewer up to position `seq`, in the viewer's own count.
 *
 * `blocks` and `offers` hold only what is new or different; `order` and `menu` list the keys of all blocks and offers,
 * and are left out if they have not changed.  Offers may come later than the blocks they belong to; `same_menu` says
 * that they were looked at and are as before.  `proxy` are the offers of the seat the game master stands in for.
 * `undone` are all stretches of the log that rewinds have undone, each from one position to another; it is left out if
 * it has not changed.
 */
export interface Patch {
  t: "patch";
  seq: number;
  blocks?: Record<string, Block>;
  order?: string[] | null;
  offers?: OfferView[];
  menu?: string[] | null;
  same_menu?: boolean;
  proxy?: OfferView[] | null;
  log?: LogLine[];
  undone?: [number, number][] | null;
  people?: Person[] | null;
  stirring?: Stirring | null;
}

/** A person at the table: their seat, whether a page is connected, and whom they play. */
export interface Person {
  seat: string;
  name: string;
  role: "gm" | "player" | "spectator";
  is_here?: boolean;
  is_taken?: boolean;
  is_away?: boolean;
  characters?: string[];
}

export interface PlaceView {
  name: string;
  value: number;
  state: string;
  actor: string;
  is_mine: boolean;
}

export interface PointsBlock {
  type: "points";
  rows: [string, number][];
  purses: PurseView[];
}

/** Scenes that wait in the game master's drawer; nobody else is shown this. */
export interface PreparedBlock {
  type: "prepared";
  scenes: PreparedSceneView[];
}

/** `where` says in words in which zone it will be, of a zone which others it is next to. */
export interface PreparedPartView {
  id: string;
  text: string;
  where?: string;
  is_hidden?: boolean;
}

export interface PreparedSceneView {
  id: string;
  title: string;
  aspects: PreparedPartView[];
  zones: PreparedPartView[];
  opponents: PreparedPartView[];
  background: string;
}

/** What an offer costs (positive) or pays (negative), in points, out of which account. */
export interface Price {
  points: number;
  account: string;
}

/** What is going on and not over yet: a journey, a wound that heals, a contest in which scores run out, the time. */
export interface ProgressBlock {
  type: "progress";
  title: string;
  rows: ProgressRow[];
}

/**
 * Something on its way: `value` of a `whole`, both left out where nothing is counted; `note` is for what words say.
 *
 * Where `counts_down` the value is what is left of something, and worse the less there is.
 */
export interface ProgressRow {
  label: string;
  value?: number | null;
  whole?: number | null;
  note?: string;
  counts_down?: boolean;
}

export interface PromptBlock {
  type: "prompt";
  id: string;
  question: string;
  for_me: boolean;
  names: string[];
  answers: string[];
  cites: string[];
  kind: string;
  roll: string;
  actor: string;
  compel: CompelView | null;
  is_blocking: boolean;
  prospects: ProspectView[];
  hit: HitView | null;
}

/**
 * The chances of each outcome against a difficulty, in percent; `rung` is `word` without its number.
 *
 * `scale` is the step of the difficulty's scale, where a game has several.
 */
export interface ProspectView {
  difficulty: number;
  word: string;
  rung: string;
  chances: Record<string, number>;
  scale: number;
}

/** Points and whose they are; the game master's pool belongs to no character. */
export interface PurseView {
  label: string;
  points: number;
  actor?: string;
  seat?: string;
  refresh?: number | null;
}

/** The command was not carried out: one sentence, and the rules that say so. */
export interface Refused {
  t: "refused";
  id: string;
  code: string;
  message: string;
  cites?: string[];
}

/** `target` names whom or what the acting side has chosen.  `against_rung` is `against` without its number. */
export interface RollBlock {
  type: "roll";
  id: string;
  action: string;
  stage: string;
  sides: EffortView[];
  difficulty: number | null;
  against: string;
  margin: number | null;
  outcome: string;
  waiting: string[];
  target: string;
  against_rung: string;
  window: string[];
  countdown: number;
  degree: string;
  comparisons: ComparisonView[];
  dice_chances: DiceChancesView | null;
}

/** One side of an open roll: the roll's id, and the place of the side's effort in it. */
export interface RollSide {
  roll: string;
  side: number;
}

/** A rung of a ladder: which margins belong to it, how many of its boxes are marked, and what one of them gives. */
export interface RungView {
  name: string;
  range: string;
  boxes: number;
  marked?: number;
  result?: string;
  is_goal?: boolean;
}

/** The scene being played, and the story it is part of; `scenario` is for the game master's eyes. */
export interface SceneBlock {
  type: "scene";
  title: string;
  number: number;
  session: number;
  is_open: boolean;
  facts: string[];
  genre: string;
  setting: string;
  scenario: string[];
  background: string;
}

/** One character as its viewer knows it; what they do not know is simply not there. */
export interface SheetBlock {
  type: "sheet";
  actor: string;
  name: string;
  kind: string;
  description: string;
  is_mine: boolean;
  points: number | null;
  refresh: number | null;
  aspects: CardView[];
  traits: TraitRow[];
  features: FeatureView[];
  boxes: boolean[];
  scores: Record<string, [number, number]>;
  slots: SlotView[];
  out: string;
  zone: string;
  notes: [string, string][];
  is_pc: boolean;
  is_hidden: boolean;
  zone_id: string;
  seat: string;
  side: string;
  standing: number;
  size: number;
  is_nameless: boolean;
  portrait: string;
  patron: string;
  tracks: TrackView[];
  wounds: WoundsView[];
}

/** `free` lists who may use each free invocation of the consequence in it. */
export interface SlotView {
  name: string;
  absorbs: number;
  text: string;
  free: string[];
  card: string;
}

/** The game master wants the offers of this seat as well; an empty seat ends it. */
export interface StandIn {
  t: "stand-in";
  seat?: string;
}

/**
 * What a page needs to stir the dice by itself; `docs/dice.md` says how.
 *
 * `pledges` are those that stand, `asked` those of the seats that are asked for their words, of which the `owing` have
 * not told them.  A seat that is `resting` may not pledge before the next throw.  `is_due` if the dice were sealed
 * since they were stirred last.
 */
export interface Stirring {
  pledges?: Record<string, string>;
  asked?: Record<string, string>;
  owing?: string[];
  resting?: string[];
  is_due?: boolean;
}

export interface TallyBlock {
  type: "tally";
  goal: string;
  exchange: number;
  victories: Record<string, number>;
  needed: number;
}

/** What an offer is done to; `id` is empty where a hole asks for it. */
export interface Target {
  kind: "actor" | "aspect" | "roll" | "scene" | "seat" | "zone";
  id: string;
}

/** `result` and `outcome` are empty until somebody (`by`) has dealt with the task. */
export interface TaskView {
  id: string;
  name: string;
  result: string;
  is_hidden: boolean;
  outcome: string;
  by: string;
}

export interface TasksBlock {
  type: "tasks";
  situation: string;
  tasks: TaskView[];
}

/**
 * Words a person writes; never empty unless `optional`.
 *
 * A description says how or why; it may be left empty too, except at tables that require descriptions.
 */
export interface TextHole {
  type: "text";
  field: string;
  label: string;
  optional: boolean;
  suggestion: string;
  key: string;
  limit: number;
  is_description: boolean;
}

/**
 * Somebody on the map; `state` is as in the turn order, and empty where nobody takes turns.
 *
 * `steps` is how many more they may take this turn; nothing is said of it where steps are not counted.
 * `side`, `standing`, `size`, `is_nameless` and `patron` are as on the sheet.
 */
export interface TokenView {
  actor: string;
  name: string;
  is_pc?: boolean;
  is_mine?: boolean;
  is_hidden?: boolean;
  points?: number | null;
  state?: string;
  steps?: number | null;
  side?: string;
  standing?: number;
  size?: number;
  is_nameless?: boolean;
  portrait?: string;
  patron?: string;
}

/** A track of stress boxes, true for those that are checked. */
export interface TrackView {
  name: string;
  boxes: boolean[];
}

/**
 * `label` is the name with the rating, as people say it; `word` is the ladder's word for the rating.
 *
 * `scale` is the name of its step, where a game has several scales of ratings and it is not on the lowest.
 */
export interface TraitRow {
  id: string;
  label: string;
  rating: number;
  word: string;
  name: string;
  scale: string;
}

export interface TurnOrderBlock {
  type: "turn-order";
  kind: string;
  exchange: number;
  places: PlaceView[];
}

/**
 * Whom the table is waiting for, and for what.
 *
 * `wants` names the commands that would let it go on; `prompt` is the prompt it waits for, if it is one.
 */
export interface WaitingBlock {
  type: "waiting";
  seats: string[];
  why: string;
  wants: string[];
  prompt: string;
  is_countdown: boolean;
}

/** One way to take a hit: the id of the answer, and the boxes and slots it uses. */
export interface WayView {
  option: string;
  boxes: number[];
  slots: string[];
}

/**
 * The first message to a page; a `Patch` with everything follows.  With `fresh`, the page drops what it has.
 *
 * `art` is the name of the table's picture, `content` the tables of the campaign's own as they are written.
 */
export interface Welcome {
  t: "welcome";
  version: number;
  table: string;
  title: string;
  art: string;
  ruleset: string;
  ruleset_title: string;
  lexicon: Record<string, string>;
  seat: string;
  role: "gm" | "player" | "spectator";
  commitment: string;
  dials: Record<string, string | number | boolean>;
  content: Record<string, string>;
  fresh: boolean;
}

/** A row of wounds: which hits belong to it, how many of its boxes are checked, what that means, and the wounds. */
export interface WoundsView {
  name: string;
  boxes: number;
  marked?: number;
  effect?: string;
  words?: string[];
  range?: string;
}

export interface ZoneMapBlock {
  type: "zone-map";
  zones: ZoneView[];
  borders: BorderView[];
}

export interface ZoneView {
  id: string;
  name: string;
  actors: string[];
  aspects: string[];
  is_hidden: boolean;
  tokens: TokenView[];
  at: [number, number] | null;
  size: [number, number] | null;
}
