"""Placing, revealing, rewording and removing aspect cards by hand, and players' suggestions of new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, NumberHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, has_asked, kind_of, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    BOOST,
    CHARACTER,
    CONSEQUENCE,
    SITUATION,
    AspectCard,
    AspectId,
    AspectReworded,
    add_free,
    aspect_choices,
    audience_of,
    card_of,
    change_sheet,
    hidden_cards,
    knows,
    new_card,
    place,
    remove,
    reveal,
    worded,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, actor_of, controlled, controls, name_of
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.state import SCENE, is_present
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId, zone_of

MOST_FREE = 5
"""How many free invocations the game master gives with an aspect."""
BY_THE_GAME_MASTER = "placed"
"""The source of free invocations that no roll brought."""

NOT_ANSWERED_YET = Refusal("one-at-a-time", "Your last one has not been answered yet.")


class PlaceAspect(Command, frozen=True, kw_only=True, tag="place-aspect"):
    """Its `free_uses` are the `holder`'s, or without one the game master's side's."""

    words: str
    bearer: ActorId = NOBODY
    zone: ZoneId = NOWHERE
    is_hidden: bool = False
    free_uses: int = 0
    holder: ActorId = NOBODY


class RevealAspect(Command, frozen=True, tag="reveal-aspect"):
    aspect: AspectId


class RewordAspect(Command, frozen=True, tag="reword-aspect"):
    aspect: AspectId
    words: str
    reason: str


class RemoveAspectNow(Command, frozen=True, tag="remove-aspect"):
    """The thing this aspect stands for no longer exists."""

    aspect: AspectId
    reason: str


class SuggestAspect(Command, frozen=True, tag="suggest-aspect"):
    words: str


class SuggestedAspect(PromptContext, frozen=True, tag="suggestion"):
    """`suggested_in` is the number of the scene: the suggestion is withdrawn with it."""

    words: str
    by: SeatId
    suggested_in: int


class Outlasts(Protocol):
    """Does an aspect of the situation stay when the scene ends?"""

    def __call__(self, card: AspectCard, /) -> bool: ...


def goes_with_the_scene(_: AspectCard) -> bool:
    return False


class AspectEditing(Struct, frozen=True):
    """What `outlasts` a scene needs nobody to keep it."""

    cites: Cites
    most_on_zone: int | None = None
    """How many aspects the game master may give one part of the map, where the ruleset sets a limit."""
    outlasts: Outlasts = goes_with_the_scene

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="aspect editing",
            decides={
                PlaceAspect: self.place_aspect,
                RevealAspect: self._reveal,
                RewordAspect: self._reword,
                RemoveAspectNow: self._remove,
                SuggestAspect: self._suggest,
            },
            answers={SuggestedAspect: self._suggestion_ruled},
            offers=(self._offers, self._gm_offers),
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    # -- commands ------------------------------------------------------------------------------------------------

    def place_aspect(self, decision: Decision, command: PlaceAspect) -> None:
        decision.require_gm()
        decision.require(decision.state.get(SCENE).is_open, "no-scene", "No scene is being played.")
        decision.require(bool(command.words.strip()), "no-words", "An aspect needs words.")
        if command.bearer:
            bearer = actor_of(decision, command.bearer)
            decision.require(is_present(decision.state, bearer.id), "not-there", f"{bearer.name} is not in the scene.")
        if command.zone:
            zone = zone_of(decision, command.zone)
            # A card that everybody reads would tell of a zone that nobody knows.
            decision.require(not zone.is_hidden, "still-hidden", "Reveal the zone first.")
            decision.require(
                command.zone not in self._full_zones(decision.state),
                "too-many-aspects",
                f"{zone.name} has as many aspects as it can hold.",
            )
        decision.require(0 <= command.free_uses <= MOST_FREE, "bad-number", f"It takes 0 to {MOST_FREE} free uses.")
        if command.holder:
            holder = actor_of(decision, command.holder)
            decision.require(is_present(decision.state, holder.id), "not-there", f"{holder.name} is not in the scene.")
        card = new_card(
            decision,
            command.words,
            SITUATION,
            bearer=command.bearer,
            zone=command.zone,
            known_to=(GM,) if command.is_hidden else None,
        )
        placed = place(decision, card)
        if command.free_uses:
            add_free(decision, placed, command.holder, command.free_uses, BY_THE_GAME_MASTER)

    def _full_zones(self, state: State) -> tuple[str, ...]:
        """Zones that take no more aspects of the game master's; what people did there does not count."""
        cards = worded(state).values()
        return self.full([card.zone for card in cards if card.kind == SITUATION and not card.lasts])

    def full(self, zones: Sequence[str]) -> tuple[str, ...]:
        """The zones that take no more aspects, given the zone of every aspect there is."""
        most = self.most_on_zone
        return tuple(zone for zone in set(zones) if zone and most is not None and zones.count(zone) >= most)

    def _reveal(self, decision: Decision, command: RevealAspect) -> None:
        card = card_of(decision, command.aspect)
        bearer = decision.state.get(CAST).get(card.bearer)
        is_own = bearer is not None and controls(decision.seat, bearer)
        decision.require(decision.seat.is_gm or is_own, "not-yours", "Show what is on your own sheet.")
        decision.require(card.known_to is not None, "not-hidden", f"Everybody knows {card.text!r}.")
        decision.require(
            not _is_on_someone_hidden(decision.state, card), "still-hidden", "Reveal the one it is on first."
        )
        reveal(decision, card)

    def _reword(self, decision: Decision, command: RewordAspect) -> None:
        decision.require_gm()
        card = card_of(decision, command.aspect)
        decision.require(card.kind != CONSEQUENCE, "rename-it-instead", "A consequence is renamed by its bearer.")
        decision.require(bool(command.words.strip()), "no-words", "An aspect needs words.")
        decision.require_described(command.reason, "no-reason", "A change needs a reason.")
        reworded = AspectReworded(card.id, command.words.strip(), command.reason.strip())
        decision.emit(reworded, to=audience_of(card))
        if card.kind == CHARACTER and card.slot:
            write_on_sheet(decision, card, command.words.strip(), command.reason.strip())

    def _remove(self, decision: Decision, command: RemoveAspectNow) -> None:
        decision.require_gm()
        card = card_of(decision, command.aspect)
        decision.require_allowed(_cannot_remove(decision.state, card))
        decision.require(not a_roll_is_open(decision.state), "not-finished", "Finish the open roll first.")
        decision.require_described(command.reason, "no-reason", "Say why it is gone.")
        remove(decision, card, command.reason.strip())
        if card.kind == CHARACTER and card.slot:
            take_off_sheet(decision, card, command.reason.strip())

    def _cannot_suggest(self, state: State, seat: Seat) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return Refusal("no-scene", "No scene is being played.")
        return NOT_ANSWERED_YET if has_asked(state, seat.id, kind_of(SuggestedAspect)) else None

    def _suggest(self, decision: Decision, command: SuggestAspect) -> None:
        gm = decision.engine.words.gm
        decision.require_allowed(self._cannot_suggest(decision.state, decision.seat))
        decision.require(not decision.seat.is_gm, "place-it-yourself", f"The {gm} places aspects directly.")
        decision.require(bool(command.words.strip()), "no-words", "An aspect needs words.")
        words, scene = command.words.strip(), decision.state.get(SCENE)
        ask(
            decision,
            SuggestedAspect(words, decision.seat.id, scene.number),
            (GM,),
            f"{decision.seat.name or decision.seat.id} suggests a situation aspect. Add it?",
            (Option("yes", "Add it"), Option("no", "Drop it")),
            detail=f"“{words}”",
            cites=decision.cites("set-scene"),
            blocking=False,
        )

    def _suggestion_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            place(decision, new_card(decision, prompt.read(SuggestedAspect).words, SITUATION))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, SceneEnds):
            return
        withdraw(decision, suggested_in=moment.number)
        for card in tuple(decision.state.get(ASPECTS).values()):
            is_kept = card.id in moment.keep or self.outlasts(card)
            if card.kind == BOOST or (card.kind == SITUATION and not is_kept):
                remove(decision, card, "the scene ended")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from self._removal_offers(state)
        else:
            yield from self._player_offers(state, seat)

    def _player_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        own = {actor.id for actor in controlled(state, seat)}
        unread = [card.id for card in hidden_cards(state) if card.bearer in own and knows(seat, card)]
        if unread:
            choices = aspect_choices(state)
            yield Offer(
                command=RevealAspect(AspectId("")),
                label="Show an aspect",
                verb="reveal",
                target=Target("aspect"),
                holes=(ChoiceHole("aspect", "which", tuple(choices[card] for card in unread)),),
                cites=self.cites("known-aspects"),
                group="table",
            )
        if self._cannot_suggest(state, seat) is None:
            yield Offer(
                command=SuggestAspect(""),
                label="Suggest an aspect",
                verb="place",
                target=Target("aspect"),
                holes=(TextHole("words", "aspect"),),
                cites=self.cites("set-scene"),
                group="table",
            )

    def _removal_offers(self, state: State) -> Iterator[Offer]:
        if a_roll_is_open(state):
            return
        cards = worded(state).values()
        choices = aspect_choices(state)
        removable = tuple(choices[card.id] for card in cards if _cannot_remove(state, card) is None)
        if removable:
            yield Offer(
                command=RemoveAspectNow(AspectId(""), ""),
                label="Remove an aspect",
                verb="remove",
                target=Target("aspect"),
                holes=(ChoiceHole("aspect", "which", removable), TextHole("reason", "reason", is_description=True)),
                cites=self.cites("aspect-ends"),
                group="gm",
            )

    def _gm_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """What the game master may place or change at any time."""
        if not seat.is_gm:
            return
        if state.get(SCENE).is_open:
            yield self._placing_offer(state)
        cards = worded(state).values()
        choices = aspect_choices(state)
        hidden = tuple(choices[card.id] for card in hidden_cards(state) if not _is_on_someone_hidden(state, card))
        if hidden:
            yield Offer(
                command=RevealAspect(AspectId("")),
                label="Reveal an aspect",
                verb="reveal",
                target=Target("aspect"),
                holes=(ChoiceHole("aspect", "which", hidden),),
                cites=self.cites("known-aspects"),
                group="gm",
            )
        rewordable = tuple(choices[card.id] for card in cards if card.kind != CONSEQUENCE)
        if rewordable:
            yield Offer(
                command=RewordAspect(AspectId(""), "", ""),
                label="Reword an aspect",
                verb="correct",
                target=Target("aspect"),
                holes=(
                    ChoiceHole("aspect", "which", rewordable),
                    TextHole("words", "new wording"),
                    TextHole("reason", "reason", is_description=True),
                ),
                group="overrule",
            )

    def _placing_offer(self, state: State) -> Offer:
        present = state.get(SCENE).present
        people = tuple(Choice(actor, name_of(state, actor)) for actor in present)
        bearers = (Choice(NOBODY, "the scene"), *people)
        full = self._full_zones(state)
        free = [zone for zone in state.get(ZONES).zones.values() if zone.id not in full and not zone.is_hidden]
        zones = (Choice(NOWHERE, "everywhere"), *(Choice(zone.id, zone.name) for zone in free))
        return Offer(
            command=PlaceAspect(words=""),
            label="Add an aspect",
            verb="place",
            target=Target("aspect"),
            holes=(
                TextHole("words", "aspect"),
                ChoiceHole("bearer", "on", bearers),
                ChoiceHole("zone", "where", zones),
                FlagHole("is_hidden", "hidden"),
                NumberHole("free_uses", "free uses", 0, MOST_FREE),
                ChoiceHole("holder", "free for", (Choice(NOBODY, "my side"), *people)),
            ),
            cites=self.cites("set-scene"),
            group="gm",
        )


def _is_on_someone_hidden(state: State, card: AspectCard) -> bool:
    bearer = state.get(CAST).get(card.bearer)
    return bearer is not None and bearer.is_hidden


def _cannot_remove(state: State, card: AspectCard) -> Refusal | None:
    """What somebody is goes only with their player's consent: by a milestone, or reworded."""
    bearer = state.get(CAST).get(card.bearer)
    if card.kind == CONSEQUENCE:
        return Refusal("not-removable", "A consequence goes when it is cleared.")
    if card.kind == CHARACTER and card.slot and bearer is not None and bearer.is_pc:
        return Refusal("not-removable", f"{card.text!r} is on the sheet of a player's character; reword it instead.")
    return None


def take_off_sheet(decision: Decision, card: AspectCard, reason: str) -> None:
    actor = decision.state.get(CAST)[card.bearer]
    aspects = {slot: text for slot, text in actor.sheet.aspects.items() if slot != card.slot}
    levels = {slot: level for slot, level in actor.sheet.levels.items() if slot != card.slot}
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, aspects=aspects, levels=levels), reason)


def write_on_sheet(decision: Decision, card: AspectCard, words: str, reason: str) -> None:
    """Keep the sheet and the card of a character aspect the same."""
    actor = decision.state.get(CAST)[card.bearer]
    sheet = msgspec.structs.replace(actor.sheet, aspects={**actor.sheet.aspects, card.slot: words})
    change_sheet(decision, actor, sheet, reason)
