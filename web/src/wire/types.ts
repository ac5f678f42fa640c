// Written by `python -m fatetable.adapters.server.page_types`; change the messages there, not here.

export const VERSION = 1;

/** What a page says. */
export type FromPage = Hello | Do | AskOdds | StandIn | Foresee;

/** What a page is told. */
export type ToPage = Welcome | Patch | Done | Refused | OddsTold | Foreseen | Goodbye;

/** What a screen shows, each kind drawn by one component. */
export type Block = SceneBlock | AspectCardsBlock | SheetBlock | PointsBlock | ZoneMapBlock | PreparedBlock | TurnOrderBlock | BattleBlock | TallyBlock | ProgressBlock | TasksBlock | RollBlock | PromptBlock | WaitingBlock;

/** What is still to be filled in before an offer can be sent. */
export type Hole = TextHole | NumberHole | ChoiceHole | ManyHole | FlagHole | FormHole;

/** The chances before and after these offers, by their keys. */
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
}

export interface Choice {
  value: string;
  label: string;
}

/** Exactly one of the options. */
export interface ChoiceHole {
  type: "choice";
  field: string;
  label: string;
  options: Choice[];
  key: string;
}

/** Something a person wants; named in the imperative; may be refused. */
export interface Command {
  type: string;
  [field: string]: unknown;
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

/**
 * Do something; `id` is chosen by the page and makes sending it again harmless.
 *
 * `seat` is set by the game master who acts for someone who is away.
 */
export interface Do {
  t: "do";
  id: string;
  command: Record<string, unknown>;
  seat?: string;
}

/** The command was carried out, is on disk, and left the table at `seq`. */
export interface Done {
  t: "done";
  id: string;
  seq: number;
}

/** One side of a roll card: its dice, every named part, and the number they make. */
export interface EffortView {
  id: string;
  name: string;
  trait: string;
  description: string;
  faces: number[];
  earlier: number[][];
  modifiers: Modifier[];
  hindrances: Modifier[];
  total: number;
  word: string;
  actor: string;
  is_mine: boolean;
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

/** What would an offer that moves the story on bring about?  By its key; for the game master. */
export interface Foresee {
  t: "foresee";
  id: string;
  offer: string;
}

/** The lines the log would gain by the offer of this key; none where that cannot be told before. */
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

/** The last message before the server closes the socket; `may_return` if connecting again makes sense. */
export interface Goodbye {
  t: "goodbye";
  code: string;
  message: string;
  may_return: boolean;
}

/** The first message: the key of a seat, and the last position this page has seen. */
export interface Hello {
  t: "hello";
  key: string;
  after?: number;
  version?: number;
}

/**
 * One line of the record of play.
 *
 * `kind` is `line`, `said`, `roll`, `points` or `rewound`; a `roll` is the card as it lay when it was settled.
 * `undone` lines were taken back by a rewind; `step` is the position a rewind to before this line goes to.
 * What is `said` is said by the seat `by`, and whispered `to` the seats named, if any are.
 */
export interface LogLine {
  seq: number;
  text: string;
  kind?: string;
  by?: string;
  to?: string[];
  roll?: RollBlock | null;
  step?: number;
  undone?: boolean;
}

/** Any set of the options between `least` and `most` members. */
export interface ManyHole {
  type: "many";
  field: string;
  label: string;
  options: Choice[];
  least: number;
  most: number;
  key: string;
}

/** One named part of a total: where it comes from, how much it is, which rules say so. */
export interface Modifier {
  source: string;
  label: string;
  amount: number;
  cites?: string[];
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

/** The chance of each outcome in the order of the ruleset, before and after, in words for people's eyes. */
export interface OddsView {
  before: Record<string, string>;
  after: Record<string, string>;
  summary: string;
}

/**
 * An offer under a key that stays the same as long as the offer does.
 *
 * `label` is what the button says; for an answer it is the answer alone, the question is in the prompt's block.
 */
export interface OfferView {
  key: string;
  command: Command;
  label: string;
  group: string;
  holes?: Hole[];
  price?: Price | null;
  cites?: string[];
  changes?: string;
  note?: string;
}

/**
 * What changed for this viewer up to position `seq`.
 *
 * `blocks` and `offers` hold only what is new or different, by key; `order` and `menu` list the keys of all that
 * are shown now, and are left out if the list is as it was.  Offers may come a moment after the blocks they belong
 * to.  `proxy` are the offers of the seat the game master stands in for.  `undone` are all stretches of the log, from
 * one position to another, that rewinds have taken back; it comes when there are others than before.
 */
export interface Patch {
  t: "patch";
  seq: number;
  blocks?: Record<string, Block>;
  order?: string[] | null;
  offers?: OfferView[];
  menu?: string[] | null;
  proxy?: OfferView[] | null;
  log?: LogLine[];
  undone?: [number, number][] | null;
  people?: Person[] | null;
}

/** Somebody at the table, whether their page is connected, and whom they play. */
export interface Person {
  seat: string;
  name: string;
  role: "gm" | "player" | "spectator";
  is_here?: boolean;
  is_taken?: boolean;
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
}

/** The chances of each outcome against a difficulty, in percent. */
export interface ProspectView {
  difficulty: number;
  word: string;
  chances: Record<string, number>;
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

/** `target` names whom or what the acting side has chosen, whoever may answer. */
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

export interface TallyBlock {
  type: "tally";
  goal: string;
  exchange: number;
  victories: Record<string, number>;
  needed: number;
}

/** `result` and `outcome` are empty until somebody (`by`) has dealt with the task. */
export interface TaskView {
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

/** Words a person writes; never empty unless `optional`. */
export interface TextHole {
  type: "text";
  field: string;
  label: string;
  optional: boolean;
  suggestion: string;
  key: string;
  limit: number;
}

/** Somebody on the map; `state` is as in the turn order, and empty where nobody takes turns. */
export interface TokenView {
  actor: string;
  name: string;
  is_pc?: boolean;
  is_mine?: boolean;
  is_hidden?: boolean;
  points?: number | null;
  state?: string;
}

export interface TraitRow {
  id: string;
  label: string;
  rating: number;
  word: string;
}

export interface TurnOrderBlock {
  type: "turn-order";
  kind: string;
  exchange: number;
  places: PlaceView[];
}

/** Whom the table is waiting for, and for what; `wants` names the commands that would let it go on. */
export interface WaitingBlock {
  type: "waiting";
  seats: string[];
  why: string;
  wants: string[];
}

/** Who you are and where; a `Patch` with everything follows.  `fresh` tells the page to forget what it has. */
export interface Welcome {
  t: "welcome";
  version: number;
  table: string;
  title: string;
  ruleset: string;
  ruleset_title: string;
  lexicon: Record<string, string>;
  seat: string;
  role: "gm" | "player" | "spectator";
  commitment: string;
  dials: Record<string, string | number | boolean>;
  fresh: boolean;
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
}
