"""Making a check of a challenge: who may, when, and what it is rolled against."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, name_of, require_control
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.procedure import oppose_roll
from fatetable.mechanics.rolls.state import Modifier, open_rolls, unsettled
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.undertakings.state import UNDERTAKINGS, Undertaking
from fatetable.mechanics.undertakings.undertaking import CALLED, undertake
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.challenges.marking import penalty_of
from fatetable.rulesets.fate2.challenges.spans import in_words, waits
from fatetable.rulesets.fate2.challenges.state import CHALLENGES, LadderChallenge, challenge_of
from fatetable.rulesets.fate2.kit import FateKit

CHALLENGE = "challenge"
"""The purpose of the rolls of challenges."""


class TryChallenge(Command, frozen=True, kw_only=True, tag="fate2-try-challenge"):
    """Make the next check of a challenge."""

    actor: ActorId
    challenge: str
    trait: str
    description: str = ""


class ChallengeChecks(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="checks of challenges", decides={TryChallenge: self._try}, offers=self._offers)

    def _cannot_try(self, state: State, challenge: LadderChallenge, actor: Actor) -> Refusal | None:
        if refusal := _not_in_it(challenge, actor):
            return refusal
        if (left := waits(self.kit.tables, state, challenge)) > 0:
            return Refusal("too-soon", f"The next check can be made {in_words(self.kit.tables, left)}.", "span")
        other = challenge.opponent_of(actor.id)
        if state.get(SCENE).is_open:
            if other and not is_active(state, other):
                return Refusal("not-there", f"{name_of(state, other)} is not there.")
            return self.kit.may_declare(state, actor, CALLED) or unsettled(state)
        out = next((each for each in (actor.id, other) if each and is_out(state, each)), None)
        if out is not None:
            return Refusal("out-of-the-scene", f"{name_of(state, out)} is out.")
        return unsettled(state)

    def _traits(self, challenge: LadderChallenge, actor: Actor) -> tuple[Choice, ...]:
        """The skills of the challenge that the campaign has, or any."""
        found = self.kit.checks.traits(actor, CALLED)
        wanted = {skill for skill in challenge.skills if self.kit.tables.skill(skill) is not None}
        return tuple(Choice(trait.id, trait.label) for trait in found if not wanted or trait.id in wanted)

    def _try(self, decision: Decision, command: TryChallenge) -> None:
        actor, challenge = actor_of(decision, command.actor), challenge_of(decision, command.challenge)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_try(decision.state, challenge, actor))
        known = {choice.value for choice in self._traits(challenge, actor)}
        decision.require(command.trait in known, "unknown-trait", f"{actor.name} cannot do that with this.")
        words = decision.described(command.description, challenge.name, "no-description", "Say what is done.")
        other = challenge.opponent_of(actor.id)
        roll = undertake(
            decision,
            self.kit.checks,
            actor,
            command.trait,
            CHALLENGE,
            words,
            modifiers=losses(self.kit.tables, challenge, actor.id),
            difficulty=challenge.difficulty,
            defender=other,
            target=other,
            noted=Undertaking(purpose=CHALLENGE, maker=actor.id, target=other, work=challenge.id),
        )
        if other:
            oppose_roll(decision, roll)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for challenge in state.get(CHALLENGES).values():
            for actor in controlled(state, seat):
                if self._cannot_try(state, challenge, actor) is None and (traits := self._traits(challenge, actor)):
                    yield Offer(
                        command=TryChallenge(actor=actor.id, challenge=challenge.id, trait=""),
                        **one_of_a_family("work at …", challenge.name),
                        actor=actor.id,
                        verb="overcome",
                        holes=(
                            ChoiceHole("trait", "with", traits),
                            TextHole("description", "how?", is_description=True),
                        ),
                        cites=self.kit.cites("challenge"),
                        group="act",
                    )


def _not_in_it(challenge: LadderChallenge, actor: Actor) -> Refusal | None:
    """Two work against each other; at anything else the players' characters work, and one may oppose them."""
    is_in = actor.id in challenge.sides if challenge.is_between_two else actor.has_player
    if not is_in or actor.id == challenge.opponent:
        return Refusal("not-in-the-challenge", f"{actor.name} does not work at this challenge.", "challenge")
    return None


def losses(tables: Tables, challenge: LadderChallenge, actor: ActorId) -> tuple[Modifier, ...]:
    """What marks take off somebody's roll in the challenge (F2-CHAL-16)."""
    amount = penalty_of(challenge, tables.ladders.penalties, actor)
    return (Modifier("losses", "Losses", -amount, tables.ladders.cites),) if amount else ()


def with_losses(tables: Tables, standing: StandingModifiers) -> StandingModifiers:
    """What counts by itself, with what losses take off the answer to a check of a challenge."""

    def more(state: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        return (*standing(state, actor, action, trait), *_losses_in_answers(tables, state, actor.id))

    return more


def _losses_in_answers(tables: Tables, state: State, actor: ActorId) -> Iterator[Modifier]:
    noted, running = state.get(UNDERTAKINGS), state.get(CHALLENGES)
    for roll in open_rolls(state) if noted and running else ():
        found = running.get(noted[roll.id].work) if roll.id in noted else None
        if found is not None and roll.defender == actor:
            yield from losses(tables, found, actor)
