"""Nameless members of an organisation, as good as its skill says (F2-ORG-15)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, followers_of, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.book import RULESET
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations.makeup import skill_name, skill_of
from fatetable.rulesets.fate2.sheet import FIGHTING, MINION, ORGANISATION, SKILLED

MOST = 6


class SendMembers(Command, frozen=True, kw_only=True, tag="send-members"):
    """People without a name come into the scene, as good at their trade as the skill of their organisation."""

    actor: ActorId
    skill: str
    number: int


class Members(Struct, frozen=True, kw_only=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="members of organisations", decides={SendMembers: self._send}, offers=self._offers)

    def _cannot_send(self, state: State, actor: Actor) -> Refusal | None:
        if actor.kind != ORGANISATION:
            return Refusal("no-organisation", f"{actor.name} is no organisation.")
        if actor.is_hidden:
            return Refusal("still-hidden", f"{actor.name} is hidden; reveal it before its people come.")
        if not state.get(SCENE).is_open:
            return Refusal("no-scene", "People come into a scene, and none is open.")
        return unsettled(state)

    def _trades(self, actor: Actor) -> tuple[Choice, ...]:
        """Skills that are about what its people can do."""
        tables = self.kit.tables
        return tuple(
            Choice(trait, f"{skill_name(tables, trait)}, {tables.ladder.word(level)}")
            for trait, level in actor.sheet.traits.items()
            if (skill := skill_of(tables, trait)) is not None and skill.members
        )

    def _send(self, decision: Decision, command: SendMembers) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_send(decision.state, actor))
        known = {choice.value for choice in self._trades(actor)}
        decision.require(command.skill in known, "unknown-trait", f"{actor.name} has no people of that kind.")
        decision.require(0 < command.number <= MOST, "wrong-number", f"Send 1 to {MOST} at once.")
        before = len(followers_of(decision.state, actor.id))
        joining = decision.service(Joining)
        for number in range(before + 1, before + command.number + 1):
            sheet = self._sheet(actor, command.skill, number)
            if actor.controller is not None:
                joined = joining.hand_over(decision, sheet, actor.controller, actor.id)
            else:
                joined = joining.add(decision, sheet, patron=actor.id)
            enter(decision, joined)

    def _sheet(self, actor: Actor, trait: str, number: int) -> Sheet:
        skill, named = skill_of(self.kit.tables, trait), group_and_name(trait)
        assert skill is not None
        return Sheet(
            ruleset=RULESET,
            name=f"{named[1] if named else skill.name}, {actor.name} {number}",
            kind=MINION,
            numbers={FIGHTING: actor.sheet.traits[trait]},
            texts={SKILLED: skill.members},
        )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if actor.kind == ORGANISATION and self._cannot_send(state, actor) is None and self._trades(actor):
                yield Offer(
                    command=SendMembers(actor=actor.id, skill="", number=1),
                    label="send some of its people",
                    actor=actor.id,
                    verb="join",
                    target=Target("scene"),
                    holes=(
                        ChoiceHole("skill", "who are good at", self._trades(actor)),
                        NumberHole("number", "how many", 1, MOST),
                    ),
                    cites=self.kit.cites("members"),
                    group="act",
                )
