"""What comes before the battle proper: the generals manoeuvre, and magicians struggle for their armies.

Champions fight as others do who get personal; that is in `personal_combat`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId
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
)
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.moments import RollIsOver, TurnLost
from fatetable.mechanics.rolls.resolution import UNNAMED_ADVANTAGE
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.skein.battle.rolls import AID, MANOEUVRE, WORKING, BattleRolls, kind_of, lay
from fatetable.rulesets.skein.battle.state import (
    BATTLE,
    MAGIC,
    MANOEUVRING,
    Battle,
    able,
    army_name,
    battle_of,
    change_battle,
    change_force,
    is_able,
    is_caller,
    is_idle,
    require_caller,
)
from fatetable.rulesets.skein.book import BattleMagic, Tables
from fatetable.rulesets.skein.sheet import all_effects, level, skill_name


class ManoeuvreArmies(Command, frozen=True, tag="manoeuvre-armies"):
    """The general who goes first tries for the better position; the other answers."""

    description: str


class LeadMagic(Command, frozen=True, tag="lead-magic"):
    """A magician coordinates the magic of an army."""

    actor: ActorId
    skill: str
    description: str


class AidMagic(Command, frozen=True, kw_only=True, tag="aid-magic"):
    """Another magician makes a manoeuvre that helps the coordinator."""

    actor: ActorId
    skill: str
    words: str
    description: str


class CallMagic(Command, frozen=True, tag="call-magic"):
    """The magicians who were named roll against each other; one alone, against a fixed difficulty."""


def magic_skills(tables: Tables, actor: Actor) -> tuple[str, ...]:
    """The skills somebody may use for the magic before a battle (SK-BATTLE-12, SK-STUNT-20, SK-STUNT-42)."""
    opened = (effect.skill for _, effect in all_effects(tables, actor.sheet) if isinstance(effect, BattleMagic))
    known = tuple(dict.fromkeys((*tables.battle.figures.magic_skills, *opened)))
    return tuple(skill for skill in known if level(tables, actor.sheet, skill) > 0)


def placed_by(state: State, roll: Roll) -> tuple[AspectId, ...]:
    """The Aspects that a manoeuvre has placed."""
    cards = state.get(ASPECTS).values()
    return tuple(card.id for card in cards if any(free.source == roll.id for free in card.free))


def _without(actors: tuple[ActorId, ...], gone: ActorId) -> tuple[ActorId, ...]:
    return tuple(actor for actor in actors if actor != gone)


class Preliminaries(Struct, frozen=True, kw_only=True):
    tables: Tables
    rolls: BattleRolls
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle preliminaries",
            decides={
                ManoeuvreArmies: self._manoeuvre,
                LeadMagic: self._lead,
                AidMagic: self._aid,
                CallMagic: self._call,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, TurnLost),
        )

    # -- manoeuvring ---------------------------------------------------------------------------------------------

    def _manoeuvre(self, decision: Decision, command: ManoeuvreArmies) -> None:
        battle = battle_of(decision, MANOEUVRING)
        decision.require(battle.is_due, "done-already", "The armies have manoeuvred.")
        first, second = battle.forces
        require_control(decision, actor_of(decision, first.general))
        skill = self.tables.battle.figures.manoeuvring_skill
        self.rolls.test(decision, MANOEUVRE, first.general, skill, command.description, against=second.general)

    def _manoeuvred(self, decision: Decision, battle: Battle, margin: int) -> None:
        """The winner places an Aspect; of equal armies the winner's goes first from now on (SK-BATTLE-19)."""
        winner = 0 if margin > 0 else 1
        forces = battle.forces
        if margin < 0 and battle.is_even:
            forces, winner = (forces[1], forces[0]), 0
        battle = change_battle(decision, forces=forces, is_due=False, is_done=True)
        if margin:
            general, free = battle.forces[winner].general, self.tables.battle.figures.free_uses
            name = name_of(decision.state, general)
            self.rolls.ask_aspect(decision, general, winner, free, f"{name} has the better of it.", "manoeuvring")

    # -- magic ---------------------------------------------------------------------------------------------------

    def _magician(self, decision: Decision, actor_id: ActorId, skill: str) -> tuple[Battle, int, Actor]:
        battle = battle_of(decision, MAGIC)
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require(not battle.is_done, "done-already", "The struggle of magic is over.")
        index = battle.force_of(actor.id)
        name, is_there = actor.name, index >= 0 and is_able(decision.state, actor.id)
        decision.require(is_there, "no-magician", f"{name} is not there with an army of this battle.")
        decision.require(
            skill in magic_skills(self.tables, actor),
            "no-magician",
            f"{name} cannot use {skill_name(self.tables, skill)} for an army: it takes magic that serves in battle.",
        )
        return battle, index, actor

    def _lead(self, decision: Decision, command: LeadMagic) -> None:
        _, index, actor = self._magician(decision, command.actor, command.skill)
        words = command.description.strip()
        decision.require_described(words, "no-description", "Say what your character does.")
        change_force(decision, index, magician=actor.id, magic=command.skill, working=words)

    def _cannot_aid(self, battle: Battle, leader: ActorId, actor: Actor) -> Refusal | None:
        if leader in (NOBODY, actor.id):
            return Refusal("cannot-aid", f"{actor.name} has nobody to aid: another has to lead the magic first.")
        if actor.id in battle.aided:
            return Refusal("cannot-aid", f"{actor.name} has aided already.")
        if actor.id in battle.prepared:
            return Refusal("cannot-aid", f"{actor.name} has done something else in this step.")
        return None

    def _aid(self, decision: Decision, command: AidMagic) -> None:
        battle, index, actor = self._magician(decision, command.actor, command.skill)
        leader = battle.forces[index].magician
        decision.require_allowed(self._cannot_aid(battle, leader, actor))
        words = decision.described(command.words, UNNAMED_ADVANTAGE, "no-words", "Word the aspect you want to create.")
        difficulty = self.tables.rolling.figures.manoeuvre_difficulty
        self.rolls.test(decision, AID, actor.id, command.skill, command.description, difficulty=difficulty, words=words)
        change_battle(decision, aided=(*battle.aided, actor.id), prepared=(*battle.prepared, actor.id))

    def _aided(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """The leader uses its Aspect on the roll that it aids, and no later (SK-BATTLE-13)."""
        if (roll.margin or 0) >= 0:
            force = battle.forces[battle.force_of(roll.actor)]
            free = self.tables.battle.figures.free_uses
            aspect = lay(decision, roll.declaration.words, force.army, force.magician, free)
            change_battle(decision, passing=(*battle.passing, aspect))

    def _call(self, decision: Decision, _: CallMagic) -> None:
        battle = battle_of(decision, MAGIC)
        require_caller(decision, battle)
        ready = self._ready(battle)
        decision.require(bool(ready), "no-magician", "No magician has been named; one has to lead the magic first.")
        force = battle.forces[ready[0]]
        if len(ready) > 1:
            against = battle.forces[ready[1]].magician
            self.rolls.test(decision, WORKING, force.magician, force.magic, force.working, against=against)
        else:
            difficulty = self.tables.battle.figures.unopposed_magic
            self.rolls.test(decision, WORKING, force.magician, force.magic, force.working, difficulty=difficulty)

    def _ready(self, battle: Battle) -> tuple[int, ...]:
        if battle.is_done:
            return ()
        return tuple(index for index, force in enumerate(battle.forces) if force.magician)

    def _worked(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """The winner places an Aspect; a draw of two magicians comes to nothing (SK-BATTLE-12)."""
        margin = roll.margin or 0
        index = battle.force_of(roll.actor)
        if roll.is_opposed and margin < 0:
            index = 1 - index
        is_won = margin != 0 if roll.is_opposed else margin >= 0
        change_battle(decision, is_due=False, is_done=True)
        if is_won:
            magician, free = battle.forces[index].magician, self.tables.battle.figures.free_uses
            why = f"The magic of {army_name(decision.state, battle, index)} prevails."
            self.rolls.ask_aspect(decision, magician, index, free, why, "battle-magic")

    # -- what comes of rolls -------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        battle = decision.state.get(BATTLE)
        if battle is None:
            return
        if isinstance(moment, TurnLost):
            self._prepared(decision, battle, ActorId(moment.actor))
        if not isinstance(moment, RollIsOver):
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        kind = kind_of(roll)
        if moment.was_cancelled:
            if kind == AID:
                aided, prepared = _without(battle.aided, roll.actor), _without(battle.prepared, roll.actor)
                change_battle(decision, aided=aided, prepared=prepared)
        elif kind == MANOEUVRE:
            self._manoeuvred(decision, battle, roll.margin or 0)
        elif kind == WORKING:
            self._worked(decision, battle, roll)
        elif kind == AID:
            self._aided(decision, battle, roll)
        elif not kind and roll.takes_action:
            self._prepared(decision, battle, roll.actor, placed_by(decision.state, roll))

    def _prepared(self, decision: Decision, battle: Battle, actor: ActorId, placed: tuple[AspectId, ...] = ()) -> None:
        """Somebody has done what they do in this step beside it; what they have placed ends with it (SK-BATTLE-10)."""
        if battle.is_prepared_for and decision.state.get(ENCOUNTER) is None:
            prepared, passing = (*battle.prepared, actor), (*battle.passing, *placed)
            change_battle(decision, prepared=prepared, passing=passing)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None or not is_idle(state):
            return
        if battle.stage == MANOEUVRING and battle.is_due:
            general = state.get(CAST)[battle.forces[0].general]
            if controls(seat, general):
                yield Offer(
                    command=ManoeuvreArmies(""),
                    label="manoeuvre for position",
                    actor=general.id,
                    verb="create",
                    holes=(TextHole("description", "how?", is_description=True),),
                    cites=self.cites("manoeuvring"),
                    group="battle",
                )
        if battle.stage == MAGIC and not battle.is_done:
            if is_caller(battle, seat) and self._ready(battle):
                yield Offer(
                    command=CallMagic(),
                    label="Begin the magic",
                    verb="start",
                    cites=self.cites("battle-magic"),
                    group="moment",
                )
            for index in (0, 1):
                yield from self._magician_offers(state, seat, battle, index)

    def _magician_offers(self, state: State, seat: Seat, battle: Battle, index: int) -> Iterator[Offer]:
        force = battle.forces[index]
        for actor in (state.get(CAST)[each] for each in able(state, force.people)):
            skills = tuple(Choice(skill, skill_name(self.tables, skill)) for skill in magic_skills(self.tables, actor))
            if not controls(seat, actor) or not skills:
                continue
            how = TextHole("description", "how?", is_description=True)
            yield Offer(
                command=LeadMagic(actor.id, "", ""),
                label=f"lead the magic of {name_of(state, force.army)}",
                actor=actor.id,
                verb="create",
                target=Target("actor", force.army),
                holes=(ChoiceHole("skill", "with", skills), how),
                cites=self.cites("battle-magic"),
                group="battle",
            )
            if self._cannot_aid(battle, force.magician, actor) is None:
                yield Offer(
                    command=AidMagic(actor=actor.id, skill="", words="", description=""),
                    label=f"aid {name_of(state, force.magician)}",
                    actor=actor.id,
                    verb="help",
                    target=Target("actor", force.magician),
                    holes=(ChoiceHole("skill", "with", skills), TextHole("words", "Aspect", is_description=True), how),
                    cites=self.cites("battle-aid"),
                    group="battle",
                )
