"""Enchantments: magic in effect, with its maker, its target, its strength, and what ends it.

Each path of magic lays its own; `magic.dispelling` ends them before their time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import EVERYONE, GM, Audience, Command, Event
from fatetable.engine.offers import Choice, Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    CHARACTER,
    CONSEQUENCE,
    SITUATION,
    AspectCard,
    AspectId,
    add_free,
    new_card,
    place,
    remove,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, name_of
from fatetable.mechanics.harm.state import condition_of, set_condition
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls.check_rules import AmendmentRule
from fatetable.mechanics.rolls.state import Effort, a_roll_is_open
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.rolls import read_trait

SCENE_LONG = "scene"
FOREVER = "forever"

EnchantmentKind: TypeAlias = str
BLESSING, CURSE, WARD, BARRIER, FAVOUR = "blessing", "curse", "ward", "barrier", "favour"
GLAMOUR, DISGUISE = "glamour", "disguise"
INFUSION, OINTMENT, POISONED = "infusion", "ointment", "poison"
RUNES, RUNEWARD = "runes", "runeward"
FORM = "form"


class Enchantment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One piece of magic that lasts.

    `result` is what dispelling it has to reach, `None` if nothing was rolled; `lasts` a step of the time track, a
    scene, or for ever; `ends_by` what else ends it.  An Aspect it gives may add `amount` instead of the usual, on rolls
    of `on_skills` if any are named.  `tried_by` have looked closely at it; `seen_by` have noticed that something is
    wrong with it, `known_by` what it is; `passed_by` have got past it.  Players are told nothing of one that
    `is_secret`.
    """

    id: str
    kind: EnchantmentKind
    skill: str
    maker: ActorId
    name: str
    target: ActorId = NOBODY
    result: int | None = None
    aspect: AspectId = AspectId("")
    lasts: str = SCENE_LONG
    since: int = 0
    """When it was laid, by the clock."""
    ends_by: str = ""
    place: str = ""
    item: str = ""
    amount: int = 0
    on_skills: tuple[str, ...] = ()
    imitates: bool = False
    is_small: bool = False
    moved_in: int | None = None
    """The exchange for which a moving glamour was last commanded; `None` for one that stays where it is."""
    tried_by: tuple[str, ...] = ()
    seen_by: tuple[ActorId, ...] = ()
    known_by: tuple[ActorId, ...] = ()
    passed_by: tuple[ActorId, ...] = ()
    is_secret: bool = False


EnchantmentMap: TypeAlias = Mapping[str, Enchantment]
ENCHANTMENTS: Key[EnchantmentMap] = Key("enchantments", dict[str, Enchantment], {})


class EnchantmentLaid(Event, frozen=True, tag="enchantment-laid/1"):
    """An enchantment as it is from now on."""

    enchantment: Enchantment


class EnchantmentEnded(Event, frozen=True, tag="enchantment-ended/1"):
    enchantment: str
    reason: str = ""


class MagicHasEnded(Struct, frozen=True):
    """The moment at which an enchantment ends, whatever ended it."""

    enchantment: Enchantment


class EndMagic(Command, frozen=True, tag="end-magic"):
    """The Storyteller finds that something has ended an enchantment: its time, a touch, iron, a chisel."""

    enchantment: str
    reason: str


# -- questions -------------------------------------------------------------------------------------------------------


def in_effect(state: State, *kinds: EnchantmentKind) -> Iterator[Enchantment]:
    """Enchantments of these kinds, or of any, whose Aspect, if they gave one, is still there."""
    for enchantment in state.get(ENCHANTMENTS).values():
        is_wanted = not kinds or enchantment.kind in kinds
        if is_wanted and (not enchantment.aspect or enchantment.aspect in state.get(ASPECTS)):
            yield enchantment


def known_in_effect(state: State, seat: Seat, *kinds: EnchantmentKind) -> Iterator[Enchantment]:
    """Those of which this seat has been told."""
    return (enchantment for enchantment in in_effect(state, *kinds) if seat.is_gm or not enchantment.is_secret)


def upon(state: State, actor: ActorId, *kinds: EnchantmentKind) -> Enchantment | None:
    """The latest enchantment of these kinds on somebody."""
    found = [enchantment for enchantment in in_effect(state, *kinds) if enchantment.target == actor]
    return found[-1] if found else None


def behind(state: State, card: AspectCard) -> Enchantment | None:
    """The enchantment an Aspect comes from."""
    return next((each for each in state.get(ENCHANTMENTS).values() if each.aspect == card.id), None)


def enchantment_of(decision: Decision, enchantment: str, *kinds: EnchantmentKind) -> Enchantment:
    known = known_in_effect(decision.state, decision.seat, *kinds)
    found = next((each for each in known if each.id == enchantment), None)
    if found is None:
        raise decision.violation("no-such-magic", "No such magic is in effect.")
    return found


def choices(state: State, found: Iterable[Enchantment]) -> tuple[Choice, ...]:
    return tuple(Choice(each.id, _label(state, each)) for each in found)


def _label(state: State, enchantment: Enchantment) -> str:
    on = f" on {name_of(state, enchantment.target)}" if enchantment.target else ""
    return f"{enchantment.kind}: {enchantment.name}{on}"


def amount_of(state: State, rule: AmendmentRule, card: AspectCard, effort: Effort) -> int:
    """What an Aspect adds to a roll: some Aspects of magic add more (SK-STUNT-27, SK-STUNT-39)."""
    found = behind(state, card)
    if found is None or not found.amount:
        return rule.amount
    skill = read_trait(effort.trait).skill
    return found.amount if not found.on_skills or skill in found.on_skills else rule.amount


def usable(state: State, card: AspectCard, party: ActorId) -> bool:
    """Only the wielder of a thing may use the Aspect that runes gave it (SK-RUNE-03)."""
    found = behind(state, card)
    if found is None or found.kind != RUNES:
        return True
    return found.target in (party, NOBODY) or (party == NOBODY and not _is_played(state, found.target))


def _is_played(state: State, actor: ActorId) -> bool:
    found = state.get(CAST).get(actor)
    return found is not None and found.is_pc


# -- changes ---------------------------------------------------------------------------------------------------------


def _audience(enchantment: Enchantment) -> Audience:
    return (GM,) if enchantment.is_secret else EVERYONE


def lay(decision: Decision, **fields: object) -> Enchantment:
    to = (GM,) if fields.get("is_secret") else EVERYONE
    laid = msgspec.convert({"id": decision.new_id("m", to), "since": now(decision.state), **fields}, Enchantment)
    decision.emit(EnchantmentLaid(laid), to=to)
    return laid


def change(decision: Decision, enchantment: Enchantment, **changes: object) -> Enchantment:
    changed = msgspec.structs.replace(enchantment, **changes)
    if changed != enchantment:
        decision.emit(EnchantmentLaid(changed), to=_audience(changed))
    return changed


def lay_aspect(
    decision: Decision,
    words: str,
    bearer: ActorId,
    holder: ActorId,
    free: int,
    source: str,
    *,
    lasting: bool = False,
) -> AspectId:
    """An Aspect that magic places; neither the end of the scene nor a Test removes a lasting one."""
    card = new_card(decision, words, CHARACTER if lasting else SITUATION, bearer=bearer, lasts="magic")
    place(decision, card)
    if free:
        add_free(decision, card.id, holder, free, source)
    return card.id


def end(decision: Decision, enchantment: Enchantment, reason: str) -> None:
    """Remove an enchantment and the Aspect it gave; a Consequence that was a curse is healed with it."""
    decision.emit(EnchantmentEnded(enchantment.id, reason), to=_audience(enchantment))
    decision.moment(MagicHasEnded(enchantment))
    card = decision.state.get(ASPECTS).get(enchantment.aspect)
    if card is None:
        return
    if card.kind == CONSEQUENCE:
        marks = condition_of(decision.state, card.bearer).marks
        rest = {slot: mark for slot, mark in marks.items() if mark.aspect != card.id}
        set_condition(decision, card.bearer, reason, marks=rest)
    remove(decision, card, reason)


class Enchantments(Struct, frozen=True):
    """Ends magic whose time is over, and magic that the Storyteller ends."""

    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="enchantments",
            decides={EndMagic: self._end},
            evolves=folds(
                ENCHANTMENTS,
                {EnchantmentLaid: put("enchantment.id", "enchantment"), EnchantmentEnded: drop("enchantment")},
            ),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, ClockMoves),
        )

    def _end(self, decision: Decision, command: EndMagic) -> None:
        decision.require_gm()
        found = enchantment_of(decision, command.enchantment)
        decision.require(found.kind != FORM, "not-so", "A shape ends when its owner changes back.")
        decision.require(not a_roll_is_open(decision.state), "not-finished", "Finish the open roll first.")
        decision.require_described(command.reason, "no-reason", "Say what ends it.")
        end(decision, found, command.reason.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or a_roll_is_open(state):
            return
        for found in in_effect(state):
            if found.kind != FORM:
                yield Offer(
                    command=EndMagic(found.id, ""),
                    **one_of_a_family("End …", _label(state, found)),
                    verb="end",
                    holes=(
                        TextHole(
                            "reason",
                            "reason",
                            suggestion=found.ends_by or f"{found.lasts} is over",
                            is_description=True,
                        ),
                    ),
                    cites=self.cites("magic-ends"),
                    group="gm",
                )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneEnds(_, keep):
                cards = decision.state.get(ASPECTS)
                for found in tuple(decision.state.get(ENCHANTMENTS).values()):
                    card = cards.get(found.aspect)
                    # The Storyteller may carry a longer glamour into the next scene, but not one of this scene.
                    goes_with_card = bool(found.aspect) and (
                        card is None or (card.kind == SITUATION and card.id not in keep)
                    )
                    if found.lasts == SCENE_LONG or goes_with_card:
                        end(decision, found, "the scene ended")
            case ClockMoves(_, at):
                for found in tuple(decision.state.get(ENCHANTMENTS).values()):
                    if (
                        found.lasts not in (SCENE_LONG, FOREVER)
                        and found.since + self.tables.time.seconds_of(found.lasts) <= at
                    ):
                        end(decision, found, f"{found.lasts} has passed")
            case _:
                pass
