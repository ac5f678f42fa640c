"""Casting what was prepared: without a roll, unless somebody has to be hit or it is very hard to do (F2-LVL-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import ChoiceHole, NumberHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, controlled
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import Spell, Tables
from fatetable.rulesets.fate2.magic.frame import Frame, outcome_of, succeeded
from fatetable.rulesets.fate2.magic.level.spells import SpellCast, ready
from fatetable.rulesets.fate2.magic.strikes import Strikes

RECITAL = "spell"


class CastSpell(Command, frozen=True, kw_only=True, tag="fate2-cast-spell"):
    """Cast a prepared spell, at somebody if it is aimed."""

    actor: ActorId
    spell: str
    target: ActorId = NOBODY
    description: str = ""


class MakeCastingHard(Command, frozen=True, tag="fate2-make-casting-hard"):
    """Circumstances are so trying that every spell of this scene takes a roll against the difficulty."""

    difficulty: int


class EaseCasting(Command, frozen=True, tag="fate2-ease-casting"):
    """The circumstances are no longer trying."""


class CastingIsHard(Event, frozen=True, tag="fate2-casting-is-hard/1"):
    """What every spell has to be rolled against; nothing, if spells are cast as usual."""

    difficulty: int | None


TRYING: Key[int | None] = Key("trying-circumstances", int | None, None)


class Recital(Struct, frozen=True, kw_only=True):
    tables: Tables
    frame: Frame
    strikes: Strikes

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="recital of spells",
            decides={CastSpell: self._cast, MakeCastingHard: self._make_hard, EaseCasting: self._ease},
            evolves=folds(TRYING, {CastingIsHard: set_to("difficulty")}),
            offers=(self._offers, self._rulings),
            on_moment=self._on_moment,
            moments=(RollIsOver, SceneEnds),
        )

    # -- casting ---------------------------------------------------------------------------------------------------

    def _cast(self, decision: Decision, command: CastSpell) -> None:
        found = next((each for each in self.tables.spells if each.name == command.spell), None)
        actor = self.frame.require_caster(decision, command.actor, harms=found is not None and found.aimed)
        held = {spell.name: (circle, spell) for circle, spell in ready(self.tables, decision.state, actor)}
        if command.spell not in held:
            raise decision.violation("not-prepared", f"{actor.name} has no such spell ready.")
        circle, spell = held[command.spell]
        if spell.aimed:
            self.frame.require_victims(decision, actor, (command.target,))
        else:
            decision.require(not command.target, "bad-target", "This spell is aimed at nobody.")
        self.frame.require_described(decision, command.description)
        hard = decision.state.get(TRYING)
        words = f"{spell.name}: {command.description}" if command.description.strip() else spell.name
        if hard is not None:
            self.frame.roll(
                decision,
                actor,
                circle.id,
                RECITAL,
                words,
                difficulty=hard,
                target=command.target,
                words=spell.name,
            )
        elif spell.aimed:
            noted = Undertaking(purpose=RECITAL, maker=actor.id, words=spell.name)
            self.frame.attack(decision, actor, circle.id, RECITAL, words, (command.target,), noted=noted)
        else:
            decision.emit(SpellCast(actor.id, circle.id, spell.name))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds):
            if decision.state.get(TRYING) is not None:
                decision.emit(CastingIsHard(None))
        elif done := finished(decision, moment, (RECITAL,)):
            roll, undertaking = done
            decision.emit(SpellCast(roll.actor, roll.declaration.trait, undertaking.words))
            if succeeded(roll) and undertaking.target:
                value = outcome_of(self.frame.rules, decision.state, roll)
                words = roll.declaration.description
                self.strikes.strike(decision, undertaking.target, value, roll.actor, RECITAL, words)

    # -- trying circumstances --------------------------------------------------------------------------------------

    def _make_hard(self, decision: Decision, command: MakeCastingHard) -> None:
        decision.require_gm()
        decision.require_allowed(_cannot_rule(decision.state))
        bounds = self.frame.rules.difficulty_range
        is_known = bounds.lowest <= command.difficulty <= bounds.highest
        decision.require(is_known, "no-such-difficulty", "There is no such difficulty.")
        decision.emit(CastingIsHard(command.difficulty))

    def _ease(self, decision: Decision, _: EaseCasting) -> None:
        decision.require_gm()
        decision.require_allowed(_cannot_rule(decision.state))
        decision.require(decision.state.get(TRYING) is not None, "not-hard", "Casting is not hard here.")
        decision.emit(CastingIsHard(None))

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for _, spell in ready(self.tables, state, actor):
                if self.frame.cannot(state, actor, harms=spell.aimed) is None:
                    yield from self._offers_of(state, actor, spell)

    def _offers_of(self, state: State, actor: Actor, spell: Spell) -> Iterator[Offer]:
        victims = self.frame.victims(state, actor) if spell.aimed else ()
        if victims or not spell.aimed:
            yield self.frame.offer(
                actor,
                f"cast {spell.name}",
                CastSpell(actor=actor.id, spell=spell.name),
                "cast-prepared",
                *((ChoiceHole("target", "target", victims),) if victims else ()),
                verb="attack" if victims else "create",
                cost="the spell is gone",
                is_aimed=bool(victims),
            )

    def _rulings(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or _cannot_rule(state) is not None:
            return
        rules, cites = self.frame.rules, self.frame.cites("cast-prepared")
        bounds = rules.difficulty_range
        number = NumberHole("difficulty", "difficulty", bounds.lowest, bounds.highest, suggestions=rules.difficulties)
        hard = Offer(
            command=MakeCastingHard(0),
            label="Make casting hard",
            verb="change",
            holes=(number,),
            cites=cites,
            group="gm",
        )
        yield hard
        if state.get(TRYING) is not None:
            yield Offer(command=EaseCasting(), label="Make casting easy again", verb="change", cites=cites, group="gm")


def _cannot_rule(state: State) -> Refusal | None:
    if not state.get(SCENE).is_open:
        return Refusal("no-scene", "No scene is being played.")
    return unsettled(state)
