"""The turns of a battle, step by step: heroics, the attacks of the armies, withdrawal; and what ends it.

Who gets personal, and what becomes of everybody afterwards, is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, ActorId, actor_of, address_of, controls, name_of, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Roll, RollId
from fatetable.rulesets.skein.armies import (
    AFTERMATH,
    ATTACKS,
    BATTLE,
    CHAMPIONS,
    HEROICS,
    MAGIC,
    MANOEUVRING,
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
from fatetable.rulesets.skein.battle_preliminaries import magic_skills
from fatetable.rulesets.skein.battle_rolls import ASSAULT, BattleRolls, first_effort, kind_of, open_roll
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.reckoning import army_damage
from fatetable.rulesets.skein.spin import give_spin, has_spin, lose_spin
from fatetable.rulesets.skein.tables import tables

NEXT = {MANOEUVRING: MAGIC, MAGIC: CHAMPIONS, CHAMPIONS: HEROICS, WITHDRAWAL: HEROICS}
CALLS = {
    MANOEUVRING: "On to the magic",
    MAGIC: "On to the champions",
    CHAMPIONS: "Let the battle begin",
    WITHDRAWAL: "On to the next turn",
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


class BattleTurns(Struct, frozen=True, kw_only=True):
    """`award_champions` lets the better side of the duels place its Aspect; `face_aftermath` opens what comes last."""

    rolls: BattleRolls
    dials: Dials
    award_champions: Callable[[Decision], None]
    face_aftermath: Callable[[Decision], None]
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
            answers={"surrender": self._terms_heard, "surrender-terms": self._terms_answered},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- the sequence --------------------------------------------------------------------------------------------

    def _may_proceed(self, battle: Battle) -> bool:
        return battle.stage in (*NEXT, HEROICS) and not battle.is_due

    def _proceed(self, decision: Decision, _: Proceed) -> None:
        """Strictly one step after the other (SK-BATTLE-10, SK-BATTLE-18, SK-BATTLE-19)."""
        battle = battle_of(decision)
        require_caller(decision, battle)
        decision.require(self._may_proceed(battle), "step-not-over", "This step of the battle is not over yet.")
        if battle.stage == HEROICS and battle.side == 0:
            change_battle(decision, side=1)
        elif battle.stage == HEROICS:
            change_battle(decision, stage=ATTACKS[0])
        else:
            stage = NEXT[battle.stage]
            turn = battle.turn + (stage == HEROICS)
            is_due = self._is_owed(decision.state, battle, stage)
            news = f"Turn {turn} of the battle" if stage == HEROICS else ""
            change_battle(decision, news, stage=stage, turn=turn, side=0, spent=(), is_due=is_due, is_done=False)
            if battle.stage == CHAMPIONS:
                self.award_champions(decision)

    def _is_owed(self, state: State, battle: Battle, stage: str) -> bool:
        """Must this step take place?  Magic and champions only where the table wants it so (SK-BATTLE-15)."""
        if self.dials.preliminaries == "skippable" or stage not in tables().battle.figures.skippable:
            return False
        ready = [able(state, force.people) for force in battle.forces]
        if stage == MAGIC:
            return any(magic_skills(state.get(CAST)[actor]) for actors in ready for actor in actors)
        return all(ready)

    # -- armies attack -------------------------------------------------------------------------------------------

    def _attack(self, decision: Decision, command: AttackWithArmy) -> None:
        battle = battle_of(decision, *ATTACKS)
        index = ATTACKS.index(battle.stage)
        force, enemy = battle.forces[index], battle.forces[1 - index]
        require_control(decision, actor_of(decision, force.general))
        words = command.description.strip()
        decision.require(bool(words), "no-description", "Say how your army attacks.")
        effort = army_effort(decision, force, first_effort(decision), words, attacks=True)
        open_roll(decision, ASSAULT, effort, against=enemy.general)

    def _attacked(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """Half the degree is stress; a draw leaves an Aspect (SK-BATTLE-24).  No Consequence helps (SK-BATTLE-26)."""
        index = battle.force_of(roll.actor)
        enemy = battle.forces[1 - index]
        margin = roll.margin or 0
        change_force(decision, index, has_attacked=True)
        self._keep_spin(decision, enemy.army, enemy.general)
        left = max(0, stress_left(decision.state, enemy) - army_damage(margin))
        if margin > 0:
            set_stress(decision, enemy.army, left, "attacked")
        if left == 0:
            self.end(decision, 1 - index, WIPED_OUT)
            return
        change_battle(decision, stage=(*ATTACKS, WITHDRAWAL)[index + 1])
        if margin == 0:
            free = tables().battle.figures.draw_free_uses
            why = f"{army_name(decision.state, battle, index)} does no harm, but gains something."
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
        self.face_aftermath(decision)

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
        decision.require(bool(command.terms.strip()), "no-terms", "Say on what terms.")
        self.offer_surrender(decision, index, command.terms.strip())

    def offer_surrender(self, decision: Decision, index: int, terms: str) -> None:
        """Terms go to and fro until one side is content with the other's (SK-BATTLE-30)."""
        self._ask_terms(decision, "surrender", index, 1 - index, terms, f"surrenders: {terms}", "refuse")

    def _ask_terms(
        self, decision: Decision, kind: str, index: int, asked: int, terms: str, words: str, last: str
    ) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        more = TextHole("fill", "what instead", key="terms")
        instead = Option("demand", "On other terms", (more,))
        fight_on = Option(last, "No: fight on")
        ask(
            decision,
            kind,
            address_of(decision.state, battle.forces[asked].general),
            f"{army_name(decision.state, battle, index)} {words}",
            (Option("agree", "Agreed"), instead, fight_on),
            about={"battle": "yes", "force": index, "terms": terms},
            cites=decision.cites("withdrawal"),
        )

    def _terms_heard(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        index = int(prompt.about["force"])
        if answer.option == "demand":
            terms = answer.text("terms")
            self._ask_terms(decision, "surrender-terms", index, index, terms, f"is to agree to this: {terms}", "refuse")
        elif answer.option == "agree":
            self.end(decision, index, SURRENDERED)

    def _terms_answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        index = int(prompt.about["force"])
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
        if is_caller(battle, seat) and self._may_proceed(battle):
            label = CALLS.get(battle.stage, "")
            if battle.stage == HEROICS:
                label = "On to the other side's heroes" if battle.side == 0 else "Let the armies attack"
            yield Offer(command=Proceed(), label=label, cites=self.cites("battle-sequence"), group="moment")
        if battle.stage in ATTACKS:
            force = battle.forces[ATTACKS.index(battle.stage)]
            if controls(seat, state.get(CAST)[force.general]):
                yield Offer(
                    command=AttackWithArmy(""),
                    label=f"{name_of(state, force.general)}: attack with {name_of(state, force.army)}",
                    holes=(TextHole("description", "how"),),
                    cites=self.cites("army-attack"),
                    group="battle",
                )
        if battle.stage == WITHDRAWAL:
            yield from self._leaving_offers(state, seat, battle)

    def _leaving_offers(self, state: State, seat: Seat, battle: Battle) -> Iterator[Offer]:
        for force in battle.forces:
            if not controls(seat, state.get(CAST)[force.general]):
                continue
            name, cites = name_of(state, force.army), self.cites("withdrawal")
            if force.can_withdraw:
                yield Offer(command=Withdraw(force.army), label=f"{name}: withdraw", cites=cites, group="battle")
            yield Offer(
                command=Surrender(force.army, ""),
                label=f"{name}: surrender",
                holes=(TextHole("terms", "on what terms"),),
                cites=cites,
                group="battle",
            )
