"""Stepping in: defending in somebody's stead, because an aspect justifies it or the table agrees."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import (
    ChoiceHole,
    Hole,
    Offer,
    Target,
    TextHole,
)
from fatetable.engine.prompts import (
    About,
    Answer,
    Option,
    Prompt,
    PromptContext,
    PromptWithdrawn,
    ask,
    asked_about,
    open_about,
)
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.aspects.cards import (
    SITUATION,
    AspectId,
    card_of,
    in_play,
    lasting_choices,
    lasting_in_play,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controlled,
    require_control,
)
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import Defences, oppose_with, which_features
from fatetable.mechanics.rolls.opposition import DefenceToChoose, could_step_in
from fatetable.mechanics.rolls.state import (
    Roll,
    RollId,
    a_roll_is_declared,
    effort_id,
    roll_of,
    rolls_at,
)


class Interpose(Command, frozen=True, kw_only=True, tag="interpose"):
    """Defend in someone's stead, or oppose from the side; the interposer becomes the one it falls on.

    A situation aspect justifies it at once; without one the table votes.
    """

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()
    aspect: AspectId = AspectId("")


class InterposeVote(PromptContext, frozen=True, tag="interpose"):
    """The table votes on whether somebody may step in."""

    roll: RollId
    actor: ActorId
    trait: str
    features: tuple[str, ...]
    description: str
    interposing: str

    @classmethod
    def upgrade(cls, about: About) -> About:
        """Version 0.1.0 stored the features as lines of one text."""
        features = about["features"]
        return {**about, "features": tuple(filter(None, features.split("\n")))} if isinstance(features, str) else about


class SteppingIn(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    cites: Cites
    defences: Defences

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stepping in",
            decides={Interpose: self._interpose},
            answers={InterposeVote: self._voted},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _may_interpose(self, state: State, roll: Roll, actor: Actor) -> Refusal | None:
        return self._is_closed_to_all(state, roll) or self._is_closed_to(state, roll, actor)

    def _is_closed_to_all(self, state: State, roll: Roll) -> Refusal | None:
        if self.rules.sides_take_turns:
            return Refusal("cannot-interpose", "Only the one acted upon answers, once the dice are known.")
        if roll.stage != "declared":
            return Refusal("cannot-interpose", "The dice are down; stepping in is declared before they fall.")
        if roll.declaration.targets:
            return Refusal("cannot-interpose", "Nobody steps in where several are acted upon at once.")
        if roll.is_contest:
            return Refusal("cannot-interpose", "Nobody steps in for somebody else in a contest.")
        if roll.has_interposer or any("interposing" in about for about in asked_about(state, "roll", roll.id)):
            return Refusal("cannot-interpose", "Somebody else is stepping in already.")
        if not (roll.has_opposition or roll.defender):
            return Refusal("cannot-interpose", "It is not settled yet what this is rolled against.")
        return None

    def _is_closed_to(self, state: State, roll: Roll, actor: Actor) -> Refusal | None:
        if actor.id in roll.helpers or any(
            about.get("helper") == actor.id for about in asked_about(state, "roll", roll.id)
        ):
            return Refusal("cannot-interpose", f"{actor.name} helps with this roll already.")
        if not could_step_in(state, roll, actor):
            return Refusal(
                "cannot-interpose",
                f"{actor.name} cannot step in: it takes somebody in the same zone who is not on the acting side.",
            )
        return None

    def _interpose(self, decision: Decision, command: Interpose) -> None:
        roll = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_interpose(decision.state, roll, actor))
        # Built once to check it; a vote may still turn it down.
        self.defences.effort(
            decision, roll, actor, effort_id(roll.id, 1), command.trait, command.features, command.description
        )
        if command.aspect:
            card = card_of(decision, command.aspect)
            decision.require(
                card.kind == SITUATION and in_play(decision.state, card),
                "not-a-situation-aspect",
                "Only a situation aspect justifies stepping in.",
            )
            self._step_in(decision, roll, actor, command.trait, command.features, command.description)
            return
        ask(
            decision,
            InterposeVote(
                roll=roll.id,
                actor=actor.id,
                trait=command.trait,
                features=command.features,
                description=command.description,
                interposing="yes",
            ),
            tuple(seat.id for seat in people(decision.state)),
            f"May {actor.name} step in?",
            (Option("yes", "Allow it"), Option("no", "Refuse")),
            detail=command.description.strip(),
            cites=decision.cites("interpose"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        in_favour = sum(option == "yes" for option in prompt.answered.values())
        if in_favour * 2 <= len(tuple(people(decision.state))):
            return
        vote = prompt.read(InterposeVote)
        roll = roll_of(decision, vote.roll)
        actor = decision.state.get(CAST)[vote.actor]
        if self._may_interpose(decision.state, roll, actor) is not None:
            return  # While the table was voting they have conceded, say.
        self._step_in(decision, roll, actor, vote.trait, vote.features, vote.description)

    def _step_in(
        self, decision: Decision, roll: Roll, actor: Actor, trait: str, features: tuple[str, ...], words: str
    ) -> None:
        for prompt in tuple(open_about(decision.state, roll=roll.id)):
            if prompt.is_about(DefenceToChoose):
                decision.emit(PromptWithdrawn(prompt.id))
        oppose_with(self.defences, decision, roll, actor, trait, features, words, is_interposed=True)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared"):
            if self._is_closed_to_all(state, roll) is not None:
                continue
            for actor in controlled(state, seat):
                if self._is_closed_to(state, roll, actor) is None:
                    yield from self._interpose_offers(state, seat, roll, actor)

    def _interpose_offers(self, state: State, seat: Seat, roll: Roll, actor: Actor) -> Iterator[Offer]:
        choices = lasting_choices(state)
        aspects = tuple(choices[card.id] for card in lasting_in_play(state, seat) if card.kind == SITUATION)
        for features, traits, suffix in self.defences.variants(roll, actor):
            command = Interpose(roll=roll.id, actor=actor.id, trait="", description="", features=features)
            holes: tuple[Hole, ...] = (
                ChoiceHole("trait", "with", traits),
                TextHole("description", "how?", is_description=True),
            )
            yield which_features(
                Offer(
                    command=command,
                    label=f"step in{suffix} (the table votes)",
                    actor=actor.id,
                    verb="defend",
                    target=Target("roll", roll.id),
                    holes=holes,
                    cites=self.cites("interpose"),
                    group="react",
                )
            )
            if aspects:
                yield which_features(
                    Offer(
                        command=command,
                        label=f"step in{suffix} because of an aspect",
                        actor=actor.id,
                        verb="defend",
                        target=Target("roll", roll.id),
                        holes=(*holes, ChoiceHole("aspect", "aspect", aspects)),
                        cites=self.cites("interpose"),
                        group="react",
                    )
                )
