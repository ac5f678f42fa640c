"""The two questions about a procedure: what its roll is against, and whether a failure is made good afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, TextHole
from fatetable.engine.prompts import Answer, Option, PromptContext, ask
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, address_of
from fatetable.mechanics.modifiers.menus import menu_hole
from fatetable.mechanics.rolls.check_rules import DifficultyRange
from fatetable.mechanics.rolls.state import RollId, roll_of
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.code import Result
from fatetable.mechanics.undertakings.rows import Procedure, Rung

MOST_MORE = 10
"""How far above its least a difficulty without an upper end can be set."""
NO_MATTER = "none"
RESIST, STANDS = "resist", "stands"
"""The answers that leave it to the one it is done to, and to what it is known to be against."""


class ProcedureToOppose(PromptContext, frozen=True, tag="procedure-opposition"):
    """What the roll of a procedure is against."""

    roll: RollId
    procedure: str


class ShortfallToMeet(PromptContext, frozen=True, tag="shortfall"):
    """Whether, and how, a failure is made good afterwards; `time` is how long it took."""

    actor: ActorId
    procedure: str
    missing: int
    time: str
    target: ActorId = NOBODY
    trait: str = ""
    pick: str = ""


# -- what it is against ----------------------------------------------------------------------------------------------


def ask_opposition(
    decision: Decision,
    row: Procedure,
    roll: RollId,
    actor: Actor,
    bounds: DifficultyRange,
    track: TimeTrack,
    advice: str,
) -> None:
    """Ask the game master what it is against, and what else counts; `advice` is what the ruleset knows about it."""
    reason = TextHole("fill", "reason", key="reason", is_description=True)
    ask(
        decision,
        ProcedureToOppose(roll, row.id),
        (GM,),
        row.asks or f"Set the opposition for {actor.name}.",
        (
            *_difficulties(row, bounds, track),
            Option("no-roll", "Auto-success", cites=decision.cites("no-roll")),
            Option("send-back", "Ask for another description", (reason,), cites=decision.cites("approach-veto")),
        ),
        detail=f"{roll_of(decision, roll).declaration.description}{advice}",
        cites=decision.cites(row.topic),
    )


def _difficulties(row: Procedure, bounds: DifficultyRange, track: TimeTrack) -> Iterator[Option]:
    further = (NumberHole("fill", row.further, 0, MOST_MORE, key="further"),) if row.further else ()
    more = (*further, *menu_hole("fill", row.modifiers, "claims"), *_time_holes(row, track))
    for number, rung in enumerate(row.rungs):
        least = rung.difficulty
        figure = NumberHole("fill", "difficulty", least, least + MOST_MORE, key="difficulty")
        yield Option(_rung_id(number), rung.label, (*((figure,) if rung.or_more else ()), *more))
    if row.opposed_by and not row.rungs:
        yield Option(RESIST, "Let them resist", more)
    elif not row.rungs and not row.highest_of:
        yield Option(STANDS, "Let them roll", menu_hole("fill", row.modifiers, "claims"))
    if row.highest_of:
        figures = tuple(NumberHole("fill", each, bounds.lowest, bounds.highest, key=each) for each in row.highest_of)
        yield Option("figures", f"Set the {' and the '.join(row.highest_of)}", (*figures, *more))


def _time_holes(row: Procedure, track: TimeTrack) -> tuple[Hole, ...]:
    """What sort of work it is; or how long it takes, where shifts save time and nothing says of what."""
    if row.spans:
        spans = tuple(Choice(span.time, span.label) for span in row.spans)
        return (ChoiceHole("fill", "work", spans, key="time", suggested=spans[0].value),)
    if not row.saves or row.time or any(rung.time for rung in row.rungs):
        return ()
    steps = (Choice(NO_MATTER, "no matter"), *(Choice(step) for step in track.track))
    return (ChoiceHole("fill", "usual time", steps, key="time", suggested=NO_MATTER),)


def rung_said(row: Procedure, answer: Answer) -> Rung | None:
    return {_rung_id(number): each for number, each in enumerate(row.rungs)}.get(answer.option)


def difficulty_said(row: Procedure, answer: Answer) -> int:
    """What the game master has set."""
    rung = rung_said(row, answer)
    if rung is None:
        difficulty = max(answer.number(each) for each in row.highest_of)
    else:
        difficulty = answer.number("difficulty") if rung.or_more else rung.difficulty
    return difficulty + (answer.number("further") if row.further else 0)


def _rung_id(number: int) -> str:
    return f"rung-{number}"


# -- whether a failure is made good ----------------------------------------------------------------------------------


def ask_to_make_up(
    decision: Decision,
    failed: Result,
    description: str,
    ways: tuple[tuple[int, int], ...],
    less: tuple[Choice, ...],
    track: TimeTrack,
) -> None:
    """Ask whether a failure is made good in one of these ways, or settled by something less."""
    row, missing = failed.procedure, -failed.margin
    options = (Option(_way_id(steps), _way(row, track, failed.time, steps, lowered)) for steps, lowered in ways)
    ask(
        decision,
        ShortfallToMeet(failed.actor, row.id, missing, failed.time, failed.target, failed.trait, failed.pick),
        address_of(decision.state, failed.actor),
        f"It fails by {missing}. Make up for it?",
        (*options, *(Option(each.value, each.label) for each in less), Option("fail", "Leave it at that")),
        detail=description,
        cites=decision.cites(row.topic),
        blocking=False,
    )


def _way(row: Procedure, track: TimeTrack, time: str, steps: int, lowered: int) -> str:
    longer = f"take longer ({track.lengthened(time, steps)})" if steps else ""
    lower = f"lower the {row.lowers} by {lowered}" if lowered else ""
    said = " and ".join(filter(None, (longer, lower)))
    return said[:1].upper() + said[1:]


def way_said(row: Procedure, missing: int, answer: Answer) -> tuple[int, int] | None:
    """How many steps longer it takes, and by how much something is lowered; nothing, if it is left or settled."""
    return next((way for way in row.ways_to_make_up(missing) if _way_id(way[0]) == answer.option), None)


def _way_id(steps: int) -> str:
    return f"way-{steps}"
