"""Story compels: for a Fate Point a player says what is true in the story; the Storyteller and the table rule on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_awaited
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    SITUATION,
    AspectId,
    aspect_choices,
    card_of,
    known_in_play,
    new_card,
    place,
    worded_in_play,
)
from fatetable.mechanics.aspects.cards import reveal as show
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controls,
    players_characters,
    require_control,
)
from fatetable.mechanics.points.accounts import BANK, balance, move, purse, staked_on
from fatetable.mechanics.rolls.state import dice_are_down
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.state import is_present
from fatetable.rulesets.skein.book import Tables


class CompelStory(Command, frozen=True, kw_only=True, tag="compel-story"):
    """What the player tells becomes either an Aspect of the scene or a plain fact."""

    actor: ActorId
    aspect: AspectId
    text: str
    becomes: Literal["fact", "aspect"] = "fact"


class StoryToRule(PromptContext, frozen=True, tag="story"):
    """What the Storyteller rules on; `because` is the Aspect's text, `stake` the account that holds the point."""

    declared_by: ActorId
    text: str
    because: str
    becomes: str
    stake: str


class StoryToVeto(StoryToRule, frozen=True, tag="story-veto"):
    """The same, when the other players vote on a veto."""


class StoryCompels(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="declarations",
            decides={CompelStory: self._declare},
            answers={StoryToRule: self._ruled, StoryToVeto: self._voted},
            offers=self._offers,
        )

    def _may_declare(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("no-declaration", f"Only players' characters compel the story, and {actor.name} is none.")
        if not is_present(state, actor.id):
            return Refusal("no-declaration", f"{actor.name} is not in the scene, and compels the story only in one.")
        if is_awaited(state, "declared_by", actor.id):
            return Refusal("no-declaration", f"What {actor.name} told last has to be ruled on first.")
        if dice_are_down(state):
            return Refusal("no-declaration", "The dice are down: compel the story when this roll is over.")
        return None

    def _declare(self, decision: Decision, command: CompelStory) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_declare(decision.state, actor))
        card = card_of(decision, command.aspect)
        decision.require(
            card in known_in_play(decision.state, decision.seat),
            "not-in-play",
            "That Aspect is not part of this scene.",
            "declaration",
        )
        text = command.text.strip()
        decision.require(bool(text), "no-words", "Say what happens.")
        show(decision, card)
        stake = decision.new_id("s")
        price = self.tables.fate_points.declaration_price
        move(decision, purse(actor.id), staked_on(stake), price, "compels the story", "declaration")
        ask(
            decision,
            StoryToRule(declared_by=actor.id, text=text, because=card.text, becomes=command.becomes, stake=stake),
            (GM,),
            f"{actor.name} compels the story. Accept it?",
            (
                Option("accept", "Accept"),
                Option(
                    "modify",
                    "Change it",
                    (TextHole("fill", "instead", suggestion=text, key="text", is_description=True),),
                ),
                Option("veto", "Ask the table to veto it"),
            ),
            detail=f"{text} ({card.text})",
            cites=decision.cites("declaration"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        story = prompt.read(StoryToRule)
        if answer.option == "veto":
            self._ask_table(decision, story)
            return
        is_modified = answer.option == "modify"
        self._settle(decision, story, returned=is_modified)
        self._make_true(decision, story, answer.text("text") if is_modified else story.text)

    def _ask_table(self, decision: Decision, story: StoryToRule) -> None:
        """Everybody at the table has to agree to a veto, apart from the player who declared it (SK-FP-14)."""
        teller = decision.state.get(CAST)[story.declared_by]
        others = tuple(s.id for s in people(decision.state) if not s.is_gm and s.id != teller.controller)
        if not others:
            self._settle(decision, story, returned=True)
            return
        ask(
            decision,
            StoryToVeto(**msgspec.structs.asdict(story)),
            others,
            "Is it out of place?",
            (Option("yes", "Veto it"), Option("no", "Accept")),
            detail=story.text,
            cites=decision.cites("declaration"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        story = prompt.read(StoryToVeto)
        is_vetoed = all(option == "yes" for option in prompt.answered.values())
        self._settle(decision, story, returned=is_vetoed)
        if not is_vetoed:
            self._make_true(decision, story, story.text)

    def _settle(self, decision: Decision, story: StoryToRule, *, returned: bool) -> None:
        target = purse(story.declared_by) if returned else BANK
        price = self.tables.fate_points.declaration_price
        reason = "gets the point back" if returned else "compelled the story"
        move(decision, staked_on(story.stake), target, price, reason, "declaration")

    def _make_true(self, decision: Decision, story: StoryToRule, text: str) -> None:
        if story.becomes == "aspect":
            place(decision, new_card(decision, text, SITUATION))
        else:
            decision.emit(FactEstablished(Fact(story.because, text)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = self.tables.fate_points.declaration_price
        choices = aspect_choices(state)
        for actor in players_characters(state):
            can_pay = balance(state, purse(actor.id)) >= price
            if not can_pay or not controls(seat, actor) or self._may_declare(state, actor) is not None:
                continue
            aspects = tuple(choices[card.id] for card in worded_in_play(state, seat))
            kinds = (Choice("fact", "something that is so"), Choice("aspect", "an Aspect of the scene"))
            if aspects:
                yield Offer(
                    command=CompelStory(actor=actor.id, aspect=AspectId(""), text=""),
                    label="compel the story",
                    actor=actor.id,
                    verb="compel",
                    holes=(
                        ChoiceHole("aspect", "Aspect", aspects),
                        TextHole("text", "event", is_description=True),
                        ChoiceHole("becomes", "as", kinds),
                    ),
                    price=Price(price, purse(actor.id)),
                    cites=self.cites("declaration"),
                    group="compel",
                )
