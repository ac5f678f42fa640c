"""Effects on a budget: how much an aspect allows, what the GM makes of it, and the roll (F2-INT-01 to F2-INT-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import AspectCard, AspectId
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, controlled, name_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Modifier, OppositionSet, RollId, change_effort, roll_of
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.book import SORCERY, Tables
from fatetable.rulesets.fate2.magic.budgets.boosts import BudgetBoosted, boost_of, own_aspects
from fatetable.rulesets.fate2.magic.frame import Frame, outcome_of, succeeded
from fatetable.rulesets.fate2.magic.strikes import Strikes

SHOW = "show"
STEEPEST = 4
"""How much a flat description can make an effect harder."""


class ShowEffect(Command, frozen=True, kw_only=True, tag="fate2-show-effect"):
    """Spend a budget on an effect; one with a target harms them directly."""

    actor: ActorId
    aspect: AspectId
    budget: str
    target: ActorId = NOBODY
    description: str = ""


class EffectShown(Event, frozen=True, tag="fate2-effect-shown/1"):
    actor: ActorId
    words: str


LAST_SHOWN: Key[str] = Key("last-effect-shown", str, "")


class BudgetToJudge(PromptContext, frozen=True, tag="budget"):
    """What an effect needs, the way it was described."""

    roll: RollId
    budget: int
    most: int


class Shows(Struct, frozen=True, kw_only=True):
    tables: Tables
    frame: Frame
    strikes: Strikes

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="shows of magic",
            decides={ShowEffect: self._show},
            evolves=folds(LAST_SHOWN, {EffectShown: set_to("words")}),
            answers={BudgetToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- what is possible ------------------------------------------------------------------------------------------

    def most(self, state: State, card: AspectCard) -> int:
        """The largest budget: the level of the aspect, and what was added to it for this effect."""
        return min(card.level + boost_of(state, card.bearer), len(self.tables.budgets.rows))

    def difficulty(self, budget: int) -> int:
        return self.tables.ladder.parse(self.tables.budgets.row(budget).difficulty)

    def choices(self, most: int, least: int = 1) -> tuple[Choice, ...]:
        ladder = self.tables.ladder
        return tuple(
            Choice(str(row.level), f"{row.level}: {row.look} ({ladder.label(self.difficulty(row.level))})")
            for row in self.tables.budgets.rows
            if least <= row.level <= most
        )

    # -- casting ---------------------------------------------------------------------------------------------------

    def _show(self, decision: Decision, command: ShowEffect) -> None:
        is_harm = bool(command.target)
        actor = self.frame.require_caster(decision, command.actor, harms=is_harm)
        decision.require(SORCERY in actor.sheet.traits, "no-such-magic-known", f"{actor.name} casts no spells.")
        card = next((each for each in own_aspects(decision.state, actor.id) if each.id == command.aspect), None)
        if card is None:
            raise decision.violation("no-such-aspect", f"{actor.name} has no such aspect.")
        least = self.tables.budgets.direct_harm if is_harm else 1
        most = self.most(decision.state, card)
        is_enough = command.budget in {choice.value for choice in self.choices(most, least)}
        message = f"{card.text} has a budget of {most}; direct harm takes {self.tables.budgets.direct_harm}."
        decision.require(is_enough, "budget-too-small", message, "direct-harm" if is_harm else "budget")
        if is_harm:
            self.frame.require_victims(decision, actor, (command.target,))
        budget = int(command.budget)
        roll = self.frame.roll(
            decision, actor, SORCERY, SHOW, command.description, difficulty=None, target=command.target, words=card.text
        )
        self._ask(decision, actor, card, roll, budget, most)

    def _ask(self, decision: Decision, actor: Actor, card: AspectCard, roll: RollId, budget: int, most: int) -> None:
        more = NumberHole("fill", "budget", budget + 1, most, key="budget")
        harder = NumberHole("fill", "harder by", 1, STEEPEST, key="harder")
        reason = TextHole("fill", "reason", key="reason", is_description=True)
        options = (
            Option("accept", "Accept it as described"),
            Option("fits", f"Accept it: in keeping with {card.text} (+{self.tables.budgets.in_keeping})"),
            *((Option("wider", "Ask for more budget, for area or targets", (more,)),) if budget < most else ()),
            Option("flat", "Make it harder: flatly described", (harder,)),
            Option("refuse", f"Refuse it: nothing to do with {card.text}", (reason,)),
        )
        row = self.tables.budgets.row(budget)
        ask(
            decision,
            BudgetToJudge(roll, budget, most),
            (GM,),
            f"Does the magic of {actor.name} look like that?",
            options,
            detail=f"As {card.text}, on a budget of {budget}: {row.look}. "
            f"{roll_of(decision, roll).declaration.description}",
            cites=decision.cites("blatancy"),
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(BudgetToJudge)
        if answer.option == "refuse":
            cancel_roll(decision, asked.roll, answer.text("reason") or "that is not their magic")
            return
        roll = roll_of(decision, asked.roll)
        budget = answer.number("budget") if answer.option == "wider" else asked.budget
        harder = answer.number("harder") if answer.option == "flat" else 0
        if answer.option == "fits":
            amount = self.tables.budgets.in_keeping
            part = Modifier("fit", "in keeping with the aspect", amount, decision.cites("budget"))
            change_effort(decision, roll.id, 0, modifiers=(*roll.efforts[0].modifiers, part))
        if boost_of(decision.state, roll.actor):
            decision.emit(BudgetBoosted(roll.actor, 0))
        decision.emit(OppositionSet(roll.id, difficulty=self.difficulty(budget) + harder))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (SHOW,))
        if done is None or not succeeded(done[0]):
            return
        roll, noted = done
        words = roll.declaration.description
        decision.emit(EffectShown(roll.actor, words))
        if noted.target:
            value = outcome_of(self.frame.rules, decision.state, roll)
            self.strikes.strike(decision, noted.target, value, roll.actor, SORCERY, words)

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if SORCERY in actor.sheet.traits:
                yield from self._offers_of(state, actor)

    def _offers_of(self, state: State, actor: Actor) -> Iterator[Offer]:
        may_show = self.frame.cannot(state, actor) is None
        may_harm = self.frame.cannot(state, actor, harms=True) is None
        victims = self.frame.victims(state, actor) if may_harm else ()
        for card in own_aspects(state, actor.id) if may_show or may_harm else ():
            most = self.most(state, card)
            show = ShowEffect(actor=actor.id, aspect=card.id, budget="")
            if may_show:
                budget = ChoiceHole("budget", "budget", self.choices(most))
                yield self.frame.offer(actor, f"work magic as {card.text}", show, "budget", budget, verb="create")
            harmful = self.choices(most, self.tables.budgets.direct_harm)
            if harmful and victims:
                yield self.frame.offer(
                    actor,
                    f"harm by magic as {card.text}",
                    show,
                    "direct-harm",
                    ChoiceHole("target", "target", victims),
                    ChoiceHole("budget", "budget", harmful),
                    verb="attack",
                    is_aimed=True,
                )


def told(_: State, after: State, event: EffectShown) -> Iterator[str]:
    yield (
        f"The magic of {name_of(after, event.actor)} works: {event.words}."
        if event.words
        else (f"The magic of {name_of(after, event.actor)} works.")
    )
