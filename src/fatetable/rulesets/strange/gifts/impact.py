"""Impact: who succeeds with style by one skill declares a fragile aspect as a free action (SF-GIFT-02)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import SITUATION, add_free, new_card, place
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, address_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.rolls import FRAGILE
from fatetable.rulesets.strange.sheet import IMPACT, gifts_of, skill_behind, skill_id

STYLE = "style"


class ImpactToDeclare(PromptContext, frozen=True, tag="impact"):
    roll: RollId
    actor: ActorId


class Impacts(Struct, frozen=True):
    """The question holds nothing up; without `free_tags` the aspect comes without one."""

    tables: Tables
    free_tags: bool

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="impacts",
            answers={ImpactToDeclare: self._declared},
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsSettled)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        for index in _in_style(roll, self.tables.figures.rolls.style):
            effort = roll.efforts[index]
            actor = decision.state.get(CAST).get(effort.actor)
            if actor is not None and skill_behind(effort.trait) in _impacts(actor.sheet):
                self._ask(decision, roll, effort.actor)

    def _ask(self, decision: Decision, roll: Roll, actor: ActorId) -> None:
        cast = decision.state.get(CAST)
        others = (effort.actor for effort in roll.efforts if effort.actor != actor)
        able = [Choice(NOBODY, "the scene"), Choice(actor, cast[actor].name)]
        able += [Choice(other, cast[other].name) for other in dict.fromkeys(others) if other in cast]
        ask(
            decision,
            ImpactToDeclare(roll.id, actor),
            address_of(decision.state, actor),
            f"{cast[actor].name} has an Impact. Declare an aspect?",
            (
                Option(
                    "declare",
                    "Declare",
                    (
                        ChoiceHole("fill", "on", tuple(able), key="bearer"),
                        TextHole("fill", "aspect", key="words", is_description=True),
                    ),
                ),
                Option("no", "Declare nothing"),
            ),
            cites=decision.cites("impact"),
            blocking=False,
        )

    def _declared(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            return
        asked = prompt.read(ImpactToDeclare)
        words = answer.text("words") or "Impact"
        card = new_card(decision, words, SITUATION, bearer=ActorId(answer.text("bearer")), lasts=FRAGILE)
        place(decision, card)
        if self.free_tags:
            add_free(decision, card.id, asked.actor, 1, asked.roll)


def _in_style(roll: Roll, style: int) -> Iterator[int]:
    """The efforts that succeeded with style, by their places."""
    if roll.outcome == STYLE or any(each.outcome == STYLE for each in roll.comparisons):
        yield 0
    if len(roll.efforts) > 1 and roll.margin is not None and roll.margin <= -style:
        yield 1


def _impacts(sheet: Sheet) -> set[str]:
    gifts = (gift for gift in gifts_of(sheet) if gift.kind == IMPACT)
    return {skill_id(name) for gift in gifts for name in gift.lists.get("skill", ())}
