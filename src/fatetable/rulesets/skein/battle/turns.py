"""The turns of a battle, step by step: heroics, the attacks of the armies, withdrawal; and what ends it.

Getting personal is in `personal_combat`, what happens to everybody afterwards in `aftermath`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, remove
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of, address_of, controls, name_of, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import new_roll_id
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, effort_id
from fatetable.rulesets.skein.battle.personal_combat import PersonalCombat
from fatetable.rulesets.skein.battle.preliminaries import magic_skills
from fatetable.rulesets.skein.battle.rolls import ASSAULT, BattleRolls, kind_of, open_roll
from fatetable.rulesets.skein.battle.state import (
    AFTERMATH,
    ATTACKS,
    BATTLE,
    CHAMPIONS,
    HEROICS,
    MAGIC,
    MANOEUVRING,
    OF_A_BATTLE,
    STAGES,
    SURRENDERED,
    WIPED_OUT,
    WITHDRAWAL,
    WITHDREW,
    Battle,
    able,
    army_effort,
    army_name,
    battle_of,
    change_battle,
    change_force,
    is_caller,
    is_idle,
    require_caller,
    set_stress,
    stress_left,
)
from fatetable.rulesets.skein.book import Tables, army_damage
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls import give_spin, has_spin, lose_spin

NEXT = {MANOEUVRING: MAGIC, MAGIC: CHAMPIONS, CHAMPIONS: HEROICS, WITHDRAWAL: HEROICS}
CALLS = {
    MANOEUVRING: "Go on to the magic",
    MAGIC: "Go on to the champions",
    CHAMPIONS: "Begin the battle",
    WITHDRAWAL: "Begin the next turn",
}


class Proceed(Command, frozen=True, tag="proceed"):
    """The caller goes on to the next step of the battle."""


class AttackWithArmy(Command, frozen=True, tag="attack-with-army"):
    """The army whose step it is attacks; its general says how."""

    description: str


class Withdraw(Command, frozen=True, tag="withdraw"):
    army: ActorId


class Surrender(Command, frozen=True, tag="surrender"):
    army: ActorId
    terms: str


class TermsOffered(PromptContext, frozen=True, tag="surrender"):
    """The terms on which a force surrenders; the other side is asked."""

    battle: str
    force: int
    terms: str


class TermsDemanded(PromptContext, frozen=True, tag="surrender-terms"):
    """Other terms for the force that wants to surrender; it is asked itself."""

    battle: str
    force: int
    terms: str


Terms: TypeAlias = TermsOffered | TermsDemanded


class OnwardStep(Protocol):
    """What has to happen before the battle goes on."""

    def __call__(self, decision: Decision, /) -> None: ...


class HasDeeds(Protocol):
    """May somebody of the side whose step it is still do a deed of their own?"""

    def __call__(self, state: State, battle: Battle, /) -> bool: ...


class BattleTurns(Struct, frozen=True, kw_only=True):
    """`open_aftermath` begins what comes after the last turn; `has_deeds` says whether a hero may still act."""

    tables: Tables
    rolls: BattleRolls
    dials: Dials
    open_aftermath: OnwardStep
    has_deeds: HasDeeds
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle turns",
            decides={
                Proceed: self._proceed,
                AttackWithArmy: self._attack,
                Withdraw: self._withdraw,
                Surrender: self._surrender,
            },
            answers={TermsOffered: self._terms_heard, TermsDemanded: self._terms_answered},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
            follow_up=self._follow_up,
        )

    # -- the sequence --------------------------------------------------------------------------------------------

    def _cannot_proceed(self, battle: Battle) -> Refusal | None:
        if battle.stage not in (*NEXT, HEROICS):
            why = f"This step of the battle ends by what is done in it: {STAGES[battle.stage]}."
            return Refusal("step-not-over", why)
        if battle.is_due:
            return Refusal("step-not-over", f"This step of the battle is not over yet: {STAGES[battle.stage]}.")
        return None

    def _proceed(self, decision: Decision, _: Proceed) -> None:
        """Strictly one step after the other (SK-BATTLE-10, SK-BATTLE-18, SK-BATTLE-19)."""
        battle = battle_of(decision)
        require_caller(decision, battle)
        decision.require_allowed(self._cannot_proceed(battle))
        if battle.stage == HEROICS:
            self._end_heroics(decision, battle)
        else:
            stage = NEXT[battle.stage]
            turn = battle.turn + (stage == HEROICS)
            is_due = self._is_owed(decision.state, battle, stage)
            news = f"Turn {turn} of the battle" if stage == HEROICS else ""
            self._end_preparations(decision, battle)
            change_battle(
                decision,
                news,
                stage=stage,
                turn=turn,
                side=0,
                spent=(),
                prepared=(),
                passing=(),
                is_due=is_due,
                is_done=False,
            )
            if battle.stage == CHAMPIONS:
                decision.service(PersonalCombat).award_champions(decision)

    def _end_preparations(self, decision: Decision, battle: Battle) -> None:
        """What was done beside a step before the battle serves in that step alone."""
        for aspect in battle.passing:
            if card := decision.state.get(ASPECTS).get(aspect):
                remove(decision, card, "its step of the battle is over")

    def _end_heroics(self, decision: Decision, battle: Battle) -> None:
        """After the heroes of one side come those of the other, and then the armies."""
        if battle.side == 0:
            change_battle(decision, side=1)
        else:
            change_battle(decision, stage=ATTACKS[0])

    def _follow_up(self, decision: Decision) -> bool:
        """Where no hero is left who could act, nobody has to say so."""
        battle = decision.state.get(BATTLE)
        if battle is None or battle.stage != HEROICS or self.dials.exchanges_follow == "when-pressed":
            return False
        if not is_idle(decision.state) or self.has_deeds(decision.state, battle):
            return False
        self._end_heroics(decision, battle)
        return True

    def _is_owed(self, state: State, battle: Battle, stage: str) -> bool:
        """Must this step take place?  Magic and champions only where the table wants it so (SK-BATTLE-15)."""
        if self.dials.preliminaries == "skippable" or stage not in self.tables.battle.figures.skippable:
            return False
        ready = [able(state, force.people) for force in battle.forces]
        if stage == MAGIC:
            return any(magic_skills(self.tables, state.get(CAST)[actor]) for actors in ready for actor in actors)
        return all(ready)

    # -- armies attack -------------------------------------------------------------------------------------------

    def _attack(self, decision: Decision, command: AttackWithArmy) -> None:
        battle = battle_of(decision, *ATTACKS)
        index = ATTACKS.index(battle.stage)
        force, enemy = battle.forces[index], battle.forces[1 - index]
        require_control(decision, actor_of(decision, force.general))
        words = command.description.strip()
        decision.require_described(words, "no-description", "Say how your army attacks.")
        roll = new_roll_id(decision)
        effort = army_effort(self.tables, decision, force, effort_id(roll, 0), words, attacks=True)
        open_roll(decision, roll, ASSAULT, effort, against=enemy.general)

    def _attacked(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """Half the degree is stress; a draw leaves an Aspect (SK-BATTLE-24).  No Consequence helps (SK-BATTLE-26)."""
        index = battle.force_of(roll.actor)
        enemy = battle.forces[1 - index]
        margin = roll.margin or 0
        change_force(decision, index, has_attacked=True)
        self._keep_spin(decision, enemy.army, enemy.general)
        left = max(0, stress_left(decision.state, enemy) - army_damage(self.tables, margin))
        if margin > 0:
            set_stress(decision, enemy.army, left, "attacked")
        if left == 0:
            self.end(decision, 1 - index, WIPED_OUT)
            return
        change_battle(decision, stage=(*ATTACKS, WITHDRAWAL)[index + 1])
        if margin == 0:
            free = self.tables.battle.figures.draw_free_uses
            why = f"{army_name(decision.state, battle, index)} does no harm."
            self.rolls.ask_aspect(decision, roll.actor, index, free, why, "army-attack")

    def _keep_spin(self, decision: Decision, army: ActorId, general: ActorId) -> None:
        """What a general has gained by defending an army is the army's."""
        if has_spin(decision.state, general):
            lose_spin(decision, general)
            give_spin(decision, army)

    # -- the end -------------------------------------------------------------------------------------------------

    def end(self, decision: Decision, loser: int, how: str) -> None:
        """The battle is over at this moment (SK-BATTLE-27)."""
        battle = decision.state.get(BATTLE)
        assert battle is not None
        words = {WIPED_OUT: "has nobody left to fight", WITHDREW: "withdraws", SURRENDERED: "surrenders"}[how]
        news = f"{army_name(decision.state, battle, loser)} {words}"
        change_battle(decision, news, stage=AFTERMATH, loser=loser, how=how, is_due=False, is_done=False)
        self.open_aftermath(decision)

    def _leaving(self, decision: Decision, army: ActorId) -> tuple[Battle, int]:
        battle = battle_of(decision, WITHDRAWAL)
        index = next((i for i, force in enumerate(battle.forces) if force.army == army), -1)
        decision.require(index >= 0, "unknown-army", f"{army!r} is no army of this battle.")
        require_control(decision, actor_of(decision, battle.forces[index].general))
        return battle, index

    def _withdraw(self, decision: Decision, command: Withdraw) -> None:
        battle, index = self._leaving(decision, command.army)
        decision.require(
            battle.forces[index].can_withdraw, "cannot-withdraw", "There is no way out for that army; it can surrender."
        )
        self.end(decision, index, WITHDREW)

    def _surrender(self, decision: Decision, command: Surrender) -> None:
        _, index = self._leaving(decision, command.army)
        decision.require_described(command.terms, "no-terms", "Say on what terms.")
        self.offer_surrender(decision, index, command.terms.strip())

    def offer_surrender(self, decision: Decision, index: int, terms: str) -> None:
        """Terms go to and fro until one side is content with the other's (SK-BATTLE-30)."""
        self._ask_terms(decision, TermsOffered(OF_A_BATTLE, index, terms), 1 - index, "surrenders")

    def _ask_terms(self, decision: Decision, terms: Terms, asked: int, words: str) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        more = TextHole("fill", "terms", key="terms", is_description=True)
        instead = Option("demand", "Ask for other terms", (more,))
        fight_on = Option("refuse", "Fight on")
        ask(
            decision,
            terms,
            address_of(decision.state, battle.forces[asked].general),
            f"{army_name(decision.state, battle, terms.force)} {words}. Agree?",
            (Option("agree", "Agree"), instead, fight_on),
            detail=terms.terms,
            cites=decision.cites("withdrawal"),
        )

    def _terms_heard(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        index = prompt.read(TermsOffered).force
        if answer.option == "demand":
            terms = answer.text("terms")
            demanded = TermsDemanded(OF_A_BATTLE, index, terms)
            self._ask_terms(decision, demanded, index, "is to accept other terms")
        elif answer.option == "agree":
            self.end(decision, index, SURRENDERED)

    def _terms_answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        index = prompt.read(TermsDemanded).force
        if answer.option == "demand":
            self.offer_surrender(decision, index, answer.text("terms"))
        elif answer.option == "agree":
            self.end(decision, index, SURRENDERED)

    # -- what comes of rolls -------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        battle = decision.state.get(BATTLE)
        if battle is None or not isinstance(moment, RollIsOver) or moment.was_cancelled:
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if kind_of(roll) == ASSAULT:
            self._attacked(decision, battle, roll)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None or not is_idle(state):
            return
        if is_caller(battle, seat) and self._cannot_proceed(battle) is None:
            label = CALLS.get(battle.stage, "")
            if battle.stage == HEROICS:
                label = "Go on to the other heroes" if battle.side == 0 else "Attack with the armies"
            yield Offer(
                command=Proceed(), label=label, verb="end-turn", cites=self.cites("battle-sequence"), group="moment"
            )
        if battle.stage in ATTACKS:
            force = battle.forces[ATTACKS.index(battle.stage)]
            if controls(seat, state.get(CAST)[force.general]):
                yield Offer(
                    command=AttackWithArmy(""),
                    label=f"attack with {name_of(state, force.army)}",
                    actor=force.general,
                    verb="attack",
                    holes=(TextHole("description", "how?", is_description=True),),
                    cites=self.cites("army-attack"),
                    group="battle",
                )
        if battle.stage == WITHDRAWAL:
            yield from self._leaving_offers(state, seat, battle)

    def _leaving_offers(self, state: State, seat: Seat, battle: Battle) -> Iterator[Offer]:
        for force in battle.forces:
            if not controls(seat, state.get(CAST)[force.general]):
                continue
            cites = self.cites("withdrawal")
            if force.can_withdraw:
                yield Offer(
                    command=Withdraw(force.army),
                    label="withdraw",
                    actor=force.army,
                    verb="concede",
                    cites=cites,
                    group="battle",
                )
            yield Offer(
                command=Surrender(force.army, ""),
                label="surrender",
                actor=force.army,
                verb="concede",
                holes=(TextHole("terms", "terms", is_description=True),),
                cites=cites,
                group="battle",
            )
