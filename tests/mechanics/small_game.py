"""A small game assembled from shared subsystems, to test each without any book.

Rolls are declared in it and go no further, unless `parts` and a `procedure` for them are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import pytest

from fatetable.engine.chance import Chance, Seeded
from fatetable.engine.decision import Decision
from fatetable.engine.engine import Engine
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event, LogRecord, Record, SeatId
from fatetable.engine.offers import Choice, Offer
from fatetable.engine.prompts import PROMPTS, Answer, Prompt, PromptContext, open_of
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, Role, Seat, SeatAdded, gm_seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard
from fatetable.mechanics.aspects.compel_points import SamePoints
from fatetable.mechanics.aspects.compel_suggestions import CompelSuggestions
from fatetable.mechanics.aspects.compels import Compels
from fatetable.mechanics.aspects.editing import AspectEditing
from fatetable.mechanics.aspects.lending import Lending
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.pace import BY_HAND, Pace
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.encounters.challenges import Challenges
from fatetable.mechanics.encounters.conceding import Conceding
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.contests import Contests
from fatetable.mechanics.encounters.movement import Movement
from fatetable.mechanics.encounters.state import ENCOUNTER, ENCOUNTER_EVOLVES, Conflict, conflict_of
from fatetable.mechanics.encounters.turn_rulings import TurnRulings
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.state import HARM_EVOLVES, STRESS
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.corrections import Corrections
from fatetable.mechanics.points.economy import Economy
from fatetable.mechanics.points.limited_uses import LimitedUses
from fatetable.mechanics.rolls.check_rules import CheckRules, Trait
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.feature_uses import FeatureUse
from fatetable.mechanics.rolls.procedure import RollProcedure
from fatetable.mechanics.rolls.state import ROLL_EVOLVES
from fatetable.mechanics.scenes.facts import Facts
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter, Joining
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED, SceneLifecycle, StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import DrawZone, MapEditing
from fatetable.mechanics.scenes.premise import Premise
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.mechanics.scenes.sides import SIDES_EVOLVES
from fatetable.mechanics.scenes.zones import ZONES, ZoneId

E = TypeVar("E", bound=Event)

RETH, VOLT, THUG = ActorId("reth"), ActorId("volt"), ActorId("thug")
PEOPLE: Mapping[str, Role] = {"gm": "gm", "ana": "player", "bo": "player"}
CITATIONS = {"invoke": ("S-1",), "compel-stake": ("S-2",), "give-in": ("S-3",)}
HARM = BoxRules(tracks=lambda actor: {STRESS: 2}, slots=lambda actor: ())


def cites(topic: str) -> tuple[str, ...]:
    return CITATIONS.get(topic, ())


def sheet(name: str, kind: str = "hero", speed: int = 1, **more: Any) -> Sheet:
    return Sheet(ruleset="small", name=name, kind=kind, traits={"speed": speed}, **more)


def _problems(sheet: Sheet) -> tuple[Problem, ...]:
    if sheet.name:
        return ()
    return (Problem("error", "no-name", "name", "There is no name."), Problem("advice", "dull", "name", "How dull."))


PACE = Pace(**BY_HAND)  # type: ignore[arg-type]
CHECKS = CheckRules(
    bands=Bands(((None, "fail"), (0, "succeed")), success="succeed"),
    pool=the_same_for_all(DicePool("fate", cites).pool),
    after_throw=DicePool("fate", cites).after_throw,
    traits=lambda actor, action: tuple(
        Trait(name, f"{name.title()} (+{rating})", rating, name.title()) for name, rating in actor.sheet.traits.items()
    ),
    amendments=(),
    may_join=lambda uses, use: True,
    difficulties=(),
    help_bonus=1,
    helpers=1,
    difficulty_shift=0,
    pace=PACE,
    named_kinds=("hero", "foe"),
)


def _nothing(_: Decision, *__: object) -> None:
    """Rolls are declared in this game and go no further by themselves."""


PROCEDURE = RollProcedure(
    rules=CHECKS, oppose=_nothing, answer=_nothing, settle=_nothing, waive=_nothing, land=_nothing
)


class SmallGame:
    """A log and the state it folds to.  `options` change how single subsystems are set up.

    `parts` come on top of those every small game has.
    """

    def __init__(
        self,
        seats: Mapping[str, Role] = PEOPLE,
        *,
        parts: tuple[Part, ...] = (),
        procedure: RollProcedure = PROCEDURE,
        chance: Chance | None = None,
        **options: Any,
    ) -> None:
        self.options = options
        self.chance = chance or Seeded(b"small", "t")
        evolves = {**ROLL_EVOLVES, **SIDES_EVOLVES, **ENCOUNTER_EVOLVES}
        if not any(isinstance(part, Absorbing | Wounding) for part in parts):
            evolves |= HARM_EVOLVES  # Otherwise harm brings its own.
        parts = (*self._parts(), *parts)
        self.engine = Engine(
            (*(part.subsystem() for part in parts), Subsystem(name="state", evolves=evolves)),
            CITATIONS,
            words=Words({"gm": "Keeper"}),
            services=(procedure, *parts),
        )
        self.log: list[LogRecord] = []
        self.state = State()
        for name, role in seats.items():
            self.tell(SeatAdded(Seat(SeatId(name), role, name.title())))

    def _parts(self) -> tuple[Any, ...]:
        words = Words({"gm": "Keeper"})
        economy = Economy(**{"refresh": lambda actor: 3, "pool_per_hero": 1, **self.options.get("economy", {})})
        self.editing = AspectEditing(cites, **self.options.get("editing", {}))
        self.zones = MapEditing(cites)
        self.scenes = SceneLifecycle(
            why_busy=lambda state: NOT_FINISHED if state.get(ENCOUNTER) else None,
            cites=cites,
            pace=self.options.get("pace", PACE),
            **self.options.get("scenes", {}),
        )
        self.joining = Joining(
            pace=PACE,
            ruleset="small",
            problems=_problems,
            matters_of_consent=lambda sheet: ("It is a dragon.",) if "Dragon" in sheet.name else (),
            hero_kinds=("hero",),
            kinds=("foe",),
            harm=self.options.get("harm", {"hero": HARM, "foe": HARM}),
            open_sheets=self.options.get("open_sheets", True),
            ready_opponents=(),
            cites=cites,
        )
        self.conflicts = Conflicts(
            kinds=(Choice("fight"),),
            turn_value=lambda actor, kind: actor.sheet.traits.get("speed", 0),
            rules=CHECKS,
            cites=cites,
            **{"groups_npcs": False, **self.options.get("conflicts", {})},
        )
        usual = {"points": SamePoints(reward=1, price=1), "cites": cites}
        compels = Compels(**{**usual, **self.options.get("compels", {})})
        self.contests = Contests(victories=2, action="overcome", rules=CHECKS, scores=lambda outcome: 1, cites=cites)
        return (
            economy,
            Corrections(words),
            Facts(cites),
            self.editing,
            self.zones,
            self.scenes,
            self.joining,
            Premise(fewest=2, most=4, cites=cites),
            Scenarios(usual_sessions=(1, 2), cites=cites),
            compels,
            CompelSuggestions(compels=compels, cites=cites, words=words),
            Lending(may_lend=lambda card: True, cites=cites),
            self.conflicts,
            TurnRulings(rules=CHECKS, is_judged=lambda actor: not actor.is_pc, cites=cites),
            Conceding(
                pays=1,
                pays_per_consequence=1,
                cites=cites,
                **self.options.get("conceding", {}),
            ),
            Movement(free_zones=1, cites=cites, **self.options.get("movement", {})),
            Challenges(cites),
            self.contests,
            FeatureUse(cites),
            LimitedUses(cites=cites, **self.options.get("uses", {})),
            DicePool("deck", cites),
        )

    # -- setting up ----------------------------------------------------------------------------------------------

    def bring(self, seat: str, name: str, speed: int = 1, **more: Any) -> ActorId:
        self.do(seat, BringCharacter(sheet(name, speed=speed, **more), SeatId(seat)))
        return ActorId(name.lower())

    def scene(self, *features: Feature) -> SmallGame:
        """Reth (Ana's, with these features) and Volt (Bo's) meet a thug."""
        self.bring("ana", "Reth", speed=3, aspects={"motto": "Born to Run"}, features=features)
        self.bring("bo", "Volt", speed=2)
        self.add("Thug")
        self.do("gm", StartSession())
        self.do("gm", StartScene("The Mill", (RETH, VOLT, THUG)))
        return self

    def add(self, name: str, speed: int = 1, **more: Any) -> ActorId:
        """Somebody the game master runs comes to the table."""
        self.do("gm", AddOpponent(sheet(name, "foe", speed), **more))
        return ActorId(name.lower())

    def draw(self, *names: str) -> tuple[ZoneId, ...]:
        """Zones in a row, each next to the one before."""
        drawn: tuple[ZoneId, ...] = ()
        for name in names:
            self.do("gm", DrawZone(name=name, next_to=drawn[-1:]))
            drawn = (*drawn, next(zone.id for zone in self.state.get(ZONES).zones.values() if zone.name == name))
        return drawn

    # -- playing -------------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """A fact that nobody decided."""
        record: LogRecord = Record(self.state.seq + 1, event)
        self.log.append(record)
        self.state = self.engine.follow(self.log, self.state, (record,))

    def do(self, seat: str, command: Command) -> tuple[Event, ...]:
        news, state = self.engine.step(self.state, SeatId(seat), command, self.chance)
        self.log.extend(news)
        self.state = state
        return tuple(record.event for record in news)

    def run(self, act: Callable[[Decision], object]) -> None:
        """Something that other rules do in a decision of the game master's."""
        decision = Decision(self.engine, self.state, gm_seat(self.state), self.chance, None)
        act(decision)
        self.log.extend(decision.records)
        self.state = decision.state

    def refused(self, seat: str, command: Command) -> tuple[str, str]:
        """The code and the sentence; what is refused must not be on offer either."""
        assert not any(offer.matches(command) for offer in self.offers(seat)), f"offered: {command}"
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            self.do(seat, command)
        assert self.state is before
        return refusal.value.code, refusal.value.message

    def answer(
        self, seat: str, kind: type[PromptContext], option: str, **fill: str | int | tuple[str, ...]
    ) -> tuple[Event, ...]:
        return self.do(seat, Answer(self.prompt(kind).id, option, fill))

    def prompt(self, kind: type[PromptContext]) -> Prompt:
        (found,) = open_of(self.state, kind)
        return found

    def is_asked(self, kind: type[PromptContext]) -> bool:
        return bool(open_of(self.state, kind))

    def offers(self, seat: str, command: type[Command] = Command) -> tuple[Offer, ...]:
        found = self.engine.offers(self.view(seat), SeatId(seat))
        return tuple(offer for offer in found if isinstance(offer.command, command))

    def view(self, seat: str) -> State:
        viewer = self.state.get(SEATS)[SeatId(seat)]
        return self.engine.fold(tuple(told_all(self.log, viewer)))

    # -- looking -------------------------------------------------------------------------------------------------

    def card(self, text: str) -> AspectCard:
        return next(card for card in self.state.get(ASPECTS).values() if card.text == text)

    @property
    def conflict(self) -> Conflict:
        found = conflict_of(self.state)
        assert found is not None
        return found

    def has_prompts(self) -> bool:
        return bool(self.state.get(PROMPTS))


def only(events: tuple[Event, ...], kind: type[E]) -> E:
    (found,) = (event for event in events if isinstance(event, kind))
    return found
