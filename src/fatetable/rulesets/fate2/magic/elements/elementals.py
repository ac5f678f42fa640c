"""Elementals: called, bound to one mage, and dispelled (F2-ELE-07 to F2-ELE-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, borne_by
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, ActorJoined, controlled, followers_of
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.encounters.state import takes_part
from fatetable.mechanics.harm.state import TAKEN_OUT, is_out, set_condition
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver
from fatetable.mechanics.scenes.departures import leave_game
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import DISPELLING, MASTERY, RULESET, SUMMONING, Element, Tables
from fatetable.rulesets.fate2.magic.elements.scopes import Scopes
from fatetable.rulesets.fate2.magic.frame import Frame, succeeded
from fatetable.rulesets.fate2.sheet import BARE, MINOR

CALLING, BINDING, BANISHING = "call-elemental", "bind-elemental", "banish-elemental"


class CallElemental(Command, frozen=True, kw_only=True, tag="fate2-call-elemental"):
    actor: ActorId
    element: str
    rank: str
    description: str = ""


class BindElemental(Command, frozen=True, kw_only=True, tag="fate2-bind-elemental"):
    actor: ActorId
    target: ActorId
    description: str = ""


class BanishElemental(Command, frozen=True, kw_only=True, tag="fate2-banish-elemental"):
    """Dispel an elemental, with its own element or the one opposed to it."""

    actor: ActorId
    target: ActorId
    element: str
    description: str = ""


class Elementals(Struct, frozen=True, kw_only=True):
    """`finish` works out what follows from a sheet."""

    tables: Tables
    frame: Frame
    finish: Callable[[Sheet], Sheet]

    @property
    def scopes(self) -> Scopes:
        return Scopes(self.tables)

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="elementals",
            decides={CallElemental: self._call, BindElemental: self._bind, BanishElemental: self._banish},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds),
        )

    # -- what they are ---------------------------------------------------------------------------------------------

    def nature(self, state: State, actor: Actor) -> tuple[Element, int] | None:
        return nature(self.tables, state, actor)

    def _sheet(self, element: Element, rank: int) -> Sheet:
        """One aspect, whose level is the rank that calls it (F2-ELE-07)."""
        aspect = Entry(name=element.elemental, numbers={"level": rank})
        return self.finish(
            Sheet(
                ruleset=RULESET,
                name=element.elemental,
                kind=MINOR,
                description=f"{self.scopes.name(rank)}-sized; obvious, with no way to hide.",
                entries={BARE: (aspect,)},
            )
        )

    def _there(self, state: State) -> tuple[Actor, ...]:
        there = (actor for actor in state.get(CAST).values() if is_active(state, actor.id) and not actor.is_hidden)
        return tuple(actor for actor in there if self.nature(state, actor))

    # -- calling and binding ---------------------------------------------------------------------------------------

    def _cannot(self, state: State, actor: Actor, skill: str) -> Refusal | None:
        if not self.scopes.is_mage(actor) or skill not in actor.sheet.traits:
            return Refusal("no-such-magic-known", f"{actor.name} has not learnt that.")
        return self.frame.cannot(state, actor)

    def _cannot_bind(self, state: State, actor: Actor) -> Refusal | None:
        if any(self.nature(state, follower) for follower in followers_of(state, actor.id)):
            return Refusal("one-elemental", f"{actor.name} has an elemental bound already.", "bind-elemental")
        return self._cannot(state, actor, MASTERY)

    def _call(self, decision: Decision, command: CallElemental) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require_allowed(self._cannot(decision.state, actor, SUMMONING))
        element = self.tables.elements.element(command.element)
        reach = self.scopes.reach(actor, element) if element is not None else 0
        is_known = command.rank in {choice.value for choice in self.scopes.choices(reach, 1)}
        decision.require(is_known, "scope-too-large", f"{actor.name} cannot call one as large.", "scope")
        rank = int(command.rank)
        self.frame.roll(
            decision,
            actor,
            SUMMONING,
            CALLING,
            command.description,
            difficulty=self.scopes.difficulty(rank),
            words=command.element,
            details={"rank": rank},
        )

    def _free(self, state: State) -> tuple[Actor, ...]:
        return tuple(actor for actor in self._there(state) if not actor.patron)

    def _bind(self, decision: Decision, command: BindElemental) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require_allowed(self._cannot_bind(decision.state, actor))
        found = next((each for each in self._free(decision.state) if each.id == command.target), None)
        known = self.nature(decision.state, found) if found is not None else None
        if found is None or known is None:
            raise decision.violation("bad-target", "There is no such elemental to bind.")
        difficulty = self.scopes.difficulty(known[1])
        self.frame.roll(decision, actor, MASTERY, BINDING, command.description, difficulty=difficulty, target=found.id)

    # -- banishing -------------------------------------------------------------------------------------------------

    def _ways(self, state: State, actor: Actor, target: Actor) -> tuple[Element, ...]:
        """The elements that reach an elemental: summoned things count one scope lower (F2-ELE-09)."""
        known = self.nature(state, target)
        if known is None or not self.scopes.is_mage(actor):
            return ()
        element, level = known
        return tuple(each for each in self.scopes.dispelled_by(element) if self.scopes.level(actor, each) >= level - 1)

    def _banish(self, decision: Decision, command: BanishElemental) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require_allowed(self._cannot(decision.state, actor, DISPELLING))
        found = next((each for each in self._there(decision.state) if each.id == command.target), None)
        known = self.nature(decision.state, found) if found is not None else None
        if found is None or known is None:
            raise decision.violation("bad-target", "There is no such elemental.")
        names = {each.name for each in self._ways(decision.state, actor, found)}
        decision.require(command.element in names, "scope-too-large", f"{actor.name} cannot reach it so.", "scope")
        difficulty = self.scopes.difficulty(known[1])
        self.frame.roll(
            decision, actor, DISPELLING, BANISHING, command.description, difficulty=difficulty, target=found.id
        )

    # -- what comes of it ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ConflictEnds):
            for actor in tuple(decision.state.get(CAST).values()):
                if self.nature(decision.state, actor) and is_out(decision.state, actor.id):
                    leave_game(decision, actor, actor.patron, f"{actor.name} is gone")
            return
        done = finished(decision, moment, (CALLING, BINDING, BANISHING))
        if done is None or not succeeded(done[0]):
            return
        roll, noted = done
        target = decision.state.get(CAST).get(noted.target)
        if noted.purpose == CALLING:
            element = self.tables.elements.element(noted.words)
            assert element is not None
            sheet = self._sheet(element, noted.number("rank"))
            enter(decision, decision.service(Joining).add(decision, sheet, open_aspects=True))
        elif target is not None and noted.purpose == BINDING:
            mage = decision.state.get(CAST)[roll.actor]
            bound = msgspec.structs.replace(target, patron=mage.id, controller=mage.controller)
            decision.emit(ActorJoined(bound))
        elif target is not None:
            self._gone(decision, target)

    def _gone(self, decision: Decision, target: Actor) -> None:
        if not takes_part(decision.state, target.id):
            leave_game(decision, target, target.patron, f"{target.name} is gone")
            return
        set_condition(decision, target.id, "dispelled", out=TAKEN_OUT)
        decision.moment(ActorIsOut(target.id, TAKEN_OUT))

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self.scopes.is_mage(actor):
                yield from self._call_offers(state, actor)
                yield from self._bind_offers(state, actor)
                yield from self._banish_offers(state, actor)

    def _call_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot(state, actor, SUMMONING) is not None:
            return
        for element in self.tables.elements.all:
            if scopes := self.scopes.choices(self.scopes.reach(actor, element), 1):
                yield self.frame.offer(
                    actor,
                    f"call an elemental of {element.name}",
                    CallElemental(actor=actor.id, element=element.name, rank=""),
                    "call-elemental",
                    ChoiceHole("rank", "how large", scopes),
                    verb="create",
                )

    def _bind_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        free = tuple(Choice(each.id, each.name) for each in self._free(state))
        if free and self._cannot_bind(state, actor) is None:
            yield self.frame.offer(
                actor,
                "bind an elemental",
                BindElemental(actor=actor.id, target=ActorId("")),
                "bind-elemental",
                ChoiceHole("target", "which", free),
                is_aimed=True,
            )

    def _banish_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot(state, actor, DISPELLING) is not None:
            return
        for target in self._there(state):
            if ways := self._ways(state, actor, target):
                yield self.frame.offer(
                    actor,
                    f"dispel {target.name}",
                    BanishElemental(actor=actor.id, target=target.id, element=""),
                    "banish-elemental",
                    ChoiceHole("element", "with", tuple(Choice(each.name) for each in ways)),
                    verb="remove",
                )


def nature(tables: Tables, state: State, actor: Actor) -> tuple[Element, int] | None:
    """Of which element somebody is, and how strong (F2-ELE-07); everybody sees that."""
    if actor.kind != MINOR:
        return None
    named = {element.elemental: element for element in tables.elements.all}
    for card in borne_by(state, actor.id):
        if card.kind == CHARACTER and card.known_to is None and card.text in named:
            return named[card.text], card.level
    return None
