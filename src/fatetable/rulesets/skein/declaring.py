"""Compelling the story: for a Fate Point a player tells what is so, and the Storyteller and the table rule on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_awaited
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import (
    SITUATION,
    AspectId,
    aspect_choices,
    card_of,
    known_in_play,
    new_card,
    place,
    worded_in_play,
)
from fatetable.mechanics.aspects import reveal as show
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, players_characters, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import BANK, balance, move, purse, staked_on
from fatetable.mechanics.rolls import dice_are_down
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.staging import Fact, FactEstablished
from fatetable.rulesets.skein.tables import tables


class CompelStory(Command, frozen=True, kw_only=True, tag="compel-story"):
    """What is told either `becomes` an Aspect of the scene or is simply so."""

    actor: ActorId
    aspect: AspectId
    text: str
    becomes: Literal["fact", "aspect"] = "fact"


class Declaring(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="declarations",
            decides={CompelStory: self._declare},
            answers={"story": self._ruled, "story-veto": self._voted},
            offers=self._offers,
        )

    def _may(self, state: State, actor: Actor) -> bool:
        is_asking = is_awaited(state, "declared_by", actor.id)
        return actor.is_pc and is_present(state, actor.id) and not is_asking and not dice_are_down(state)

    def _declare(self, decision: Decision, command: CompelStory) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            self._may(decision.state, actor), "no-declaration", f"{actor.name} cannot compel the story at this moment."
        )
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
        price = tables().fate_points.declaration_price
        move(decision, purse(actor.id), staked_on(stake), price, "compels the story", "declaration")
        about = {
            "declared_by": actor.id,
            "text": text,
            "because": card.text,
            "becomes": command.becomes,
            "stake": stake,
        }
        ask(
            decision,
            "story",
            (GM,),
            f"{actor.name}, because of {card.text}: {text}",
            (
                Option("accept", "So it is"),
                Option("modify", "Not quite", (TextHole("fill", "but rather", suggestion=text, key="text"),)),
                Option("veto", "Ask the table to veto it"),
            ),
            about=about,
            cites=decision.cites("declaration"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "veto":
            self._ask_table(decision, prompt)
            return
        is_modified = answer.option == "modify"
        self._settle(decision, prompt, returned=is_modified)
        self._make_true(decision, prompt, answer.text("text") if is_modified else str(prompt.about["text"]))

    def _ask_table(self, decision: Decision, prompt: Prompt) -> None:
        """A veto is the whole table's, apart from whoever declared it (SK-FP-14)."""
        teller = decision.state.get(CAST)[ActorId(str(prompt.about["declared_by"]))]
        others = tuple(s.id for s in people(decision.state) if not s.is_gm and s.id != teller.controller)
        if not others:
            self._settle(decision, prompt, returned=True)
            return
        ask(
            decision,
            "story-veto",
            others,
            f"Is it out of place? {prompt.about['text']}",
            (Option("yes", "It never happens"), Option("no", "It is fine")),
            about=dict(prompt.about),
            cites=decision.cites("declaration"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        is_vetoed = all(option == "yes" for option in prompt.answered.values())
        self._settle(decision, prompt, returned=is_vetoed)
        if not is_vetoed:
            self._make_true(decision, prompt, str(prompt.about["text"]))

    def _settle(self, decision: Decision, prompt: Prompt, *, returned: bool) -> None:
        target = purse(ActorId(str(prompt.about["declared_by"]))) if returned else BANK
        price = tables().fate_points.declaration_price
        reason = "gets the point back" if returned else "compelled the story"
        move(decision, staked_on(str(prompt.about["stake"])), target, price, reason, "declaration")

    def _make_true(self, decision: Decision, prompt: Prompt, text: str) -> None:
        if prompt.about["becomes"] == "aspect":
            place(decision, new_card(decision, text, SITUATION))
        else:
            decision.emit(FactEstablished(Fact(str(prompt.about["because"]), text)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = tables().fate_points.declaration_price
        choices = aspect_choices(state)
        for actor in players_characters(state):
            can_pay = balance(state, purse(actor.id)) >= price
            if not can_pay or not controls(seat, actor) or not self._may(state, actor):
                continue
            aspects = tuple(choices[card.id] for card in worded_in_play(state, seat))
            kinds = (Choice("fact", "something that is so"), Choice("aspect", "an Aspect of the scene"))
            if aspects:
                yield Offer(
                    command=CompelStory(actor=actor.id, aspect=AspectId(""), text=""),
                    label=f"{actor.name}: compel the story",
                    holes=(
                        ChoiceHole("aspect", "because of", aspects),
                        TextHole("text", "what happens"),
                        ChoiceHole("becomes", "as", kinds),
                    ),
                    price=Price(price, purse(actor.id)),
                    cites=self.cites("declaration"),
                    group="compel",
                )
