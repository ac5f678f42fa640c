"""What is under way: a battle, and contests, ambushes, journeys, ordeals, healing, magic, and the time, as progress.

They are made from what the viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, name_of, players_characters
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.time.lengthy_work import DURATIONS
from fatetable.mechanics.time.passing import LAST_SPAN
from fatetable.mechanics.undertakings.state import UNDERTAKINGS
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.encounter_blocks import ProgressBlock, ProgressRow
from fatetable.rulesets.skein.battle import battle_blocks
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import AMBUSH, score_name, scores_of, stress_scores, whole_scores
from fatetable.rulesets.skein.contests import BOUT, Bout, still_in
from fatetable.rulesets.skein.growth import DEVELOPMENT, unspent
from fatetable.rulesets.skein.magic import FOREVER, SCENE_LONG, Enchantment, in_effect
from fatetable.rulesets.skein.recovery import ORDEALS, Injury, Ordeal, injuries, mending_of
from fatetable.rulesets.skein.travel import JOURNEY, METRES

Rows = Iterator[ProgressRow]

UNITS = (("year", 31_536_000), ("month", 2_592_000), ("week", 604_800), ("day", 86_400), ("hour", 3_600))
SMALL_UNITS = (("minute", 60), ("second", 1))


def underway(tables: Tables, state: State, _: Seat) -> tuple[Block, ...]:
    """The blocks, the most urgent first; empty ones are left out."""
    found = (
        ("Contest", _contest(tables, state)),
        ("Ambush", _ambush(state)),
        ("Takes time", _lengthy(state)),
        ("Journey", _journey(state)),
        ("Ordeals", _ordeals(state)),
        ("Healing", _healing(tables, state)),
        ("Magic", _magic(tables, state)),
        ("Experience", _experience(tables, state)),
        ("Time", _time(tables, state)),
    )
    progress = (ProgressBlock(title, rows) for title, each in found if (rows := tuple(each)))
    return (*state.part("battle", battle_blocks), *progress)


def span(count: int) -> str:
    """A length of time in the largest unit it fills.

    >>> span(259_200), span(60), span(0)
    ('3 days', '1 minute', 'no time')
    """
    for unit, size in (*UNITS, *SMALL_UNITS):
        if count >= size:
            number = round(count / size)
            return f"{number} {unit}{'s' * (number != 1)}"
    return "no time"


def _left(state: State, until: int) -> str:
    return f"over in about {span(until - now(state))}" if until > now(state) else "as good as over"


def _names(state: State, actors: tuple[ActorId, ...]) -> str:
    return ", ".join(name_of(state, actor) for actor in actors if actor in state.get(CAST))


# -- encounters ------------------------------------------------------------------------------------------------------


def _contest(tables: Tables, state: State) -> Rows:
    bout = state.get(BOUT)
    if bout is None:
        return
    yield ProgressRow(label=bout.goal, note=f"{bout.form}{', interrupted' if bout.is_interrupted else ''}")
    yield ProgressRow(label="turn", value=bout.number, note=f"each {bout.turn.lower()}")
    there = still_in(state, bout)
    for actor in bout.actors:
        if actor in state.get(CAST):
            yield _contestant(tables, state, bout, actor, is_in=actor in there)
    yield ProgressRow(label="the winner", note=bout.victory)
    yield ProgressRow(label="the loser", note=bout.defeat)


def _contestant(tables: Tables, state: State, bout: Bout, actor: ActorId, *, is_in: bool) -> ProgressRow:
    score = score_name(state, actor, bout.score)
    whole = _whole(tables, state, state.get(CAST)[actor], score)
    flees = "flees" if actor in bout.fugitives else ""
    stands = "no longer in it" if not is_in else "ready" if actor in bout.entries else ""
    return ProgressRow(
        label=name_of(state, actor),
        value=scores_of(state, actor).get(score, whole),
        whole=whole,
        note=", ".join(part for part in (score, bout.teams.get(actor, ""), flees, stands) if part),
        counts_down=True,
    )


def _whole(tables: Tables, state: State, actor: Actor, score: str) -> int:
    """The full value of a score; of a sheet the viewer does not know, as it was at the start."""
    known = stress_scores(tables, actor.sheet) if actor.sheet.traits else whole_scores(condition_of(state, actor.id))
    return known.get(score, 0)


def _ambush(state: State) -> Rows:
    ambush = state.get(AMBUSH)
    if ambush.waiting:
        yield ProgressRow(label=_names(state, ambush.waiting), note="may strike before anybody else acts")
    elif ambush.laid:
        yield ProgressRow(label=_names(state, ambush.laid), note="lie in wait")
    if ambush.waiting or ambush.laid:
        yield ProgressRow(label=_names(state, ambush.victims), note="are their prey")


# -- what takes time -------------------------------------------------------------------------------------------------


def _lengthy(state: State) -> Rows:
    for roll_id, time in state.get(DURATIONS).items():
        if roll := state.get(ROLLS).get(roll_id):
            tried = roll.declaration.description
            yield ProgressRow(label=f"{name_of(state, roll.actor)}: {tried}", note=f"about {time.lower()}")


def _journey(state: State) -> Rows:
    journey = state.get(JOURNEY)
    if journey is None:
        return
    parts = [f"{journey.metres // METRES} km come so far"] if journey.metres else ["has just begun"]
    parts += [f"{journey.forced} days of forced march on end"] * (journey.forced > 1)
    parts += ["with a large force"] * journey.is_army
    days = f"{journey.days} day{'s' * (journey.days != 1)}, " if journey.days else ""
    yield ProgressRow(label=journey.name, note=f"{days}{', '.join(parts)}")
    for traveller in journey.travellers:
        if traveller in state.get(CAST):
            horse = journey.horses.get(traveller)
            yield ProgressRow(label=name_of(state, traveller), note=f"rides {name_of(state, horse)}" if horse else "")


def _ordeals(state: State) -> Rows:
    journey = state.get(JOURNEY)
    for ordeal in state.get(ORDEALS).values():
        note = "; ".join(_course(state, ordeal))
        # The journey itself is shown already; as an ordeal it matters once it has harmed somebody.
        if note or journey is None or ordeal.name != journey.name:
            yield ProgressRow(label=ordeal.name, note=note)


def _course(state: State, ordeal: Ordeal) -> Iterator[str]:
    if ordeal.victim:
        yield f"{ordeal.kind} in {name_of(state, ordeal.victim)}"
    if ordeal.until is not None:
        yield _left(state, ordeal.until)
    elif ordeal.onset is not None:
        yield f"takes hold in about {span(ordeal.onset - now(state))}"
    for actor, harm in ordeal.harmed.items():
        taken = " and ".join(f"{points} {score}" for score, points in harm.items() if points)
        if taken and actor in state.get(CAST):
            yield f"{taken} of {name_of(state, actor)} cannot come back while it lasts"


def _healing(tables: Tables, state: State) -> Rows:
    for injury in injuries(tables, state):
        yield ProgressRow(
            label=f"{injury.actor.name}: {injury.card.text}",
            note=f"{injury.slot}; {_prospect(tables, state, injury)}",
        )


def _prospect(tables: Tables, state: State, injury: Injury) -> str:
    mending = mending_of(state, injury)
    time = tables.time.shorter_of(injury.rules.time, mending.treated) if mending.treated else injury.rules.time
    care = ", treated" if mending.treated else ""
    if mending.since is not None:
        return _left(state, mending.since + tables.time.seconds_of(time)) + care
    if scores_of(state, injury.actor.id)[injury.score] < _whole(tables, state, injury.actor, injury.score):
        return f"begins to heal when {injury.score} is whole again{care}"
    return f"needs {time.lower()}{care}"


def _magic(tables: Tables, state: State) -> Rows:
    for working in state.get(UNDERTAKINGS).values():
        if working.maker in state.get(CAST):
            against = f"against {working.difficulty}" if working.difficulty is not None else ""
            label = f"{name_of(state, working.maker)}: {working.words or working.purpose.replace('-', ' ')}"
            yield ProgressRow(label=label, note=", ".join(part for part in ("being worked", against) if part))
    for found in in_effect(state):
        label = found.name if found.name.casefold().startswith(found.kind) else f"{found.kind}: {found.name}"
        yield ProgressRow(label=label, note=", ".join(_enchantment(tables, state, found)))


def _enchantment(tables: Tables, state: State, found: Enchantment) -> Iterator[str]:
    cast = state.get(CAST)
    if found.target in cast:
        yield f"on {name_of(state, found.target)}"
    if found.place:
        yield f"at {found.place}"
    if found.item and found.item not in found.name:
        yield f"on {found.item}"
    if found.maker in cast and found.maker != found.target:
        yield f"by {name_of(state, found.maker)}"
    if found.lasts == SCENE_LONG:
        yield "for this scene"
    elif found.lasts == FOREVER:
        yield "until something ends it"
    else:
        yield _left(state, found.since + tables.time.seconds_of(found.lasts))
    if found.result is not None:
        yield f"undone by {found.result}"


# -- the long run ----------------------------------------------------------------------------------------------------


def _experience(tables: Tables, state: State) -> Rows:
    """While there is a refresh: what everybody can spend now."""
    development = state.get(DEVELOPMENT)
    if not development.is_open:
        return
    for actor in players_characters(state):
        free = development.free.get(actor.id, 0)
        parts = [f"points to spend{f', {free} free change' + 's' * (free != 1) if free else ''}"]
        parts += ["a change waits for the Storyteller"] * (actor.id in development.proposals)
        yield ProgressRow(label=actor.name, value=unspent(tables, actor.sheet), note=", ".join(parts))


def _time(tables: Tables, state: State) -> Rows:
    last, track = state.get(LAST_SPAN), tables.time.track
    if last in track:
        yield ProgressRow(
            label=f"last passed: {last.lower()}",
            value=track.index(last) + 1,
            whole=len(track),
            note=f"on the time track; {span(now(state))} since the game began",
        )
