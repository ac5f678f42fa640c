"""Planning what is to be made: how good it is, and so how hard, how long and how dear (SF-CRAFT-02 to SF-CRAFT-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import MUNDANE, skill_of, skills_of
from fatetable.rulesets.strange.skills import price_of
from fatetable.rulesets.strange.works.pieces import Device, devices, pieces
from fatetable.rulesets.strange.works.state import Work, WorkPart, WorkSet
from fatetable.rulesets.strange.works.workspaces import MOST_QUALITY, WORKSPACE

CRAFT = "craft"
MOST_IMPROVEMENTS = 6


class PlanWork(Command, frozen=True, kw_only=True, tag="plan-work"):
    """A work of this quality; `cost` is that of its materials, where that matters more."""

    actor: ActorId
    name: str
    quality: int
    cost: int
    tier: str


class PlanEquipment(Command, frozen=True, kw_only=True, tag="plan-equipment"):
    actor: ActorId
    name: str
    improvements: int


class PlanImprovement(Command, frozen=True, kw_only=True, tag="plan-improvement"):
    """So many improvements more for a piece of somebody's equipment."""

    actor: ActorId
    piece: str
    improvements: int


class PlanDevice(Command, frozen=True, kw_only=True, tag="plan-device"):
    """A device that is one skill or several; the `rating` is that of ready-made ones."""

    actor: ActorId
    name: str
    rating: int
    skills: tuple[str, ...]


class Plans(Struct, frozen=True):
    """A plan costs nothing: what it takes is asked for when it is made."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="planning works",
            decides={
                PlanWork: self._work,
                PlanEquipment: self._equipment,
                PlanImprovement: self._improvement,
                PlanDevice: self._device,
            },
            offers=self._offers,
        )

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        skills = skills_of(self.kit.tables, actor.sheet)
        if not actor.has_player or not any(skill.has(CRAFT) or skill.has(WORKSPACE) for skill in skills):
            return Refusal("no-craft", f"{actor.name} has learned nothing to make things with.", CRAFT)
        if state.get(ENCOUNTER) is not None:
            return Refusal("no-calm", "There is no time for that now: the fight or contest has to be over first.")
        return why_kept(self.kit.words, state, actor)

    def _maker(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        return actor

    def _begin(self, decision: Decision, work: Work) -> None:
        decision.emit(WorkSet(work.id, work))

    # -- the kinds of works ------------------------------------------------------------------------------------------

    def _work(self, decision: Decision, command: PlanWork) -> None:
        """It needs a workspace as good as it is, or as its materials are dear (SF-CRAFT-02)."""
        actor = self._maker(decision, command.actor)
        figures = 0 <= command.quality <= MOST_QUALITY and 0 <= command.cost <= MOST_QUALITY
        is_fit = figures and command.tier in {choice.value for choice in self._tiers()}
        decision.require(
            is_fit, "bad-value", f"Quality and cost are from 0 to {MOST_QUALITY}, on a tier that there is."
        )
        name = decision.described(command.name, "Work", "no-words", "Name the work.")
        tier = int(command.tier)
        part = WorkPart(name=name, quality=command.quality, needs=command.cost or command.quality, tier=tier)
        self._begin(
            decision,
            Work(
                id=decision.new_id("w"),
                maker=actor.id,
                owner=actor.id,
                name=name,
                kind="work",
                parts=(part,),
                lasts="story" if tier > MUNDANE else "",
            ),
        )

    def _equipment(self, decision: Decision, command: PlanEquipment) -> None:
        actor = self._maker(decision, command.actor)
        self._require_slots(decision, command.improvements)
        name = decision.described(command.name, "Equipment", "no-words", "Name the piece of equipment.")
        self._begin(decision, self._improved(decision, actor, actor.id, name, "gear", 0, command.improvements))

    def _improvement(self, decision: Decision, command: PlanImprovement) -> None:
        actor = self._maker(decision, command.actor)
        piece = next((e for e in pieces(self.kit.tables, decision.state, actor) if e.id == command.piece), None)
        if piece is None:
            raise decision.violation("no-such-piece", "There is no such piece of equipment to improve.")
        self._require_slots(decision, command.improvements)
        owner, more = piece.owner.id, command.improvements
        self._begin(decision, self._improved(decision, actor, owner, piece.name, "improvement", piece.slots, more))

    def _require_slots(self, decision: Decision, number: int) -> None:
        fits = 1 <= number <= MOST_IMPROVEMENTS
        decision.require(fits, "bad-value", f"From 1 to {MOST_IMPROVEMENTS} improvements are made at once.")

    def _improved(
        self, decision: Decision, maker: Actor, owner: ActorId, name: str, kind: str, has: int, more: int
    ) -> Work:
        """Twice as good as it has improvements then (SF-CRAFT-05), until the session is over (SF-CRAFT-08)."""
        quality = self.kit.tables.works.quality_per_improvement * (has + more)
        return Work(
            id=decision.new_id("w"),
            maker=maker.id,
            owner=owner,
            name=name,
            kind="gear" if kind == "gear" else "improvement",
            parts=(WorkPart(name=name, quality=quality, needs=quality),),
            slots=more,
            lasts="session",
        )

    def _device(self, decision: Decision, command: PlanDevice) -> None:
        """Each of its skills is a part, as good as the skill is dear, on the tier of the skill (SF-CRAFT-06)."""
        actor = self._maker(decision, command.actor)
        found = {each.id: each for each in devices(self.kit.tables, decision.state, actor, command.rating)}
        chosen = [found[each] for each in dict.fromkeys(command.skills) if each in found]
        ratings = self.kit.tables.figures.ratings
        is_rated = ratings.lowest <= command.rating <= ratings.highest
        is_fit = is_rated and 0 < len(chosen) == len(command.skills)
        decision.require(is_fit, "bad-device", "A device is one or several skills that its maker lacks, each once.")
        name = decision.described(command.name, "Device", "no-words", "Name the device.")
        self._begin(
            decision,
            Work(
                id=decision.new_id("w"),
                maker=actor.id,
                owner=actor.id,
                name=name,
                kind="device",
                parts=tuple(self._part(each) for each in chosen),
                lasts="story",
            ),
        )

    def _part(self, device: Device) -> WorkPart:
        skill = skill_of(self.kit.tables, device.entry)
        quality = price_of(self.kit.tables, skill).total
        return WorkPart(name=skill.name, quality=quality, needs=quality, tier=skill.tier, skill=device.entry)

    # -- offers ------------------------------------------------------------------------------------------------------

    def _tiers(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(place), tier.name) for place, tier in enumerate(self.kit.tables.tiers))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._cannot(state, actor) is None:
                yield from self._offers_by(state, actor)

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        name, tiers = TextHole("name", "name", is_description=True), self._tiers()
        number = NumberHole("improvements", "improvements", 1, MOST_IMPROVEMENTS)
        yield self._offer(
            actor,
            "plan a work",
            PlanWork(actor=actor.id, name="", quality=0, cost=0, tier=tiers[0].value),
            name,
            NumberHole("quality", "quality", 0, MOST_QUALITY),
            NumberHole("cost", "cost of materials, if it matters", 0, MOST_QUALITY),
            ChoiceHole("tier", "tier", tiers, suggested=tiers[0].value),
        )
        yield self._offer(actor, "plan equipment", PlanEquipment(actor=actor.id, name="", improvements=1), name, number)
        if found := tuple(Choice(each.id) for each in pieces(self.kit.tables, state, actor)):
            plan = PlanImprovement(actor=actor.id, piece="", improvements=1)
            yield self._offer(
                actor, "plan to improve equipment", plan, ChoiceHole("piece", "which piece", found), number
            )
        ratings = self.kit.tables.figures.ratings
        choices = tuple(Choice(each.id, each.label) for each in devices(self.kit.tables, state, actor))
        yield self._offer(
            actor,
            "plan a device",
            PlanDevice(actor=actor.id, name="", rating=ratings.lowest, skills=()),
            name,
            NumberHole("rating", "rating of ready-made skills", ratings.lowest, ratings.highest),
            ManyHole("skills", "skills", choices, least=1, most=len(choices)),
        )

    def _offer(self, actor: Actor, label: str, command: Command, *holes: Hole) -> Offer:
        return Offer(
            command=command,
            label=label,
            actor=actor.id,
            verb="create",
            holes=holes,
            cites=self.kit.cites("planning"),
            group="act",
        )
