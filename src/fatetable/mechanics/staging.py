"""Setting a scene: aspects on cards, zones and borders, who stands where, and facts that aspects make true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, ManyHole, Offer, TextHole
from fatetable.engine.prompts import PROMPTS, Answer, Option, Prompt, ask, withdraw
from fatetable.engine.recollection import asking
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import (
    ASPECTS,
    BOOST,
    CHARACTER,
    CONSEQUENCE,
    SITUATION,
    AspectCard,
    AspectId,
    AspectReworded,
    Cards,
    aspect_choices,
    audience_of,
    card_of,
    change_sheet,
    knows,
    new_card,
    place,
    remove,
    reveal,
    worded,
    worded_in_play,
)
from fatetable.mechanics.cast import CAST, NOBODY, ActorId, actor_of, name_of, pc_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import SceneEnds, SceneStarts
from fatetable.mechanics.redrawing import HideZone, PutZone, hide_zone, put_zone, redrawing_offers, zone_of
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import SCENE, is_present
from fatetable.mechanics.zones import (
    NOWHERE,
    ZONE_EVOLVES,
    ZONES,
    ActorPlaced,
    Border,
    BorderSet,
    MapCleared,
    Zone,
    ZoneDrawn,
    ZoneId,
)
from fatetable.mechanics.zones import (
    audience_of as zone_audience,
)


class PlaceAspect(Command, frozen=True, kw_only=True, tag="place-aspect"):
    words: str
    bearer: ActorId = NOBODY
    zone: ZoneId = NOWHERE
    is_hidden: bool = False


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


class ClaimFact(Command, frozen=True, tag="claim-fact"):
    """An aspect makes something true, without a roll and without a price."""

    aspect: AspectId
    fact: str


class DrawZone(Command, frozen=True, kw_only=True, tag="draw-zone"):
    name: str
    next_to: tuple[ZoneId, ...] = ()
    is_hidden: bool = False


class RevealZone(Command, frozen=True, tag="reveal-zone"):
    zone: ZoneId


class SetBorder(Command, frozen=True, kw_only=True, tag="set-border"):
    """Put something or someone in the way between two zones, or clear the way (both empty)."""

    one: ZoneId
    other: ZoneId
    barrier: str = ""
    blocker: ActorId = NOBODY


class PlaceActor(Command, frozen=True, tag="place-actor"):
    actor: ActorId
    zone: ZoneId


class Fact(Struct, frozen=True):
    aspect: str
    fact: str


class FactEstablished(Event, frozen=True, tag="fact-established/1"):
    fact: Fact


FACTS: Key[tuple[Fact, ...]] = Key("facts", tuple[Fact, ...], ())


def _established(facts: tuple[Fact, ...], event: FactEstablished) -> tuple[Fact, ...]:
    return (*facts, event.fact)


class Staging(Struct, frozen=True):
    cites: Cites
    most_on_zone: int | None = None
    """How many aspects the game master may give one part of the map, where the ruleset sets a limit."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="staging",
            decides={
                PlaceAspect: self.place_aspect,
                RevealAspect: self._reveal_aspect,
                RewordAspect: self._reword,
                RemoveAspectNow: self._remove,
                SuggestAspect: self._suggest,
                ClaimFact: self._claim,
                DrawZone: self.draw_zone,
                RevealZone: self._reveal_zone,
                HideZone: hide_zone,
                PutZone: put_zone,
                SetBorder: self._set_border,
                PlaceActor: self.place_actor,
            },
            evolves={**ZONE_EVOLVES, **folds(FACTS, {FactEstablished: _established})},
            answers={"suggestion": self._suggestion_ruled, "fact": self._fact_ruled},
            offers=(
                self._offers,
                self._forms,
                self._placing_offers,
                redrawing_offers,
            ),
            on_moment=self._on_moment,
        )

    # -- aspects -------------------------------------------------------------------------------------------------

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
                f"{zone.name} has as many aspects as it can bear.",
            )
        card = new_card(
            decision,
            command.words,
            SITUATION,
            bearer=command.bearer,
            zone=command.zone,
            known_to=(GM,) if command.is_hidden else None,
        )
        place(decision, card)

    def _full_zones(self, state: State) -> tuple[str, ...]:
        """Parts of the map that bear no more aspects of the game master's; what people did there does not count."""
        cards = worded(state).values()
        return self.full([card.zone for card in cards if card.kind == SITUATION and not card.lasts])

    def full(self, given: Sequence[str]) -> tuple[str, ...]:
        """Of the zones that aspects were given to, each as often as it has some, those that bear no more."""
        most = self.most_on_zone
        return tuple(zone for zone in set(given) if zone and most is not None and given.count(zone) >= most)

    def _reveal_aspect(self, decision: Decision, command: RevealAspect) -> None:
        card = card_of(decision, command.aspect)
        own = pc_of(decision.state, decision.seat.id)
        is_own = own is not None and card.bearer == own.id
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
        decision.require(bool(command.reason.strip()), "no-reason", "A change needs a reason.")
        reworded = AspectReworded(card.id, command.words.strip(), command.reason.strip())
        decision.emit(reworded, to=audience_of(card))
        if card.kind == CHARACTER and card.slot:
            write_on_sheet(decision, card, command.words.strip(), command.reason.strip())

    def _remove(self, decision: Decision, command: RemoveAspectNow) -> None:
        decision.require_gm()
        card = card_of(decision, command.aspect)
        decision.require(
            card.kind in (SITUATION, BOOST), "not-removable", "Only situation aspects and boosts simply go away."
        )
        decision.require(not a_roll_is_open(decision.state), "not-finished", "A roll is still on the table.")
        decision.require(bool(command.reason.strip()), "no-reason", "Say why it is gone.")
        remove(decision, card, command.reason.strip())

    def _suggest(self, decision: Decision, command: SuggestAspect) -> None:
        decision.require(decision.state.get(SCENE).is_open, "no-scene", "No scene is being played.")
        decision.require(not decision.seat.is_gm, "place-it-yourself", "The game master places aspects directly.")
        decision.require(bool(command.words.strip()), "no-words", "An aspect needs words.")
        self._one_at_a_time(decision, "suggestion")
        ask(
            decision,
            "suggestion",
            (GM,),
            f"{decision.seat.name or decision.seat.id} suggests a situation aspect: {command.words.strip()}",
            (Option("yes", "Lay it out"), Option("no", "Not this one")),
            about={
                "words": command.words.strip(),
                "by": decision.seat.id,
                "suggested_in": decision.state.get(SCENE).number,
            },
            cites=decision.cites("set-scene"),
            blocking=False,
        )

    def _one_at_a_time(self, decision: Decision, kind: str) -> None:
        asked = _has_asked(decision.state, decision.seat.id, kind)
        decision.require(not asked, "one-at-a-time", "The last one you brought up has not been answered yet.")

    def _suggestion_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            place(decision, new_card(decision, str(prompt.about["words"]), SITUATION))

    def _claim(self, decision: Decision, command: ClaimFact) -> None:
        card = card_of(decision, command.aspect)
        to_point_to = {known.id for known in _to_point_to(decision.state, decision.seat)}
        decision.require(card.id in to_point_to, "not-in-play", "That aspect is not part of this scene.")
        decision.require(bool(command.fact.strip()), "no-words", "Say what is true.")
        if decision.seat.is_gm:
            decision.require(card.known_to is None, "still-hidden", "Reveal the aspect first.")
            decision.emit(FactEstablished(Fact(card.text, command.fact.strip())))
            return
        self._one_at_a_time(decision, "fact")
        # Whoever points to an aspect of their own that nobody knew of shows it.
        reveal(decision, card)
        ask(
            decision,
            "fact",
            (GM,),
            f"Because of {card.text}: {command.fact.strip()}. Is the table content with that?",
            (Option("yes", "So it is"), Option("no", "Rather not")),
            about={"text": card.text, "fact": command.fact.strip(), "by": decision.seat.id},
            cites=decision.cites("fact"),
            blocking=False,
        )

    def _fact_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            decision.emit(FactEstablished(Fact(str(prompt.about["text"]), str(prompt.about["fact"]))))

    def keepable(self, state: State) -> tuple[Choice, ...]:
        cards = state.get(ASPECTS).values()
        choices = aspect_choices(state)
        return tuple(choices[card.id] for card in cards if card.kind == SITUATION)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneEnds(number, keep):
                withdraw(decision, suggested_in=number)
                for card in tuple(decision.state.get(ASPECTS).values()):
                    if card.kind == BOOST or (card.kind == SITUATION and card.id not in keep):
                        remove(decision, card, "the scene ended")
            case SceneStarts():
                if decision.state.get(ZONES).zones:
                    decision.emit(MapCleared())
            case _:
                pass

    # -- zones ---------------------------------------------------------------------------------------------------

    def draw_zone(self, decision: Decision, command: DrawZone) -> None:
        decision.require_gm()
        decision.require(decision.state.get(SCENE).is_open, "no-scene", "No scene is being played.")
        decision.require(bool(command.name.strip()), "no-words", "A zone needs a name.")
        names = {zone.name for zone in decision.state.get(ZONES).zones.values()}
        decision.require(command.name.strip() not in names, "named-twice", "There is a zone of that name already.")
        zone = Zone(ZoneId(decision.new_id("z")), command.name.strip(), command.is_hidden)
        neighbours = [zone_of(decision, other) for other in command.next_to]
        decision.require(not any(n.is_hidden for n in neighbours), "still-hidden", "Reveal the neighbour first.")
        borders = tuple(Border(other.id, zone.id) for other in neighbours)
        decision.emit(ZoneDrawn(zone, borders), to=zone_audience(zone))

    def _reveal_zone(self, decision: Decision, command: RevealZone) -> None:
        decision.require_gm()
        zone = zone_of(decision, command.zone)
        decision.require(zone.is_hidden, "not-hidden", f"Everybody knows of {zone.name}.")
        area = decision.state.get(ZONES)
        shown = msgspec.structs.replace(zone, is_hidden=False)
        borders = tuple(
            border
            for border in area.borders
            if zone.id in (border.one, border.other)
            and not any(area.zones[end].is_hidden for end in (border.one, border.other) if end != zone.id)
        )
        decision.emit(ZoneDrawn(shown, borders))

    def _set_border(self, decision: Decision, command: SetBorder) -> None:
        decision.require_gm()
        ends = (zone_of(decision, command.one), zone_of(decision, command.other))
        decision.require(command.one != command.other, "no-such-way", "A border joins two zones.")
        decision.require(
            not any(zone.is_hidden for zone in ends), "still-hidden", "Reveal the zone before changing its borders."
        )
        decision.require(
            command.blocker in (NOBODY, *decision.state.get(SCENE).present), "not-there", "The blocker is not there."
        )
        decision.emit(BorderSet(Border(command.one, command.other, command.barrier.strip(), command.blocker)))

    def place_actor(self, decision: Decision, command: PlaceActor) -> None:
        zone = zone_of(decision, command.zone)
        actor = actor_of(decision, command.actor)
        if not decision.seat.is_gm:
            # While a scene is being set, players put their own characters where they belong.
            own = pc_of(decision.state, decision.seat.id)
            decision.require(own is not None and own.id == actor.id, "not-yours", f"{actor.name} is not yours to play.")
            decision.require(
                actor.id not in decision.state.get(ZONES).places and conflict_of(decision.state) is None,
                "already-there",
                f"{actor.name} has a place already; move instead.",
            )
        decision.require(not zone.is_hidden and not actor.is_hidden, "still-hidden", "That is still hidden.")
        decision.emit(ActorPlaced(actor.id, zone.id))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for_facts = fact_choices(_to_point_to(state, seat), aspect_choices(state), seat)
        if for_facts and not _has_asked(state, seat.id, "fact"):
            yield Offer(
                command=ClaimFact(AspectId(""), ""),
                label="Point to an aspect: this is true",
                holes=(ChoiceHole("aspect", "aspect", for_facts), TextHole("fact", "what is true")),
                cites=self.cites("fact"),
                group="table",
            )
        if seat.is_gm:
            yield from self._removal_offers(state)
        else:
            yield from self._player_offers(state, seat)

    def _player_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        own = pc_of(state, seat.id)
        cards = worded(state).values() if own is not None else ()
        choices = aspect_choices(state)
        unread = tuple(
            choices[card.id]
            for card in cards
            if own is not None and card.bearer == own.id and card.known_to is not None and knows(seat, card)
        )
        if unread:
            yield Offer(
                command=RevealAspect(AspectId("")),
                label="Show an aspect of yours",
                holes=(ChoiceHole("aspect", "which", unread),),
                cites=self.cites("known-aspects"),
                group="table",
            )
        if state.get(SCENE).is_open and not _has_asked(state, seat.id, "suggestion"):
            yield Offer(
                command=SuggestAspect(""),
                label="Suggest a situation aspect",
                holes=(TextHole("words", "the aspect"),),
                cites=self.cites("set-scene"),
                group="table",
            )

    def _removal_offers(self, state: State) -> Iterator[Offer]:
        if a_roll_is_open(state):
            return
        cards = worded(state).values()
        choices = aspect_choices(state)
        removable = tuple(choices[card.id] for card in cards if card.kind in (SITUATION, BOOST))
        if removable:
            yield Offer(
                command=RemoveAspectNow(AspectId(""), ""),
                label="Remove an aspect",
                holes=(ChoiceHole("aspect", "which", removable), TextHole("reason", "reason")),
                cites=self.cites("aspect-ends"),
                group="gm",
            )

    def _forms(self, state: State, seat: Seat) -> Iterator[Offer]:
        """What the game master may lay out or change at any time."""
        if seat.is_gm:
            yield from self._card_offers(state)
            yield from self._zone_offers(state)

    def _card_offers(self, state: State) -> Iterator[Offer]:
        scene = state.get(SCENE)
        if scene.is_open:
            bearers = (Choice(NOBODY, "the scene"), *(Choice(a, name_of(state, a)) for a in scene.present))
            full = self._full_zones(state)
            area = state.get(ZONES).zones.values()
            free = [zone for zone in area if zone.id not in full and not zone.is_hidden]
            zones = (Choice(NOWHERE, "everywhere"), *(Choice(zone.id, zone.name) for zone in free))
            yield Offer(
                command=PlaceAspect(words=""),
                label="Lay out a situation aspect",
                holes=(
                    TextHole("words", "the aspect"),
                    ChoiceHole("bearer", "on", bearers),
                    ChoiceHole("zone", "where", zones),
                    FlagHole("is_hidden", "hidden"),
                ),
                cites=self.cites("set-scene"),
                group="gm",
            )
        cards = worded(state).values()
        choices = aspect_choices(state)
        hidden = tuple(
            choices[card.id] for card in cards if card.known_to is not None and not _is_on_someone_hidden(state, card)
        )
        if hidden:
            yield Offer(
                command=RevealAspect(AspectId("")),
                label="Reveal an aspect",
                holes=(ChoiceHole("aspect", "which", hidden),),
                cites=self.cites("known-aspects"),
                group="gm",
            )
        rewordable = tuple(choices[card.id] for card in cards if card.kind != CONSEQUENCE)
        if rewordable:
            yield Offer(
                command=RewordAspect(AspectId(""), "", ""),
                label="Reword an aspect",
                holes=(
                    ChoiceHole("aspect", "which", rewordable),
                    TextHole("words", "new wording"),
                    TextHole("reason", "reason"),
                ),
                group="overrule",
            )

    def _zone_offers(self, state: State) -> Iterator[Offer]:
        area = state.get(ZONES)
        if state.get(SCENE).is_open:
            shown = tuple(Choice(zone.id, zone.name) for zone in area.zones.values() if not zone.is_hidden)
            yield Offer(
                command=DrawZone(name=""),
                label="Draw a zone",
                holes=(
                    TextHole("name", "name"),
                    ManyHole("next_to", "next to", shown),
                    FlagHole("is_hidden", "hidden"),
                ),
                cites=self.cites("zones"),
                group="gm",
            )
        actors = (Choice(NOBODY, "nobody"), *(Choice(a, name_of(state, a)) for a in state.get(SCENE).present))
        for zone in area.zones.values():
            if zone.is_hidden:
                yield Offer(command=RevealZone(zone.id), label=f"Reveal {zone.name}", group="gm")
        seen = tuple(Choice(zone.id, zone.name) for zone in area.zones.values() if not zone.is_hidden)
        for one in seen:
            others = tuple(zone for zone in seen if zone is not one)
            if others:
                yield Offer(
                    command=SetBorder(one=ZoneId(one.value), other=NOWHERE),
                    label=f"Open or block a way from {one.label}",
                    holes=(
                        ChoiceHole("other", "to", others),
                        TextHole("barrier", "what is in the way", optional=True),
                        ChoiceHole("blocker", "who is in the way", actors),
                    ),
                    cites=self.cites("move-blocked"),
                    group="gm",
                )

    def _placing_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        zones = tuple(Choice(zone.id, zone.name) for zone in area.zones.values() if not zone.is_hidden)
        if not zones:
            return
        own = pc_of(state, seat.id)
        for actor in state.get(CAST).values():
            may_place_own = (
                own is not None and own.id == actor.id and actor.id not in area.places and conflict_of(state) is None
            )
            if (seat.is_gm or may_place_own) and not actor.is_hidden:
                yield Offer(
                    command=PlaceActor(actor.id, NOWHERE),
                    label=f"Put {actor.name} in a zone",
                    holes=(ChoiceHole("zone", "zone", zones),),
                    cites=self.cites("zones"),
                    group="gm" if seat.is_gm else "table",
                )


def _to_point_to(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """Between scenes, while a world is being made up, everything anybody has an aspect for may be pointed to.

    The cards are without their free invocations, which pointing to them leaves alone.
    """
    if state.get(SCENE).is_open:
        return worded_in_play(state, seat)
    return _known(worded(state), seat)


@asking
def _has_asked(state: State, seat: SeatId, kind: str) -> bool:
    prompts = state.get(PROMPTS).values()
    return bool([prompt for prompt in prompts if prompt.kind == kind and prompt.about.get("by") == seat])


@remembered(limit=64)
def _known(cards: Cards, seat: Seat) -> tuple[AspectCard, ...]:
    return tuple(card for card in cards.values() if knows(seat, card))


@remembered(limit=256)
def fact_choices(known: tuple[AspectCard, ...], choices: Mapping[AspectId, Choice], seat: Seat) -> tuple[Choice, ...]:
    """The aspects a seat may point to; a game master's secrets would be told by pointing to them."""
    return tuple(choices[card.id] for card in known if card.known_to is None or not seat.is_gm)


def _is_on_someone_hidden(state: State, card: AspectCard) -> bool:
    bearer = state.get(CAST).get(card.bearer)
    return bearer is not None and bearer.is_hidden


def write_on_sheet(decision: Decision, card: AspectCard, words: str, reason: str) -> None:
    """Keep the sheet and the card of a character aspect the same."""
    actor = decision.state.get(CAST)[card.bearer]
    sheet = msgspec.structs.replace(actor.sheet, aspects={**actor.sheet.aspects, card.slot: words})
    change_sheet(decision, actor, sheet, reason)
