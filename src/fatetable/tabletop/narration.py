"""Puts what happened into words: a line for each fact worth telling, nothing for mere book-keeping.

Tells a viewer only what that viewer was told.  Knows the facts that all rulesets share; a fact of one ruleset's own
is told as that ruleset says, or else by its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fatetable.engine.engine import Engine
from fatetable.engine.messages import Event, LogRecord, SeatId
from fatetable.engine.opening import PlayClosed, PlayOpened, Rewound, TableOpened
from fatetable.engine.prompts import PROMPTS, Option, Prompt, PromptAnswered
from fatetable.engine.seats import SEATS, ChairHandedOver, SeatAdded, SeatNamed, SeatsKept
from fatetable.engine.speaking import Said
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.aspects import (
    ASPECTS,
    BOOST,
    CHARACTER,
    CONSEQUENCE,
    AspectPlaced,
    AspectRemoved,
    AspectRevealed,
    AspectReworded,
    FreeInvokesSet,
)
from fatetable.mechanics.cast import CAST, ActorId, ActorJoined, ActorLeft, SheetChanged, name_of, whose
from fatetable.mechanics.compels import COMPELS, CompelClosed, CompelOffered, CompelReworded
from fatetable.mechanics.encounters import ENCOUNTER, Conflict, EncounterEnded, EncounterSet
from fatetable.mechanics.fate_points import BANK, PointsMoved, account_label
from fatetable.mechanics.features import FeatureUsed
from fatetable.mechanics.harm import CONCEDED, HARM, ConditionSet, condition_of, is_out
from fatetable.mechanics.preparing import PREPARED, PreparedSceneSet, PreparedSceneTaken
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes import (
    SCENE,
    PresenceChanged,
    SceneEnded,
    SceneStarted,
    SessionEnded,
    SessionStarted,
)
from fatetable.mechanics.staging import FactEstablished
from fatetable.mechanics.zones import ZONES, ActorPlaced, BorderSet, ZoneDrawn, ZoneForgotten, ZoneHidden, ZonePut
from fatetable.tabletop import narrated_rolls

BOOK_KEEPING = ("-set", "-changed", "-named", "-restored", "-cleared", "-opened", "-withdrawn", "-thrown", "-chosen")
"""How the names of facts end that only keep the books, so that an unknown one of that kind is not told either."""


SPEAKS_FOR_ITSELF = ("defend", "name-boost", "opposition")
"""Questions whose answer, where something is filled in, is told by the very next line."""

SENT_BACK = "send-back"
"""The answer to which no such line follows."""

STAKE, WAITS_FOR = "stake", {"owed": "the scene ends", "locked": "the conflict ends"}
"""Accounts that hold points for a while, and until when."""

TAKING_A_HIT = "absorb"
"""Of how somebody takes a hit each part is told by itself; that they were hit is not."""


class Told(NamedTuple):
    """A line of the story, and the position of the fact it tells."""

    seq: int
    line: str


class Moment(NamedTuple):
    """A fact between the states before and after it, as its viewer knows them."""

    before: State
    after: State
    by: SeatId | None
    ruleset: Ruleset

    def name(self, actor: Any) -> str:
        return name_of(self.after, actor) if actor in self.after.get(CAST) else name_of(self.before, actor)

    def whose(self, actor: Any) -> str:
        return whose(self.name(actor))

    def seat(self, seat: SeatId | None) -> str:
        sitting = self.after.get(SEATS).get(seat) if seat else None
        if sitting is None:
            return "someone"
        # A seat that is called what it is for has nobody's name yet.
        if sitting.is_gm and sitting.name in ("", sitting.role):
            return f"the {self.ruleset.word('gm')}"
        return sitting.name or sitting.id

    def card(self, aspect: Any) -> str:
        found = self.after.get(ASPECTS).get(aspect) or self.before.get(ASPECTS).get(aspect)
        return f"“{found.text}”" if found else "an aspect"

    def zone(self, zone: Any) -> str:
        found = self.after.get(ZONES).zones.get(zone)
        return found.name if found else ""


class Chronicle:
    """The story as one seat has been told it, continued whenever there is news."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lines: list[Told] = []
        self._log: list[LogRecord] = []
        self._state = EMPTY

    @property
    def seq(self) -> int:
        return self._log[-1].seq if self._log else 0

    def hear(self, records: Iterable[LogRecord]) -> None:
        """Go on with what that seat was told after `seq`."""
        engine: Engine = self.ruleset.engine
        for record in records:
            self._log.append(record)
            before = self._state
            self._state = engine.follow(self._log, before, (record,))
            moment = Moment(before, self._state, record.by, self.ruleset)
            self.lines += (Told(record.seq, line) for line in tell(moment, record.event))


def tell(moment: Moment, event: Event) -> Iterator[str]:
    """The lines one fact is worth."""
    teller = TELLERS.get(type(event))
    if teller is not None:
        yield from teller(moment, event)
    elif own := moment.ruleset.tellers.get(type(event)):
        yield from own(moment.before, moment.after, event)
    elif type(event) not in QUIET:
        name = str(event.__struct_config__.tag).partition("/")[0]
        if news := getattr(event, "news", ""):
            yield f"{news.rstrip('.')}."
        elif not name.endswith(BOOK_KEEPING):
            kind = getattr(event, "kind", "")
            yield f"{name.replace('-', ' ').capitalize()}{f': {kind}' if kind else ''}."


# -- the table -------------------------------------------------------------------------------------------------------


def _table_opened(_: Moment, event: TableOpened) -> Iterator[str]:
    yield f"The table is laid{f': {event.title}' if event.title else ''}."


def _play_opened(_: Moment, event: PlayOpened) -> Iterator[str]:
    yield f"The dice are sealed (fingerprint {event.commitment[:16]}…)."


def _play_closed(_: Moment, event: PlayClosed) -> Iterator[str]:
    yield "Play is closed, and the secret of the dice is told."


def _rewound(_: Moment, event: Rewound) -> Iterator[str]:
    yield "The table takes a step back, as if it had not happened."


def _seat_added(moment: Moment, event: SeatAdded) -> Iterator[str]:
    if moment.by is not None:
        yield f"{event.seat.name or event.seat.id} sits down."


def _seat_named(moment: Moment, event: SeatNamed) -> Iterator[str]:
    before = moment.before.get(SEATS).get(event.seat)
    if before is not None and before.name != event.name:
        # The seats of a ready-made scene bear a name only once somebody takes them.
        had_somebody = before.name not in ("", before.id)
        yield f"{event.name} sits where {before.name} sat." if had_somebody else f"{event.name} sits down."


def _chair(_: Moment, event: ChairHandedOver) -> Iterator[str]:
    for seat in event.seats:
        if seat.is_gm:
            yield f"{seat.name or seat.id} takes the game master's chair."


def _said(moment: Moment, event: Said) -> Iterator[str]:
    to = f" to {', '.join(moment.seat(seat) for seat in event.to)}" if event.to else ""
    yield f"{moment.seat(moment.by)}{to}: {event.words}" if event.words else f"{moment.seat(moment.by)} whispers."


def _answered(moment: Moment, event: PromptAnswered) -> Iterator[str]:
    prompt = moment.before.get(PROMPTS).get(event.prompt)
    who = moment.seat(event.seat)
    # Of an answer that is secret nothing is told but what comes of it.
    if not event.label or prompt is None:
        return
    option = prompt.option(event.option)
    if prompt.kind in SPEAKS_FOR_ITSELF and option is not None and option.holes and option.id != SENT_BACK:
        return
    # What stands behind the question is advice for whoever answers it.
    asked, mark, _ = prompt.question.partition("?")
    question = f"{asked}{mark}".rstrip(".")
    if prompt.kind == TAKING_A_HIT:
        yield f"{question}."
    else:
        yield f"{question} – {who}: {event.label}{_filled(prompt, event)}."


def _filled(prompt: Prompt, event: PromptAnswered) -> str:
    option: Option | None = prompt.option(event.option)
    words = []
    for hole in option.holes if option else ():
        value = event.fill.get(hole.key, "")
        labels = {choice.value: choice.label or choice.value for choice in getattr(hole, "options", ())}
        values = value if isinstance(value, list | tuple) else (value,)
        words += [labels.get(str(one), str(one)) for one in values if str(one)]
    return f" ({', '.join(words)})" if words else ""


# -- scenes and places -----------------------------------------------------------------------------------------------


def _session_started(_: Moment, event: SessionStarted) -> Iterator[str]:
    yield f"Session {event.session} begins."


def _session_ended(_: Moment, event: SessionEnded) -> Iterator[str]:
    yield f"Session {event.session} ends."


def _scene_started(_: Moment, event: SceneStarted) -> Iterator[str]:
    yield f"Scene {event.number}: {event.title}"


def _prepared(moment: Moment, event: PreparedSceneSet) -> Iterator[str]:
    # What is put into it or taken out is seen in the drawer.
    if event.scene.id not in moment.before.get(PREPARED):
        yield f"A scene is being prepared: {event.scene.title}"


def _taken_from_drawer(moment: Moment, event: PreparedSceneTaken) -> Iterator[str]:
    if scene := moment.before.get(PREPARED).get(event.scene):
        yield f"Out of the drawer: {scene.title}"


def _scene_ended(_: Moment, event: SceneEnded) -> Iterator[str]:
    yield "The scene ends."


def _presence(moment: Moment, event: PresenceChanged) -> Iterator[str]:
    before = moment.before.get(SCENE).present
    for actor in event.present:
        if actor not in before:
            yield f"{moment.name(actor)} enters the scene."
    for actor in before:
        if actor not in event.present:
            yield f"{moment.name(actor)} leaves the scene."


def _fact(_: Moment, event: FactEstablished) -> Iterator[str]:
    yield f"It is true: {event.fact.fact} (“{event.fact.aspect}”)"


def _zone_drawn(_: Moment, event: ZoneDrawn) -> Iterator[str]:
    yield f"A zone: {event.zone.name}{' (hidden)' if event.zone.is_hidden else ''}."


def _zone_hidden(moment: Moment, event: ZoneHidden) -> Iterator[str]:
    yield f"{moment.zone(event.zone)} is hidden from everybody else."


def _border(moment: Moment, event: BorderSet) -> Iterator[str]:
    border = event.border
    way = f"between {moment.zone(border.one)} and {moment.zone(border.other)}"
    blocker = moment.name(border.blocker) if border.blocker else ""
    obstacle = border.barrier or blocker
    yield f"{obstacle} is in the way {way}." if obstacle else f"The way {way} is clear."


def _moved(moment: Moment, event: ActorPlaced) -> Iterator[str]:
    if zone := moment.zone(event.zone):
        is_first = event.actor not in moment.before.get(ZONES).places
        yield f"{moment.name(event.actor)} {'is at' if is_first else 'moves to'} {zone}."


# -- people ----------------------------------------------------------------------------------------------------------


def _joined(moment: Moment, event: ActorJoined) -> Iterator[str]:
    known = moment.before.get(CAST).get(event.actor.id)
    if known is None:
        yield f"{event.actor.name} joins{', hidden' if event.actor.is_hidden else ''}."
    elif known.is_hidden and not event.actor.is_hidden:
        yield f"{event.actor.name} is revealed."


def _left(moment: Moment, event: ActorLeft) -> Iterator[str]:
    yield f"{moment.name(event.actor)} leaves the game."


def _sheet(moment: Moment, event: SheetChanged) -> Iterator[str]:
    # Whoever gets to know a sheet reads it; only what is written anew is news.
    known = moment.before.get(CAST).get(event.actor)
    if event.reason and known is not None and known.sheet != event.sheet:
        yield f"{moment.whose(event.actor)} sheet is changed ({event.reason})."


def _feature(moment: Moment, event: FeatureUsed) -> Iterator[str]:
    yield f"{moment.name(event.actor)} uses {event.feature}."


def _condition(moment: Moment, event: ConditionSet) -> Iterator[str]:
    if event.actor not in moment.before.get(HARM):
        return
    name, before, after = moment.name(event.actor), condition_of(moment.before, event.actor), event.condition
    boxes = list(zip(before.boxes, after.boxes, strict=False))
    if marked := [str(number) for number, (old, new) in enumerate(boxes, start=1) if new and not old]:
        yield f"{name} marks stress box {' and '.join(marked)}."
    if any(old and not new for old, new in boxes):
        yield f"{moment.whose(event.actor)} stress clears{'' if not any(after.boxes) else ' in part'}."
    for score, left in after.scores.items():
        change = left - before.scores.get(score, left)
        if change:
            yield f"{name} {'loses' if change < 0 else 'gets back'} {abs(change)} {score} ({left} now)."
    if after.out and not before.out:
        yield f"{name} {'gives in' if after.out == CONCEDED else 'is taken out'}."
    if after.fate and after.fate != before.fate:
        yield f"What becomes of {name}: {after.fate}"
    if before.out and not after.out:
        yield f"{name} may come back."


def _points(moment: Moment, event: PointsMoved) -> Iterator[str]:
    yield f"{_moved_points(moment, event)} ({event.reason})."


def _moved_points(moment: Moment, event: PointsMoved) -> str:
    """The bank has all there are, so of it nobody needs to hear; neither of what a compel holds for a moment."""
    points = f"{event.amount} fate point{'s' * (event.amount != 1)}"
    giver, taker = account_label(moment.after, event.source), account_label(moment.after, event.target)
    kind, _, whose = event.target.partition(":")
    if kind in WAITS_FOR:
        return f"{moment.name(whose)} will get {points} when {WAITS_FOR[kind]}"
    if event.source.partition(":")[0] in (BANK, STAKE, *WAITS_FOR):
        goes = "goes" if event.amount == 1 else "go"
        told = f"{points} {goes} back" if event.target == BANK else f"{taker} gets {points}"
    elif event.target == BANK:
        told = f"{giver} pays {points}"
    elif kind == STAKE:
        told = f"{giver} puts up {points} for a compel"
    else:
        told = f"{giver} gives {points} to {taker}"
    return told[0].upper() + told[1:]


def _compel_offered(moment: Moment, event: CompelOffered) -> Iterator[str]:
    compel = event.compel
    who = moment.seat(compel.by)
    yield f"{who} compels {moment.name(compel.target)} by {moment.card(compel.aspect)}: {compel.text}"


def _compel_reworded(moment: Moment, event: CompelReworded) -> Iterator[str]:
    yield f"The compel is reworded: {event.text}"


def _compel_closed(moment: Moment, event: CompelClosed) -> Iterator[str]:
    open_before = moment.before.get(COMPELS).get(event.compel)
    target = moment.name(event.target or (open_before.target if open_before else ""))
    words = {"accepted": f"{target} gives way to the compel", "refused": f"{target} refuses the compel"}
    told = words.get(event.result, f"The compel on {target} is {event.result}")
    yield f"{told}{f': {event.text}' if event.text and event.result == 'accepted' else '.'}"


# -- aspects ---------------------------------------------------------------------------------------------------------


def _placed(moment: Moment, event: AspectPlaced) -> Iterator[str]:
    card = event.card
    if card.kind == CHARACTER or card.id in moment.before.get(ASPECTS):
        return
    if card.kind == BOOST:
        yield f"{moment.name(card.owner)} gains a boost."
    elif card.kind == CONSEQUENCE:
        yield f"{moment.name(card.bearer)} takes a {card.slot} consequence: “{card.text}”"
    else:
        on = f" on {moment.name(card.bearer)}" if card.bearer else ""
        at = f" in {moment.zone(card.zone)}" if moment.zone(card.zone) else ""
        hidden = " (hidden)" if card.known_to is not None else ""
        yield f"A new aspect: “{card.text}”{on}{at}{hidden}"


def _revealed(moment: Moment, event: AspectRevealed) -> Iterator[str]:
    yield f"An aspect comes to light: “{event.card.text}”"


def _reworded(moment: Moment, event: AspectReworded) -> Iterator[str]:
    card = moment.before.get(ASPECTS).get(event.aspect)
    if card is not None:
        what = f"{moment.whose(card.owner)} boost" if card.kind == BOOST else f"“{card.text}”"
        yield f"{what} is now “{event.text}”"


def _removed(moment: Moment, event: AspectRemoved) -> Iterator[str]:
    if event.aspect in moment.before.get(ASPECTS):
        yield f"{moment.card(event.aspect)} is gone{f' ({event.reason})' if event.reason else ''}."


def _free(moment: Moment, event: FreeInvokesSet) -> Iterator[str]:
    card = moment.before.get(ASPECTS).get(event.aspect)
    if card is None:
        return
    known = {free.id: free for free in card.free}
    gained = Counter(free.holder for free in event.free if free.id not in known)
    for holder, number in gained.items():
        invocations = "a free invocation" if number == 1 else f"{number} free invocations"
        yield f"{_holder(moment, holder)} holds {invocations} of “{card.text}”."
    for free in event.free:
        if free.id in known and free.lent_to != known[free.id].lent_to:
            ally = moment.name(free.lent_to)
            yield f"{_holder(moment, free.holder)} lets {ally} use a free invocation of “{card.text}”."


def _holder(moment: Moment, holder: ActorId) -> str:
    return moment.name(holder) if holder else "The game master"


# -- encounters ------------------------------------------------------------------------------------------------------


def _encounter(moment: Moment, event: EncounterSet) -> Iterator[str]:
    if event.news:
        yield f"{event.news.rstrip('.')}."
    now, before = event.encounter, moment.before.get(ENCOUNTER)
    if isinstance(now, Conflict) and now.is_running and now.turn < len(now.order):
        was = (before.exchange, before.turn) if isinstance(before, Conflict) and before.is_running else None
        if was != (now.exchange, now.turn):
            able = [actor for actor in now.order[now.turn].actors if not is_out(moment.after, actor)]
            if able:
                names = [*map(moment.name, able[:-1]), moment.whose(able[-1])]
                yield f"{' and '.join(names)} turn."


def _encounter_ended(_: Moment, event: EncounterEnded) -> Iterator[str]:
    yield f"{event.result.rstrip('.')}." if event.result else "It is over."


TELLERS: Mapping[type[Event], Callable[[Moment, Any], Iterator[str]]] = {
    TableOpened: _table_opened,
    PlayOpened: _play_opened,
    PlayClosed: _play_closed,
    Rewound: _rewound,
    SeatAdded: _seat_added,
    SeatNamed: _seat_named,
    Said: _said,
    ChairHandedOver: _chair,
    PromptAnswered: _answered,
    SessionStarted: _session_started,
    SessionEnded: _session_ended,
    SceneStarted: _scene_started,
    PreparedSceneSet: _prepared,
    PreparedSceneTaken: _taken_from_drawer,
    SceneEnded: _scene_ended,
    PresenceChanged: _presence,
    FactEstablished: _fact,
    ZoneDrawn: _zone_drawn,
    ZoneHidden: _zone_hidden,
    BorderSet: _border,
    ActorPlaced: _moved,
    ActorJoined: _joined,
    ActorLeft: _left,
    SheetChanged: _sheet,
    FeatureUsed: _feature,
    ConditionSet: _condition,
    PointsMoved: _points,
    CompelOffered: _compel_offered,
    CompelReworded: _compel_reworded,
    CompelClosed: _compel_closed,
    AspectPlaced: _placed,
    AspectRevealed: _revealed,
    AspectReworded: _reworded,
    AspectRemoved: _removed,
    FreeInvokesSet: _free,
    EncounterSet: _encounter,
    EncounterEnded: _encounter_ended,
    **narrated_rolls.TELLERS,
}

QUIET = narrated_rolls.QUIET | {SeatsKept, ZonePut, ZoneForgotten}
