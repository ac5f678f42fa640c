"""Generals who fall: who leads the army then, or whether it gives up."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, ActorId, name_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.scenes.joining import Joining
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged
from fatetable.rulesets.skein.battle.command import take_command
from fatetable.rulesets.skein.battle.state import (
    BATTLE,
    OF_A_BATTLE,
    WITHDREW,
    Battle,
    able,
    army_name,
    name_sides,
)
from fatetable.rulesets.skein.book import RULESET, Tables
from fatetable.rulesets.skein.sheet import level


class FallenGeneral(PromptContext, frozen=True, tag="fallen-general"):
    """What a force does that has lost its general."""

    battle: str
    force: int


class EndBattle(Protocol):
    """The battle is over, lost by this force in this way."""

    def __call__(self, decision: Decision, loser: int, how: str, /) -> None: ...


class OfferSurrender(Protocol):
    """A force surrenders on these terms, which the other side hears."""

    def __call__(self, decision: Decision, force: int, terms: str, /) -> None: ...


class FallenGenerals(Struct, frozen=True, kw_only=True):
    """Asks the Storyteller what an army does that has lost its general."""

    tables: Tables
    end: EndBattle
    offer_surrender: OfferSurrender

    def subsystem(self) -> Subsystem:
        return Subsystem(name="fallen generals", answers={FallenGeneral: self._succeeded})

    def replace_fallen(self, decision: Decision) -> None:
        """Without a general an army has nobody's support; the Storyteller says what it does (SK-BATTLE-23)."""
        battle = decision.state.get(BATTLE)
        assert battle is not None
        for index, force in enumerate(battle.forces):
            if is_out(decision.state, force.general):
                self._ask_succession(decision, battle, index)

    def _ask_succession(self, decision: Decision, battle: Battle, index: int) -> None:
        force = battle.forces[index]
        options = [Option("deputy", "Name a deputy", (TextHole("fill", "name", key="name", is_description=True),))]
        heirs = tuple(Choice(actor, name_of(decision.state, actor)) for actor in able(decision.state, force.fighters))
        if heirs:
            who = ChoiceHole("fill", "who", heirs, key="actor")
            options.append(Option("heir", "Give command to…", (who,)))
        if battle.is_fought:
            if force.can_withdraw:
                options.append(Option("withdraw", "Withdraw the army"))
            terms = TextHole("fill", "terms", key="terms", is_description=True)
            options.append(Option("surrender", "Surrender the army", (terms,)))
        ask(
            decision,
            FallenGeneral(OF_A_BATTLE, index),
            (GM,),
            f"{name_of(decision.state, force.army)} has lost its leader. Who takes over?",
            tuple(options),
            cites=decision.cites("fallen-general"),
        )

    def _succeeded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        index = prompt.read(FallenGeneral).force
        match answer.option:
            case "deputy":
                self._name_deputy(
                    decision,
                    battle,
                    index,
                    answer.text("name") or f"Deputy of {army_name(decision.state, battle, index)}",
                )
            case "heir":
                take_command(decision, index, decision.state.get(CAST)[ActorId(answer.text("actor"))])
                name_sides(decision)
            case "withdraw":
                self.end(decision, index, WITHDREW)
            case _:
                # Somebody must speak for the army, and answer should the other side want to fight on.
                self._name_deputy(decision, battle, index, f"Spokesman of {army_name(decision.state, battle, index)}")
                self.offer_surrender(decision, index, answer.text("terms"))

    def _name_deputy(self, decision: Decision, battle: Battle, index: int, name: str) -> None:
        """A level lower in what generals need (SK-BATTLE-23)."""
        figures = self.tables.battle.figures
        former = decision.state.get(CAST)[battle.forces[index].general].sheet
        levels = {
            skill: level(self.tables, former, skill) - figures.deputy_levels_below for skill in figures.supported_by
        }
        traits = {skill: rating for skill, rating in levels.items() if rating > 0}
        deputy = decision.service(Joining).add(decision, Sheet(ruleset=RULESET, name=name, kind="minor", traits=traits))
        decision.emit(PresenceChanged((*decision.state.get(SCENE).present, deputy)))
        take_command(decision, index, decision.state.get(CAST)[deputy])
        name_sides(decision)
