"""Players suggest compels of each other's characters, which the game master may make their own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, SeatId
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat, gm_seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.engine.words import Words, with_words
from fatetable.mechanics.aspects.cards import ASPECTS, NO_SUCH_ASPECT, AspectId, card_of, reveal
from fatetable.mechanics.aspects.compel_state import Kind
from fatetable.mechanics.aspects.compels import DICE_ARE_DOWN, Compels, OfferCompel, compel_holes
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.rolls.state import no_dice_are_down
from fatetable.mechanics.scenes.state import is_present


class SuggestCompel(Command, frozen=True, kw_only=True, tag="suggest-compel"):
    """A player points the game master to trouble for somebody else's character, with no point to offer for it."""

    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False


class SuggestedCompel(PromptContext, frozen=True, tag="compel-suggestion"):
    """`takes_action` is 0 or 1."""

    suggested_by: SeatId
    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: int


class CompelSuggestions(Struct, frozen=True, kw_only=True):
    compels: Compels
    cites: Cites
    words: Words

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="compel suggestions",
            decides={SuggestCompel: self._suggest},
            answers={SuggestedCompel: self._adopted},
            gates={SuggestedCompel: self._cannot_adopt},
            offers=OfferedWhile(no_dice_are_down, self._offers),
        )

    def _cannot_suggest(self, state: State, seat: Seat, target: Actor) -> Refusal | None:
        """Players suggest compels of each other's characters, one suggestion at a time."""
        if seat.is_gm:
            return Refusal("not-compellable", f"The {self.words.gm} offers compels directly.")
        if not target.has_player or target.controller == seat.id or not is_present(state, target.id):
            return Refusal(
                "not-compellable", f"{target.name} is not another player's character in this scene; choose one who is."
            )
        if is_asked(state, "suggested_by", seat.id):
            return Refusal("not-compellable", "Your last suggestion has not been answered yet.")
        return None

    def _suggest(self, decision: Decision, command: SuggestCompel) -> None:
        target = actor_of(decision, command.target)
        card = card_of(decision, command.aspect)
        decision.require_allowed(self._cannot_suggest(decision.state, decision.seat, target))
        decision.require(no_dice_are_down(decision.state), "not-compellable", DICE_ARE_DOWN.message)
        decision.require_allowed(self.compels.does_not_fit(decision.state, card, target))
        decision.require_described(command.text, "no-text", "Say what happens or what the character decides.")
        reveal(decision, card)
        suggester = decision.seat.name or decision.seat.id
        ask(
            decision,
            SuggestedCompel(
                decision.seat.id, target.id, card.id, command.kind, command.text.strip(), int(command.takes_action)
            ),
            (GM,),
            f"{suggester} suggests a compel of {target.name}. Offer it?",
            (Option("adopt", "Offer the compel"), Option("no", "Drop it")),
            detail=with_words(f"({card.text})", command.text),
            cites=decision.cites("compel-suggest"),
            blocking=False,
        )

    def _cannot_adopt(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        """A suggestion waits while dice are down, or while another compel of the same character is on the table."""
        if option != "adopt":
            return None
        suggested = prompt.read(SuggestedCompel)
        card, target = state.get(ASPECTS).get(suggested.aspect), state.get(CAST)[suggested.target]
        if card is None:
            return NO_SUCH_ASPECT
        return self.compels.cannot_compel(state, gm_seat(state), target) or self.compels.does_not_fit(
            state, card, target
        )

    def _adopted(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "adopt":
            suggested = prompt.read(SuggestedCompel)
            adopted = OfferCompel(
                target=suggested.target,
                aspect=suggested.aspect,
                kind=suggested.kind,
                text=suggested.text,
                takes_action=bool(suggested.takes_action),
            )
            self.compels.offer(decision, adopted)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            return
        targets = [target for target in state.get(CAST).values() if self._cannot_suggest(state, seat, target) is None]
        for target, aspects in self.compels.choices_for(state, seat, targets):
            yield Offer(
                command=SuggestCompel(target=target.id, aspect=AspectId(""), kind="event", text=""),
                **one_of_a_family(f"Suggest a compel of … to the {self.words.gm}", target.name),
                verb="compel",
                target=Target("actor", target.id),
                holes=compel_holes(aspects),
                cites=self.cites("compel-suggest"),
                group="compel",
            )
