"""Cards with something to do: the GM deals them, and who follows one through gets its points (F2-FP-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FamilyLabel, Hole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import (
    Actor,
    ActorId,
    actor_of,
    controlled,
    players_characters,
    require_control,
)
from fatetable.mechanics.dice.notation import numbered_die
from fatetable.mechanics.points.accounts import BANK, move, purse
from fatetable.rulesets.fate2.book import ActionCard
from fatetable.rulesets.fate2.kit import FateKit

Hands: TypeAlias = Mapping[ActorId, tuple[str, ...]]
HANDS: Key[Hands] = Key("fate2-hands", dict[ActorId, tuple[str, ...]], {})
"""The names of the cards that heroes hold, which everybody sees."""


class DealCard(Command, frozen=True, kw_only=True, tag="fate2-deal-card"):
    """Deal somebody this card."""

    actor: ActorId
    card: str


class DealCards(Command, frozen=True, tag="fate2-deal-cards"):
    """Deal every hero a card, whichever comes."""


class PlayCard(Command, frozen=True, kw_only=True, tag="fate2-play-card"):
    """Say that a card has been followed through."""

    actor: ActorId
    card: str
    words: str = ""


class TakeCardBack(Command, frozen=True, kw_only=True, tag="fate2-take-card-back"):
    """Take a card back that nobody has followed."""

    actor: ActorId
    card: str


class HandChanged(Event, frozen=True, tag="fate2-hand-changed/1"):
    actor: ActorId
    cards: tuple[str, ...]


class CardToPay(PromptContext, frozen=True, tag="fate2-card-played"):
    """Has the card been followed through?"""

    holder: ActorId
    card: str


def hand_of(state: State, actor: ActorId) -> tuple[str, ...]:
    return state.get(HANDS).get(actor, ())


class ActionCards(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="action cards",
            decides={DealCard: self._deal, DealCards: self._deal_all, PlayCard: self._play, TakeCardBack: self._take},
            evolves=folds(HANDS, {HandChanged: put("actor", "cards")}),
            answers={CardToPay: self._paid},
            offers=self._offers,
        )

    def _card(self, name: str) -> ActionCard | None:
        return next((card for card in self.kit.tables.cards if card.name == name), None)

    def _set(self, decision: Decision, actor: ActorId, cards: tuple[str, ...]) -> None:
        decision.emit(HandChanged(actor, cards))

    # -- dealing -----------------------------------------------------------------------------------------------------

    def _deal(self, decision: Decision, command: DealCard) -> None:
        decision.require_gm()
        hero = actor_of(decision, command.actor)
        decision.require(hero.is_pc, "not-for-them", "Cards are dealt to the heroes.", "cards")
        is_new = self._card(command.card) is not None and command.card not in hand_of(decision.state, hero.id)
        decision.require(is_new, "no-such-card", "There is no such card to deal.", "cards")
        self._set(decision, hero.id, (*hand_of(decision.state, hero.id), command.card))

    def _deal_all(self, decision: Decision, _: DealCards) -> None:
        decision.require_gm()
        heroes = self._without_all(decision.state)
        decision.require(bool(heroes), "no-such-card", "There is nobody to deal a card to.", "cards")
        for hero in heroes:
            names = [card.name for card in self.kit.tables.cards if card.name not in hand_of(decision.state, hero.id)]
            throw = decision.throw((numbered_die(len(names)),), f"a card for {hero.name}")
            self._set(decision, hero.id, (*hand_of(decision.state, hero.id), names[throw.values[0] - 1]))

    def _without_all(self, state: State) -> tuple[Actor, ...]:
        """The heroes who do not hold every card."""
        cards = len(self.kit.tables.cards)
        return tuple(hero for hero in players_characters(state) if len(hand_of(state, hero.id)) < cards)

    def _take(self, decision: Decision, command: TakeCardBack) -> None:
        decision.require_gm()
        hero = actor_of(decision, command.actor)
        hand = hand_of(decision.state, hero.id)
        decision.require(command.card in hand, "no-such-card", f"{hero.name} does not hold that card.", "cards")
        self._set(decision, hero.id, tuple(card for card in hand if card != command.card))

    # -- following -------------------------------------------------------------------------------------------------

    def _play(self, decision: Decision, command: PlayCard) -> None:
        hero = actor_of(decision, command.actor)
        require_control(decision, hero)
        hand = hand_of(decision.state, hero.id)
        decision.require(command.card in hand, "no-such-card", f"{hero.name} does not hold that card.", "cards")
        is_open = is_asked(decision.state, "holder", hero.id)
        decision.require(not is_open, "not-finished", "The GM has yet to say about the last card.", "cards")
        decision.require_described(command.words, "no-words", "Say how you have followed it.", "cards")
        card = self._card(command.card)
        assert card is not None
        ask(
            decision,
            CardToPay(hero.id, card.name),
            (GM,),
            f"{hero.name} has followed the card {card.name!r}. Pay {card.reward}?",
            (Option("pay", "Pay it"), Option("no", "Not yet")),
            detail=command.words.strip(),
            cites=decision.cites("cards"),
            blocking=False,
        )

    def _paid(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(CardToPay)
        hand, card = hand_of(decision.state, asked.holder), self._card(asked.card)
        if answer.option == "pay" and card is not None and asked.card in hand:
            self._set(decision, asked.holder, tuple(name for name in hand if name != asked.card))
            move(decision, BANK, purse(asked.holder), card.reward, f"followed the card {card.name!r}", "cards")

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from self._dealing(state)
        for hero in controlled(state, seat):
            hand = hand_of(state, hero.id)
            if hand and not is_asked(state, "holder", hero.id):
                yield Offer(
                    command=PlayCard(actor=hero.id, card=""),
                    label="play a card you have followed",
                    actor=hero.id,
                    verb="note",
                    holes=(
                        ChoiceHole("card", "card", tuple(map(self._choice, hand))),
                        TextHole("words", "how?", is_description=True),
                    ),
                    cites=self.kit.cites("cards"),
                    group="moment",
                )

    def _dealing(self, state: State) -> Iterator[Offer]:
        if self._without_all(state):
            yield self._offer(DealCards(), {"label": "Deal every hero a card", "family": "", "member": ""})
        for hero in players_characters(state):
            hand = hand_of(state, hero.id)
            new = tuple(self._choice(card.name) for card in self.kit.tables.cards if card.name not in hand)
            if new:
                deal = DealCard(actor=hero.id, card="")
                yield self._offer(deal, one_of_a_family("Deal … a card", hero.name), ChoiceHole("card", "card", new))
            if hand:
                held = ChoiceHole("card", "card", tuple(map(self._choice, hand)))
                take = TakeCardBack(actor=hero.id, card="")
                yield self._offer(take, one_of_a_family("Take a card back from …", hero.name), held)

    def _offer(self, command: Command, label: FamilyLabel, *holes: Hole) -> Offer:
        return Offer(command=command, **label, verb="prepare", holes=holes, cites=self.kit.cites("cards"), group="gm")

    def _choice(self, name: str) -> Choice:
        card = self._card(name)
        return Choice(name, f"{name} ({card.reward})" if card is not None else name)


def notes(kit: FateKit, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """What the sheet of somebody says who holds cards."""
    cards = {card.name: card for card in kit.tables.cards}
    for name in hand_of(state, actor.id):
        if card := cards.get(name):
            yield "Card", f"{name} ({card.reward}): {card.text}"
