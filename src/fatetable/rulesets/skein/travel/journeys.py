"""Journeys, a day at a time: how far the travellers get, and the Endurance Tests they make on the way.

There are no places or roads; the Storyteller says what each day is like.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, ManyHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, name_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.time.passing import pass_time
from fatetable.rulesets.skein.book import Fly, Multiply, Tables, distance, support, travel_difficulty
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.recovery import ORDEALS, DueTest, Ordeals, cannot_suffer, end_ordeal, hardship
from fatetable.rulesets.skein.sheet import HEALTH, PEOPLE, all_effects, level, skill_name
from fatetable.rulesets.skein.time import why_busy

DAY = "A day"
ROUTINE, WEATHER = "routine", "extreme-weather"
FORCED, RIDING, ARMY = "forced-march", "riding", "army"
HINDRANCES = {
    ROUTINE: {"no-rest": "no proper rest", "no-provisions": "nothing to eat"},
    WEATHER: {"no-rest": "no proper rest", "no-provisions": "nothing to eat", "no-clothing": "no clothes for it"},
}
RIDERS_SKILL, HORSES_SKILL = "riding", "strength"
METRES = 1000
TRAVEL = "travel"


class SetOut(Command, frozen=True, kw_only=True, tag="set-out"):
    travellers: tuple[ActorId, ...]
    name: str
    is_army: bool = False
    """Whether they go with a large force."""


class Saddle(Command, frozen=True, tag="saddle"):
    """A traveller rides this animal, which then makes the Tests of a forced march."""

    rider: ActorId
    horse: ActorId


class TravelDay(Command, frozen=True, kw_only=True, tag="travel-day"):
    """One day of the journey; `is_tested` is the one Test that even an ordinary journey may ask for."""

    weather: str = ROUTINE
    hindrances: tuple[str, ...] = ()
    is_forced: bool = False
    is_riding: bool = False
    is_tested: bool = False


class Arrive(Command, frozen=True, tag="arrive"):
    """The journey is over, and with it what it did to people."""


class Journey(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`forced` are the days of forced march on end; `metres` is how far they have come."""

    name: str
    travellers: tuple[ActorId, ...]
    horses: Mapping[ActorId, ActorId] = {}
    is_army: bool = False
    days: int = 0
    forced: int = 0
    metres: int = 0
    is_tested: bool = False
    vehicles: tuple[str, ...] = ()


JOURNEY: Key[Journey | None] = Key("journey", Journey | None, None)


class JourneyChanged(Event, frozen=True, tag="journey-changed/1"):
    """The journey as it is from now on; none, once it is over."""

    journey: Journey | None


def pace_of(tables: Tables, sheet: Sheet) -> int:
    """How many times as far as others somebody gets on feet or wings of their own (SK-STUNT-52, SK-STUNT-55)."""
    effects = [effect for _, effect in all_effects(tables, sheet)]
    swift = max((e.factor for e in effects if isinstance(e, Multiply) and e.what == TRAVEL), default=1)
    return max((e.swift_factor for e in effects if isinstance(e, Fly) and swift > 1), default=swift)


def metres_of(tables: Tables, day: TravelDay, march: int, *, is_army: bool, pace: int = 1) -> int:
    """How far a day brings them (SK-END-10 to SK-END-13)."""
    counts = {FORCED: day.is_forced, RIDING: day.is_riding, ARMY: is_army, WEATHER: day.weather == WEATHER}
    return math.floor(distance(tables, march * METRES * pace, *(each for each, applies in counts.items() if applies)))


class Journeys(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="journeys",
            decides={SetOut: self._set_out, Saddle: self._saddle, TravelDay: self._travel, Arrive: self._arrive},
            evolves=folds(JOURNEY, {JourneyChanged: set_to("journey")}),
            offers=self._offers,
        )

    # -- setting out and arriving --------------------------------------------------------------------------------

    def _journey(self, decision: Decision) -> Journey:
        decision.require_gm()
        journey = decision.state.get(JOURNEY)
        if journey is None:
            raise decision.violation("no-journey", "Nobody is on a journey.")
        decision.require_allowed(why_busy(decision.state))
        return journey

    def _set_out(self, decision: Decision, command: SetOut) -> None:
        decision.require_gm()
        decision.require(decision.state.get(JOURNEY) is None, "on-a-journey", "They are on a journey already.")
        decision.require_allowed(why_busy(decision.state))
        decision.require(bool(command.travellers), "nobody", "Somebody has to travel.")
        decision.require(
            len(set(command.travellers)) == len(command.travellers), "named-twice", "Someone is named twice."
        )
        for traveller in command.travellers:
            decision.require_allowed(_cannot_travel(decision.state, actor_of(decision, traveller)))
        name = decision.described(command.name, "A journey", "no-words", "Say where the journey goes.")
        journey = Journey(name=name, travellers=command.travellers, is_army=command.is_army)
        decision.emit(JourneyChanged(journey))

    def _saddle(self, decision: Decision, command: Saddle) -> None:
        journey = self._journey(decision)
        horse = actor_of(decision, command.horse)
        decision.require(command.rider in journey.travellers, "bad-target", "Only a traveller can ride.")
        decision.require(
            horse.id in self._free_horses(decision.state, journey),
            "no-horse",
            f"{horse.name} is nothing to ride on: it takes an animal that is in play and has no rider yet.",
        )
        horses = {**journey.horses, command.rider: horse.id}
        decision.emit(JourneyChanged(msgspec.structs.replace(journey, horses=horses)))

    def _free_horses(self, state: State, journey: Journey) -> tuple[ActorId, ...]:
        taken = journey.horses.values()
        return tuple(
            actor.id
            for actor in state.get(CAST).values()
            if actor.kind == "animal"
            and cannot_suffer(state, actor) is None
            and actor.id not in taken
            and actor.id not in journey.travellers
        )

    def _arrive(self, decision: Decision, _: Arrive) -> None:
        journey = self._journey(decision)
        for ordeal in tuple(decision.state.get(ORDEALS).values()):
            if ordeal.name == journey.name:
                end_ordeal(decision, ordeal, "they have arrived")
        decision.emit(JourneyChanged(None))

    # -- a day ---------------------------------------------------------------------------------------------------

    def _travel(self, decision: Decision, command: TravelDay) -> None:
        journey = self._journey(decision)
        allowed = HINDRANCES.get(command.weather)
        if allowed is None:
            raise decision.violation("no-such-weather", f"{command.weather!r} is no kind of weather here.")
        decision.require(
            set(command.hindrances) <= set(allowed) and len(set(command.hindrances)) == len(command.hindrances),
            "no-such-hindrance",
            "Something of that does not count on such a day.",
            "travel",
        )
        decision.require(
            not (command.is_forced and command.is_riding) or self._all_ride(decision.state, journey),
            "no-horse",
            "A forced ride takes a horse for everybody.",
        )
        is_needed = self._asks_for_test(command)
        decision.require(
            is_needed or not (command.is_tested and journey.is_tested),
            "already-tested",
            "An ordinary journey asks for one Test at most.",
            "travel",
        )
        day = msgspec.structs.replace(
            journey,
            days=journey.days + 1,
            forced=journey.forced + 1 if command.is_forced else 0,
            metres=journey.metres
            + metres_of(
                self.tables,
                command,
                self.dials.daily_march,
                is_army=journey.is_army,
                pace=1 if command.is_riding else self._pace(decision.state, journey),
            ),
            is_tested=journey.is_tested or command.is_tested or is_needed,
        )
        decision.emit(JourneyChanged(day))
        pass_time(decision, DAY)
        if is_needed or command.is_tested:
            self._test_travellers(decision, day, command)
        if command.is_forced and command.is_riding:
            self._test_horses(decision, day, command)

    def _pace(self, state: State, journey: Journey) -> int:
        """They keep together, so the slowest sets the pace."""
        cast = state.get(CAST)
        return min((pace_of(self.tables, cast[each].sheet) for each in journey.travellers), default=1)

    def _asks_for_test(self, day: TravelDay) -> bool:
        """Bad weather, hunger and a forced march on foot ask for one every day (SK-END-10, SK-END-13, SK-END-14)."""
        on_foot = day.is_forced and not day.is_riding
        return on_foot or day.weather == WEATHER or "no-provisions" in day.hindrances

    def _all_ride(self, state: State, journey: Journey) -> bool:
        able = [each for each in journey.travellers if not is_out(state, each)]
        return all(each in journey.horses and not is_out(state, journey.horses[each]) for each in able)

    def _test_travellers(self, decision: Decision, journey: Journey, day: TravelDay) -> None:
        on_foot = day.is_forced and not day.is_riding
        difficulty = travel_difficulty(
            self.tables, day.weather, hindrances=day.hindrances, forced_day=journey.forced if on_foot else 0
        )
        is_march = on_foot and day.weather == ROUTINE
        for traveller in journey.travellers:
            if not is_out(decision.state, traveller):
                self._demand(
                    decision,
                    journey,
                    traveller,
                    self.dials.forced_march_skill if is_march else self.tables.travel.skill,
                    difficulty,
                )

    def _test_horses(self, decision: Decision, journey: Journey, day: TravelDay) -> None:
        """The horse endures a forced ride, and its rider's skill may support it (SK-END-11)."""
        cast = decision.state.get(CAST)
        difficulty = travel_difficulty(self.tables, day.weather, hindrances=day.hindrances, forced_day=journey.forced)
        for rider, horse in journey.horses.items():
            if is_out(decision.state, rider) or is_out(decision.state, horse):
                continue
            helps = support(
                self.tables,
                level(self.tables, cast[horse].sheet, HORSES_SKILL),
                level(self.tables, cast[rider].sheet, RIDERS_SKILL),
            )
            whose = f"{skill_name(self.tables, RIDERS_SKILL)} of {cast[rider].name}"
            self._demand(decision, journey, horse, HORSES_SKILL, difficulty, helps, whose if helps else "")

    def _demand(
        self,
        decision: Decision,
        journey: Journey,
        actor: ActorId,
        trait: str,
        difficulty: int,
        helps: int = 0,
        helper: str = "",
    ) -> None:
        test = DueTest(
            actor=actor,
            ordeal=hardship(decision, journey.name).id,
            trait=trait,
            score=HEALTH,
            difficulty=difficulty,
            support=helps,
            supporter=helper,
        )
        decision.service(Ordeals).demand(decision, test)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or why_busy(state) is not None:
            return
        journey = state.get(JOURNEY)
        if journey is None:
            cast = state.get(CAST).values()
            people = tuple(Choice(each.id, each.name) for each in cast if _cannot_travel(state, each) is None)
            if people:
                yield Offer(
                    command=SetOut(travellers=(), name=""),
                    label="Set out on a journey",
                    verb="start",
                    holes=(
                        ManyHole("travellers", "who", people, least=1),
                        TextHole("name", "destination", is_description=True),
                        FlagHole("is_army", "with a large force"),
                    ),
                    cites=self.cites("travel"),
                    group="gm",
                )
            return
        yield from self._days(state, journey)
        yield Offer(command=Arrive(), label="Arrive", verb="end", cites=self.cites("travel"), group="gm")
        horses = tuple(Choice(each, name_of(state, each)) for each in self._free_horses(state, journey))
        if horses:
            riders = tuple(Choice(each, name_of(state, each)) for each in journey.travellers)
            yield Offer(
                command=Saddle(NOBODY, NOBODY),
                label="Put a rider on a horse",
                verb="change",
                holes=(ChoiceHole("rider", "who", riders), ChoiceHole("horse", "on", horses)),
                cites=self.cites("forced-march"),
                group="gm",
            )

    def _days(self, state: State, journey: Journey) -> Iterator[Offer]:
        for weather, label in ((ROUTINE, "for a day"), (WEATHER, "for a day in extreme weather")):
            named = tuple(Choice(each, words) for each, words in HINDRANCES[weather].items())
            hindrances: tuple[Hole, ...] = (ManyHole("hindrances", "with", named),)
            if not journey.is_tested:
                hindrances += (FlagHole("is_tested", "with an Endurance Test"),)
            forced = FlagHole("is_forced", "forced march")
            topic = "weather" if weather == WEATHER else "travel"
            yield self._day(f"Walk {label}", TravelDay(weather=weather), topic, *hindrances, forced)
            ride = TravelDay(weather=weather, is_riding=True)
            yield self._day(f"Ride {label}", ride, topic, *hindrances)
            if self._all_ride(state, journey):
                hard = msgspec.structs.replace(ride, is_forced=True)
                yield self._day(f"Ride hard {label}", hard, "forced-march", *hindrances)

    def _day(self, label: str, command: TravelDay, topic: str, *holes: Hole) -> Offer:
        return Offer(command=command, label=label, verb="move", holes=holes, cites=self.cites(topic), group="gm")


def _cannot_travel(state: State, actor: Actor) -> Refusal | None:
    """People travel, and animals that go by themselves, such as a raven with a message."""
    if actor.kind not in (*PEOPLE, "animal"):
        return Refusal("bad-target", f"{actor.name} is neither a person nor an animal, and only those travel.")
    return cannot_suffer(state, actor)
