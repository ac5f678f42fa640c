"""Tests the Storyteller asks for, such as who notices something; the Storyteller tells what comes of them."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.skein.book import MAGICAL, Tables
from fatetable.rulesets.skein.rolls.called_tests import trait_for

ASKED = "asked-for"
MOST_DIFFICULTY = 20


class CallForTest(Command, frozen=True, kw_only=True, tag="call-for-test"):
    actors: tuple[ActorId, ...]
    trait: str
    difficulty: int
    description: str


@functools.lru_cache(maxsize=16)
def open_to_all(tables: Tables) -> tuple[Choice, ...]:
    """The skills everybody can roll, beginning with Awareness, which is asked for most (SK-SKILL-10)."""
    found = (skill for skill in tables.skills if not skill.is_group and skill.category != MAGICAL)
    return tuple(Choice(skill.id, skill.name) for skill in found)


class CalledByStoryteller(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="calling for tests", decides={CallForTest: self._call}, offers=self._offers)

    def _able(self, state: State) -> tuple[Choice, ...]:
        return tuple(
            Choice(actor.id, actor.name)
            for actor in state.get(CAST).values()
            if is_active(state, actor.id) and actor.kind != "army" and not is_rolling(state, actor.id)
        )

    def _call(self, decision: Decision, command: CallForTest) -> None:
        decision.require_gm()
        able = {choice.value for choice in self._able(decision.state)}
        decision.require(
            bool(command.actors) and len(set(command.actors)) == len(command.actors) and set(command.actors) <= able,
            "bad-target",
            "Name those who are there and have nothing else to roll, each once.",
        )
        decision.require(
            command.trait in {choice.value for choice in open_to_all(self.tables)},
            "unknown-trait",
            f"{command.trait!r} is no skill that everybody has.",
        )
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        decision.require_described(command.description, "no-description", "Say what it is about.")
        for actor_id in command.actors:
            actor = actor_of(decision, actor_id)
            undertake(
                decision,
                self.rules,
                actor,
                trait_for(actor, command.trait),
                ASKED,
                command.description.strip(),
                action=OVERCOME,
                difficulty=command.difficulty,
                takes_action=False,
            )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        able = self._able(state) if seat.is_gm else ()
        if able:
            difficulty = NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY, suggestions=self.rules.difficulties)
            yield Offer(
                command=CallForTest(actors=(), trait="", difficulty=0, description=""),
                label="Call for a Test",
                verb="start",
                holes=(
                    ManyHole("actors", "who", able, least=1),
                    ChoiceHole("trait", "skill", open_to_all(self.tables)),
                    difficulty,
                    TextHole("description", "reason", is_description=True),
                ),
                cites=self.cites("called-test"),
                group="gm",
            )
