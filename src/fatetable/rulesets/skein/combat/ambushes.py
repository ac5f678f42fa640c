"""Ambushes: a Test before the fight, and an attack by the ambushers before anybody else acts.

The fight itself is started as always; its first turn waits until the ambushers have struck or passed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event, tag_of
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer, Target
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controls,
    name_of,
    require_control,
    seat_of,
)
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK, OVERCOME, Attack
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Declaration, Effort, Modifier, Roll, RollId, a_roll_is_open
from fatetable.mechanics.scenes.lifecycle import WhyBusy
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.who_defends import OPPOSED_BY
from fatetable.rulesets.skein.rolls import trait_for
from fatetable.rulesets.skein.sheet import COMBAT_SKILL, level

GROUP, ALONE = "group-ambush", "ambush"
SKILLS = {GROUP: "strategy-and-tactics", ALONE: "stealth"}


class LayAmbush(Command, frozen=True, tag="lay-ambush"):
    """A leader and their followers ambush everybody else in the scene."""

    leader: ActorId
    followers: tuple[ActorId, ...]


class SneakUp(Command, frozen=True, tag="sneak-up"):
    """One lies in wait for one."""

    actor: ActorId
    victim: ActorId


class ForgoAmbush(Command, frozen=True, tag="forgo-ambush"):
    """Let the chance to strike first go by."""

    actor: ActorId


class Ambush(Struct, frozen=True, omit_defaults=True):
    """`waiting` have still to strike, at one of the `victims`; `laid` is who was in it before its Test was settled."""

    waiting: tuple[ActorId, ...] = ()
    victims: tuple[ActorId, ...] = ()
    laid: tuple[ActorId, ...] = ()
    bonus: int = 0


AMBUSH: Key[Ambush] = Key("ambush", Ambush, Ambush())


class AmbushSet(Event, frozen=True, tag="ambush-set/1"):
    ambush: Ambush


def lies_in_wait(state: State, actor: ActorId) -> bool:
    """May somebody strike before the first turn?"""
    conflict = conflict_of(state)
    return conflict is not None and not conflict.is_running and actor in state.get(AMBUSH).waiting


def ambush_pending(state: State, code: str = "not-finished") -> Refusal | None:
    """Why the first turn cannot begin yet."""
    waits = conflict_of(state) is not None and any(lies_in_wait(state, actor) for actor in state.get(AMBUSH).waiting)
    return Refusal(code, "Those in ambush strike first, or pass.") if waits else None


def waited_for_in_ambush(state: State) -> WaitingBlock | None:
    """The first turn waits for the ambushers."""
    if not ambush_pending(state):
        return None
    seats = dict.fromkeys(seat_of(state, actor) for actor in state.get(AMBUSH).waiting)
    return WaitingBlock(tuple(seats), "strike from hiding, or pass", (tag_of(Attack), tag_of(ForgoAmbush)))


def ambush_modifiers(state: State, roll: Roll, actor: Actor, _: Effort) -> Iterator[Modifier]:
    """Somebody who strikes alone from hiding does so as with a free Aspect (SK-CBT-25)."""
    bonus = state.get(AMBUSH).bonus
    if roll.declaration.action == ATTACK and bonus and lies_in_wait(state, actor.id):
        yield Modifier("ambush", "from hiding", bonus, ("SK-CBT-25",))


class FightTurns(Struct, frozen=True):
    """Whose turn it is; ambushers who still have their attack come first."""

    turns: TurnRules

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        if action == ATTACK and lies_in_wait(state, actor) and not a_roll_is_open(state) and not is_blocked(state):
            return None
        return self.turns.may_act(state, actor, action)

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        return self.turns.may_help(state, helper, roll, effort)

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        ambush = state.get(AMBUSH)
        if lies_in_wait(state, declaration.actor) and declaration.target not in ambush.victims:
            return Refusal("bad-target", f"{name_of(state, declaration.target)} was not ambushed.")
        return self.turns.check(state, declaration)


class Ambushes(Struct, frozen=True, kw_only=True):
    tables: Tables
    why_busy: WhyBusy
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="ambushes",
            decides={LayAmbush: self._lay, SneakUp: self._sneak, ForgoAmbush: self._forgo},
            evolves=folds(AMBUSH, {AmbushSet: set_to("ambush")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ActorIsOut, ConflictEnds, SceneEnds),
        )

    def _too_late(self, state: State) -> Refusal | None:
        """An ambush is laid while nothing has begun yet."""
        if state.get(AMBUSH).waiting:
            return Refusal("too-late", "An ambush is laid already; start its fight, or give it up.")
        if self.why_busy(state) is not None:
            return Refusal("too-late", "An ambush is laid before a fight; finish first what is under way.")
        return None

    def _able(self, state: State) -> tuple[Actor, ...]:
        cast = state.get(CAST).values()
        return tuple(actor for actor in cast if is_active(state, actor.id) and actor.kind != "army")

    def _others(self, state: State, leader: Actor) -> tuple[Actor, ...]:
        return tuple(actor for actor in self._able(state) if actor.id != leader.id)

    def _leader(self, decision: Decision, actor_id: ActorId) -> Actor:
        leader = actor_of(decision, actor_id)
        require_control(decision, leader)
        decision.require_allowed(self._too_late(decision.state))
        decision.require(leader in self._able(decision.state), "not-there", f"{leader.name} is not there.")
        return leader

    def _lay(self, decision: Decision, command: LayAmbush) -> None:
        leader = self._leader(decision, command.leader)
        others = tuple(actor.id for actor in self._others(decision.state, leader))
        victims = tuple(other for other in others if other not in command.followers)
        is_clear = set(command.followers) <= set(others) and bool(victims)
        decision.require(is_clear, "bad-sides", "Somebody has to be left to be ambushed.")
        self._test(decision, leader, GROUP, (leader.id, *dict.fromkeys(command.followers)), victims)

    def _sneak(self, decision: Decision, command: SneakUp) -> None:
        actor = self._leader(decision, command.actor)
        others = {other.id for other in self._others(decision.state, actor)}
        decision.require(command.victim in others, "bad-sides", "There is nobody like that to ambush.")
        self._test(decision, actor, ALONE, (actor.id,), (command.victim,))

    def _test(
        self, decision: Decision, leader: Actor, purpose: str, laid: tuple[ActorId, ...], victims: tuple[ActorId, ...]
    ) -> None:
        """The victim with the highest level of a skill that can notice rolls for all of them (SK-CBT-24)."""
        cast = decision.state.get(CAST)
        watcher = max(victims, key=lambda victim: self._notices(cast[victim], purpose))
        decision.emit(AmbushSet(Ambush(laid=laid, victims=victims)))
        trait = trait_for(leader, SKILLS[purpose])
        words = f"{leader.name} lies in wait"
        undertake(
            decision,
            self.rules,
            leader,
            trait,
            purpose,
            words,
            action=OVERCOME,
            defender=watcher,
            target=watcher,
        )

    def _notices(self, actor: Actor, purpose: str) -> int:
        collective = actor.sheet.traits.get(COMBAT_SKILL, 0)
        return max(collective, *(level(self.tables, actor.sheet, skill) for skill in OPPOSED_BY[purpose]))

    def _nothing_to_forgo(self, state: State, actor: Actor) -> Refusal | None:
        if not lies_in_wait(state, actor.id):
            return Refusal("no-ambush", f"{actor.name} has no ambush to give up.")
        if a_roll_is_open(state):
            return Refusal("no-ambush", "A roll is open; finish it first.")
        return None

    def _forgo(self, decision: Decision, command: ForgoAmbush) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._nothing_to_forgo(decision.state, actor))
        self._done(decision, actor.id)

    def _done(self, decision: Decision, actor: ActorId) -> None:
        ambush = decision.state.get(AMBUSH)
        if actor in ambush.waiting:
            rest = tuple(other for other in ambush.waiting if other != actor)
            decision.emit(AmbushSet(Ambush(rest, ambush.victims, bonus=ambush.bonus) if rest else Ambush()))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll_id, was_cancelled):
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                if roll.declaration.mode in SKILLS and was_cancelled:
                    decision.emit(AmbushSet(Ambush()))
                elif roll.declaration.action == ATTACK and not was_cancelled:
                    self._done(decision, roll.actor)
            case ActorIsOut(actor):
                self._done(decision, ActorId(actor))
            case ConflictEnds() | SceneEnds() if decision.state.get(AMBUSH) != Ambush():
                decision.emit(AmbushSet(Ambush()))
            case _:
                pass
        for purpose, bonus in ((GROUP, 0), (ALONE, self.tables.combat.figures.ambush_bonus)):
            if found := ended(decision, moment, purpose):
                ambush = decision.state.get(AMBUSH)
                is_sprung = margin_of(found) >= 0
                decision.emit(AmbushSet(Ambush(ambush.laid, ambush.victims, bonus=bonus) if is_sprung else Ambush()))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if state.get(AMBUSH).waiting:
            yield from self._forgoing_offers(state, seat)
        elif self._too_late(state) is None:
            yield from self._laying_offers(state, seat)

    def _laying_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self._able(state):
            if controls(seat, actor) and (others := self._others(state, actor)):
                choices = tuple(Choice(other.id, other.name) for other in others)
                yield Offer(
                    command=SneakUp(actor.id, NOBODY),
                    label="ambush someone",
                    actor=actor.id,
                    verb="overcome",
                    target=Target("actor"),
                    holes=(ChoiceHole("victim", "whom", choices),),
                    cites=self.cites("ambush"),
                    group="act",
                )
                yield Offer(
                    command=LayAmbush(actor.id, ()),
                    label="lead an ambush",
                    actor=actor.id,
                    verb="overcome",
                    holes=(ManyHole("followers", "with", choices, most=len(choices) - 1),),
                    cites=self.cites("group-ambush"),
                    group="act",
                )

    def _forgoing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self._able(state):
            if controls(seat, actor) and self._nothing_to_forgo(state, actor) is None:
                yield Offer(
                    command=ForgoAmbush(actor.id),
                    label="give up the ambush",
                    actor=actor.id,
                    verb="pass",
                    cites=self.cites("group-ambush"),
                    group="act",
                )
