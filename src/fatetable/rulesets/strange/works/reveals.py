"""The Tier Benefit of Craft: a work that nobody knew of, or better equipment, for a fate point (SF-CRAFT-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Price, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.points.accounts import BANK, account_of, cannot_spend, move
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, used_up
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.rulesets.strange.book import RevealRow, Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import Skill, is_on, skills_of
from fatetable.rulesets.strange.works.completion import Completion
from fatetable.rulesets.strange.works.pieces import pieces
from fatetable.rulesets.strange.works.plans import CRAFT
from fatetable.rulesets.strange.works.state import Work, WorkSet


class RevealWork(Command, frozen=True, kw_only=True, tag="reveal-work"):
    """Somebody has a work of a skill with them that was not spoken of before."""

    actor: ActorId
    skill: str
    name: str


class ImproveAtOnce(Command, frozen=True, kw_only=True, tag="improve-at-once"):
    actor: ActorId
    skill: str
    piece: str


def use_of(skill: Skill) -> str:
    """What it is called in the ledger of uses."""
    return f"Revealing a work ({skill.name})"


def reveal_limits(tables: Tables) -> LimitsOf:
    def of_crafts(_: State, actor: Actor) -> Mapping[str, Limit]:
        return {use_of(skill): Limit(1, row.per) for skill, row in _able(tables, actor)}

    return of_crafts


def _able(tables: Tables, actor: Actor) -> Iterator[tuple[Skill, RevealRow]]:
    """The skills whose benefit reveals something, and what."""
    for skill in skills_of(tables, actor.sheet):
        row = tables.works.revealed(skill.benefit(CRAFT))
        if row is not None:
            yield skill, row


class Reveals(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="revealed works",
            decides={RevealWork: self._reveal, ImproveAtOnce: self._improve},
            offers=self._offers,
        )

    def _cannot(self, state: State, actor: Actor, skill: Skill, row: RevealRow) -> Refusal | None:
        if not actor.has_player:
            return Refusal("no-craft", f"{actor.name} reveals nothing.", CRAFT)
        if not is_on(actor, skill):
            return Refusal("not-ready", f"{skill.name} is not ready.", CRAFT)
        return (
            why_kept(self.kit.words, state, actor)
            or used_up(state, actor, use_of(skill), Limit(1, row.per))
            or cannot_spend(state, account_of(actor), self.kit.tables.works.reveal_price)
        )

    def _pay(self, decision: Decision, actor_id: ActorId, skill_id: str) -> tuple[Actor, RevealRow]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        found = next(((s, row) for s, row in _able(self.kit.tables, actor) if s.id == skill_id), None)
        if found is None:
            raise decision.violation("no-craft", f"{actor.name} reveals nothing with that.", CRAFT)
        skill, row = found
        decision.require_allowed(self._cannot(decision.state, actor, skill, row))
        price = self.kit.tables.works.reveal_price
        move(decision, account_of(actor), BANK, price, use_of(skill), "revealing")
        spend_use(decision, actor.id, use_of(skill))
        return actor, row

    def _reveal(self, decision: Decision, command: RevealWork) -> None:
        name = decision.described(command.name, "Secret Work", "no-words", "Name the work.")
        actor, row = self._pay(decision, command.actor, command.skill)
        work = Work(
            id=decision.new_id("w"),
            maker=actor.id,
            owner=actor.id,
            name=name,
            kind="gear",
            slots=row.improvements,
            lasts=row.lasts,
        )
        self._begin(decision, work)

    def _improve(self, decision: Decision, command: ImproveAtOnce) -> None:
        found = actor_of(decision, command.actor)
        piece = next((e for e in pieces(self.kit.tables, decision.state, found) if e.id == command.piece), None)
        if piece is None:
            raise decision.violation("no-such-piece", "There is no such piece of equipment to improve.")
        actor, row = self._pay(decision, command.actor, command.skill)
        work = Work(
            id=decision.new_id("w"),
            maker=actor.id,
            owner=piece.owner.id,
            name=piece.name,
            kind="improvement",
            slots=row.added,
            lasts=row.lasts,
        )
        self._begin(decision, work)

    def _begin(self, decision: Decision, work: Work) -> None:
        decision.emit(WorkSet(work.id, work))
        decision.service(Completion).finish(decision, work)

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for skill, row in _able(self.kit.tables, actor):
                if self._cannot(state, actor, skill, row) is None:
                    yield from self._offers_by(state, actor, skill)

    def _offers_by(self, state: State, actor: Actor, skill: Skill) -> Iterator[Offer]:
        reveal = RevealWork(actor=actor.id, skill=skill.id, name="")
        yield self._offer(
            actor, f"reveal a work of {skill.name}", reveal, TextHole("name", "name", is_description=True)
        )
        if found := tuple(Choice(each.id) for each in pieces(self.kit.tables, state, actor)):
            improve = ImproveAtOnce(actor=actor.id, skill=skill.id, piece="")
            label = f"improve equipment by {skill.name}"
            yield self._offer(actor, label, improve, ChoiceHole("piece", "which piece", found))

    def _offer(self, actor: Actor, label: str, command: Command, hole: Hole) -> Offer:
        return Offer(
            command=command,
            label=label,
            actor=actor.id,
            verb="create",
            price=Price(self.kit.tables.works.reveal_price, account_of(actor)),
            holes=(hole,),
            cites=self.kit.cites("revealing"),
            group="act",
        )
