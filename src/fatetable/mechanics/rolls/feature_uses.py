"""Features in play: using those with a limit, and what happens then."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId, aspect_choices, card_of, in_play, known_in_play, remove
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.characters.effects import Feature, Narrative, RemoveAspect
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.limited_uses import give_back, spend_use, times_left, used_up
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Modifier,
    Roll,
    RollId,
    change_effort,
    dice_are_down,
    open_rolls,
)
from fatetable.mechanics.scenes.presence import is_active


class UseFeature(Command, frozen=True, kw_only=True, tag="use-feature"):
    actor: ActorId
    feature: str
    description: str
    aspect: AspectId = AspectId("")


class FeatureToRule(PromptContext, frozen=True, tag="feature"):
    """A use of a feature, its bonus on a roll or the aspect it removes, which the game master agrees to."""

    actor: ActorId
    feature: str
    removes: AspectId
    roll: RollId
    effort: int


def uses_left(state: State, actor: Actor, feature: Feature) -> int | None:
    """How often it may still be used; `None` is without limit."""
    if feature.limit is None:
        return None
    return times_left(state, actor.id, feature.name, feature.limit)


ALWAYS_ON = Refusal("not-usable-now", "It is always on: claim it when you declare what you do.")


class FeatureUse(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="features",
            decides={UseFeature: self._use},
            answers={FeatureToRule: self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _may_use(self, state: State, actor: Actor, feature: Feature) -> Refusal | None:
        """Why a limited feature with an effect of its own cannot be used; those on turn order are offered there."""
        if feature.limit is None:
            return ALWAYS_ON
        if refusal := used_up(state, actor, feature.name, feature.limit):
            return refusal
        if not is_active(state, actor.id):
            return Refusal("not-usable-now", f"{actor.name} is not in the scene to use {feature.name}.")
        if dice_are_down(state):
            return Refusal("not-usable-now", f"The dice are down; {feature.name} is used before or after a roll.")
        does_something = any(isinstance(effect, Narrative | RemoveAspect) for effect in feature.effects)
        if not does_something and _fitting_effort(state, actor, feature) is None:
            return Refusal("not-usable-now", f"{feature.name} adds to a roll that it fits; declare such a roll first.")
        return None

    def _use(self, decision: Decision, command: UseFeature) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        feature = actor.sheet.feature(command.feature)
        if feature is None:
            raise decision.violation("unknown-feature", f"{actor.name} has no {command.feature!r}.")
        decision.require_allowed(self._may_use(decision.state, actor, feature))
        decision.require_described(command.description, "no-description", "Say what happens.")
        removal = _removal(feature)
        if removal is None:
            decision.require(not command.aspect, "no-such-aspect", "This does nothing to an aspect.")
        else:
            card = card_of(decision, command.aspect)
            decision.require(
                card.kind == removal.kind and in_play(decision.state, card),
                "not-removable",
                f"{feature.name} removes a {removal.kind} aspect of this scene, and {card.text!r} is none.",
            )
        spend_use(decision, actor.id, feature.name)
        roll, index = _fitting_effort(decision.state, actor, feature) or (None, 0)
        if roll is not None:
            claimed = (*roll.efforts[index].features, feature.name)
            change_effort(decision, roll.id, index, features=claimed)
        ask(
            decision,
            FeatureToRule(
                actor=actor.id,
                feature=feature.name,
                removes=command.aspect,
                roll=roll.id if roll is not None else RollId(""),
                effort=index,
            ),
            (GM,),
            f"{actor.name} uses {feature.name}. Allow it?",
            (Option("yes", "Allow it"), Option("no", "Refuse (use not spent)")),
            detail=command.description.strip(),
            cites=decision.cites("feature-use"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        use = prompt.read(FeatureToRule)
        roll = decision.state.get(ROLLS).get(use.roll)
        if roll is not None:
            self._apply_bonus(decision, roll, use.effort, use.feature, is_agreed=answer.option == "yes")
        if answer.option == "no":
            give_back(decision, use.actor, use.feature)
        elif card := decision.state.get(ASPECTS).get(use.removes):
            remove(decision, card, use.feature)

    def _apply_bonus(self, decision: Decision, roll: Roll, index: int, name: str, *, is_agreed: bool) -> None:
        effort = roll.efforts[index]
        feature = decision.state.get(CAST)[effort.actor].sheet.feature(name)
        if is_agreed and feature is not None:
            amount = feature.bonus_when_used(effort.action, effort.trait)
            more = Modifier("feature", name, amount, decision.cites("feature-use"))
            change_effort(decision, roll.id, index, modifiers=(*effort.modifiers, more))
        else:
            rest = tuple(other for other in effort.features if other != name)
            change_effort(decision, roll.id, index, features=rest)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsOver) and moment.was_cancelled:
            self._restore_unused(decision, decision.state.get(ROLLS)[RollId(moment.roll)])

    def _restore_unused(self, decision: Decision, roll: Roll) -> None:
        """What was used on a roll that never came to its dice was not used."""
        for effort in roll.efforts:
            if not effort.actor:
                continue
            sheet = decision.state.get(CAST)[effort.actor].sheet
            for name in effort.features:
                feature = sheet.feature(name)
                if feature is not None and feature.limit is not None:
                    give_back(decision, effort.actor, name)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            if not controls(seat, actor):
                continue
            for feature in actor.sheet.features:
                if self._may_use(state, actor, feature) is not None:
                    continue
                removal = _removal(feature)
                choices = aspect_choices(state)
                aspects = tuple(
                    choices[card.id] for card in known_in_play(state, seat) if removal and card.kind == removal.kind
                )
                if removal and not aspects:
                    continue
                about = (ChoiceHole("aspect", "aspect", aspects),) if removal else ()
                yield Offer(
                    command=UseFeature(actor=actor.id, feature=feature.name, description=""),
                    label=f"use {feature.name}",
                    actor=actor.id,
                    verb="use",
                    holes=(*about, TextHole("description", "how?", is_description=True)),
                    cites=self.cites("feature-use"),
                    group="react",
                )


def _fitting_effort(state: State, actor: Actor, feature: Feature) -> tuple[Roll, int] | None:
    """The effort of this actor, before its dice, that a limited bonus fits."""
    for roll in open_rolls(state):
        for index, effort in enumerate(roll.efforts if roll.stage == "declared" else ()):
            fits = feature.bonus_when_used(effort.action, effort.trait) != 0 and feature.name not in effort.features
            if effort.actor == actor.id and fits:
                return roll, index
    return None


def _removal(feature: Feature) -> RemoveAspect | None:
    return next((effect for effect in feature.effects if isinstance(effect, RemoveAspect)), None)
