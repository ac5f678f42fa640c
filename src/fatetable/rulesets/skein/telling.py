"""Skein's own facts in words, a line for each that is worth telling; the rest of them only keep the books.

Knows the states before and after a fact as its viewer knows them, and so tells nothing that viewer was not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.aspects import ASPECTS
from fatetable.mechanics.cast import CAST, ActorId, name_of
from fatetable.mechanics.zones import ZONES
from fatetable.rulesets.skein.ambushes import AMBUSH, AmbushSet
from fatetable.rulesets.skein.animal_speech import AnimalAnswered
from fatetable.rulesets.skein.armies import ArmyCounted, BattleEnded
from fatetable.rulesets.skein.assisting import AssistanceBegun, AssistanceEnded
from fatetable.rulesets.skein.breathing import BreathHeld
from fatetable.rulesets.skein.buying import PurchaseOver, PurchaseTested
from fatetable.rulesets.skein.clock import ClockAdvanced
from fatetable.rulesets.skein.contest_state import BOUT, BoutSet, Entry
from fatetable.rulesets.skein.divining import DivinationFelt, Divined
from fatetable.rulesets.skein.enchantments import ENCHANTMENTS, EnchantmentEnded, EnchantmentLaid
from fatetable.rulesets.skein.experience import (
    ChangeProposed,
    DeedPraised,
    FreeChangeUsed,
    OathCredited,
    ProposalClosed,
    RefreshBegan,
    RefreshEnded,
)
from fatetable.rulesets.skein.fleeting import PlacementNoted, PlacementsKept
from fatetable.rulesets.skein.forging import MagicItemMade
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.guarded_ground import KindJudged
from fatetable.rulesets.skein.healers import TreatmentFailed, TreatmentForgotten
from fatetable.rulesets.skein.herbs import StockGiven
from fatetable.rulesets.skein.hunting import FoodFound
from fatetable.rulesets.skein.journeys import JOURNEY, METRES, JourneyChanged
from fatetable.rulesets.skein.lengthy_tests import DurationOver, DurationSet
from fatetable.rulesets.skein.mending import MENDING, Mending, MendingOver, MendingSet
from fatetable.rulesets.skein.mounts import RiderChanged, rider_of
from fatetable.rulesets.skein.moving import StepsTaken, WalksForgotten
from fatetable.rulesets.skein.ordeals import ORDEALS, OrdealEnded, OrdealSet
from fatetable.rulesets.skein.owned_animals import AnimalBrought
from fatetable.rulesets.skein.passages import PassageSet
from fatetable.rulesets.skein.passing_time import TimePassed
from fatetable.rulesets.skein.purses import FRIENDS, FriendsSet
from fatetable.rulesets.skein.sensing import MagicSensed
from fatetable.rulesets.skein.shapes import ThingsLeft
from fatetable.rulesets.skein.sheet_notes import STANCE_WORDS
from fatetable.rulesets.skein.skills import skill_name
from fatetable.rulesets.skein.spellwork import TimeTaken, WorkingBegun, WorkingEnded
from fatetable.rulesets.skein.spin import SPIN, SpinChanged
from fatetable.rulesets.skein.stances import StancesDropped, StanceTaken
from fatetable.rulesets.skein.stunt_uses import ScenePaid, SkillsBorrowed
from fatetable.rulesets.skein.warband_orders import RalliesCounted
from fatetable.rulesets.skein.warbands import BANDS, BandChanged
from fatetable.rulesets.skein.wealth import TREASURES, TreasureSet, WealthLost
from fatetable.rulesets.skein.weapons_in_use import HandsForgotten

Lines = Iterator[str]


def _names(state: State, actors: tuple[ActorId, ...]) -> str:
    return ", ".join(name_of(state, actor) for actor in actors if actor in state.get(CAST))


# -- encounters ------------------------------------------------------------------------------------------------------


def _bout(before: State, after: State, event: BoutSet) -> Lines:
    old, new = before.get(BOUT), event.bout
    if event.news:
        yield f"{event.news.rstrip('.')}."
    if new is None:
        return
    entered = old.entries if old is not None and old.number == new.number else {}
    for actor, entry in new.entries.items():
        if actor not in entered:
            yield _entry(name_of(after, actor), entry)
    for actor in new.dropped:
        if old is not None and actor not in old.dropped:
            yield f"{name_of(after, actor)} is out of the contest."


def _entry(name: str, entry: Entry) -> str:
    does = f"manoeuvres for “{entry.words}”" if entry.words else "competes"
    how = f": {entry.effort.description}" if entry.effort.description else ""
    return f"{name} {does} with {skill_name(entry.effort.trait)}{how}."


def _ambush(before: State, after: State, event: AmbushSet) -> Lines:
    if event.ambush.laid and not before.get(AMBUSH).laid:
        yield f"{_names(after, event.ambush.laid)} lie in wait for {_names(after, event.ambush.victims)}."
    if event.ambush.waiting and not before.get(AMBUSH).waiting:
        yield f"The ambush comes off: {_names(after, event.ambush.waiting)} may strike first."


def _band(before: State, after: State, event: BandChanged) -> Lines:
    old, band = before.get(BANDS).get(event.actor), event.band
    lots = {lot: getattr(band, lot) - (getattr(old, lot) if old else 0) for lot in ("fallen", "stunned", "fled")}
    gone = [f"{number} {lot}" for lot, number in lots.items() if number > 0]
    if gone:
        yield f"{name_of(after, event.actor)}: {', '.join(gone)}; {band.standing} of {band.size} stand."
    elif old is not None and band.standing > old.standing:
        yield f"{name_of(after, event.actor)}: {band.standing} of {band.size} stand again."
    if band.leader and (old is None or old.leader != band.leader):
        yield f"{name_of(after, band.leader)} leads {name_of(after, event.actor)}."


def _counted(_: State, after: State, event: ArmyCounted) -> Lines:
    back = f", of whom {event.recovered} come back to it" if event.recovered else ""
    yield f"{name_of(after, event.army)} has lost {event.lost}{back}."


def _battle_over(_: State, __: State, event: BattleEnded) -> Lines:
    yield f"{event.result.rstrip('.')}." if event.result else "The battle is over."


def _stance(_: State, after: State, event: StanceTaken) -> Lines:
    yield f"{name_of(after, event.actor)}: {STANCE_WORDS[event.stance.kind]} until the next turn."


def _rider(before: State, after: State, event: RiderChanged) -> Lines:
    old, name = rider_of(before, event.actor), name_of(after, event.actor)
    if event.rider.mount and not old.mount:
        yield f"{name} mounts: {read_item(event.rider.mount).name}."
    elif old.mount and not event.rider.mount:
        yield f"{name} dismounts."
    if event.rider.is_charging and not old.is_charging:
        yield f"{name} charges."


def _spin(before: State, after: State, event: SpinChanged) -> Lines:
    for actor in event.actors:
        if actor not in before.get(SPIN):
            yield f"{name_of(after, actor)} has Spin."


def _passage(_: State, after: State, event: PassageSet) -> Lines:
    zones = after.get(ZONES).zones
    if event.one in zones and event.other in zones:
        what = event.passage.in_words if event.passage else "nothing in the way any more"
        yield f"Between {zones[event.one].name} and {zones[event.other].name}: {what}."


# -- time ------------------------------------------------------------------------------------------------------------


def _time(_: State, __: State, event: TimePassed) -> Lines:
    yield f"{event.time} goes by."


def _taken(_: State, after: State, event: TimeTaken) -> Lines:
    yield f"{name_of(after, event.actor)}: {event.work or 'this'} took {event.time.lower()}."


def _duration(_: State, __: State, event: DurationSet) -> Lines:
    yield f"It will take about {event.time.lower()}."


def _journey(before: State, after: State, event: JourneyChanged) -> Lines:
    old, new = before.get(JOURNEY), event.journey
    if new is None:
        yield f"They have arrived{f': {old.name}' if old else ''}."
    elif old is None:
        yield f"{_names(after, new.travellers)} set out: {new.name}."
    elif new.days > old.days:
        yield f"Day {new.days} of the journey: {new.metres // METRES} km come so far."
    elif len(new.vehicles) > len(old.vehicles):
        yield f"They travel with a {new.vehicles[-1]}."


def _ordeal(before: State, after: State, event: OrdealSet) -> Lines:
    old, new = before.get(ORDEALS).get(event.ordeal.id), event.ordeal
    if new.victim and new.until is not None and (old is None or old.until is None):
        yield f"{name_of(after, new.victim)}: {new.name} ({new.kind}) takes hold."
    elif old is None:
        yield f"Something to come through: {new.name}."


def _ordeal_over(before: State, __: State, event: OrdealEnded) -> Lines:
    if ordeal := before.get(ORDEALS).get(event.ordeal):
        yield f"{ordeal.name} is over: {event.reason.rstrip('.')}."


def _mending(before: State, after: State, event: MendingSet) -> Lines:
    old, card = before.get(MENDING).get(event.aspect, Mending()), after.get(ASPECTS).get(event.aspect)
    if card is None:
        return
    if event.mending.since is not None and old.since is None:
        yield f"“{card.text}” begins to heal."
    if event.mending.treated and event.mending.treated != old.treated:
        yield f"“{card.text}” has been treated, and needs {event.mending.treated.lower()} now."


def _treatment_failed(_: State, __: State, ___: TreatmentFailed) -> Lines:
    yield "The treatment does not help."


def _food(_: State, after: State, event: FoodFound) -> Lines:
    yield f"{name_of(after, event.actor)} finds food for {event.people}, for a day."


def _animal_brought(_: State, after: State, event: AnimalBrought) -> Lines:
    yield f"{name_of(after, event.owned.owner)} has the {event.owned.item} along."


# -- magic -----------------------------------------------------------------------------------------------------------


def _laid(before: State, after: State, event: EnchantmentLaid) -> Lines:
    new = event.enchantment
    if new.id not in before.get(ENCHANTMENTS):
        on = f" on {name_of(after, new.target)}" if new.target in after.get(CAST) else ""
        yield f"Magic: {new.kind} “{new.name}”{on}."


def _magic_over(before: State, _: State, event: EnchantmentEnded) -> Lines:
    if old := before.get(ENCHANTMENTS).get(event.enchantment):
        yield f"Magic ends: {old.kind} “{old.name}”{f' ({event.reason})' if event.reason else ''}."


def _divined(_: State, after: State, event: Divined) -> Lines:
    found = event.finding
    yield f"{name_of(after, found.actor)} asks: {found.question} The answer: {found.answer}"


def _felt(_: State, after: State, event: DivinationFelt) -> Lines:
    yield f"{name_of(after, event.actor)} feels that somebody is looking from afar."


def _sensed(_: State, after: State, event: MagicSensed) -> Lines:
    yield f"{name_of(after, event.sensed.actor)} senses: {event.sensed.text}"


def _animal(_: State, after: State, event: AnimalAnswered) -> Lines:
    told = event.told
    yield f"{name_of(after, told.actor)} asks: {told.question} The animal answers: {told.answer}"


def _item(_: State, after: State, event: MagicItemMade) -> Lines:
    yield f"{name_of(after, event.item.maker)} has made a magic item: {event.item.item}."


# -- the long run ----------------------------------------------------------------------------------------------------


def _treasure(before: State, after: State, event: TreasureSet) -> Lines:
    new = event.treasure
    name = name_of(after, new.owner)
    if new.id not in before.get(TREASURES):
        yield f"{name} comes into a Treasure: {new.name}, worth {new.value}."
    else:
        yield f"{name} spends of {new.name}: {new.value or 'nothing'} is left."


def _wealth(_: State, after: State, event: WealthLost) -> Lines:
    if event.levels:
        yield f"{name_of(after, event.actor)} has overspent: {event.levels} of Wealth gone until finances recover."


def _friends(before: State, after: State, event: FriendsSet) -> Lines:
    old = before.get(FRIENDS)
    if joined := _names(after, tuple(actor for actor in event.friends if actor not in old)):
        yield f"With the heroes from now on: {joined}."
    if left := _names(after, tuple(actor for actor in old if actor not in event.friends)):
        yield f"No longer with the heroes: {left}."


def _refresh(_: State, __: State, ___: RefreshBegan) -> Lines:
    yield "A refresh: experience can be spent, and things changed."


def _refresh_over(_: State, __: State, ___: RefreshEnded) -> Lines:
    yield "The refresh is over."


def _praised(_: State, after: State, event: DeedPraised) -> Lines:
    yield f"A deed worth experience, {name_of(after, event.actor)}: {event.reason}"


def _credited(_: State, after: State, event: OathCredited) -> Lines:
    yield f"{name_of(after, event.actor)} has kept their word; it will be worth experience."


def _proposed(_: State, after: State, event: ChangeProposed) -> Lines:
    yield f"{name_of(after, event.actor)} would like to change something, if the Storyteller agrees."


def _silent(_: State, __: State, ___: Event) -> Lines:
    return iter(())


QUIET: tuple[type[Event], ...] = (
    AssistanceBegun,
    AssistanceEnded,
    BreathHeld,
    ClockAdvanced,
    DurationOver,
    FreeChangeUsed,
    HandsForgotten,
    KindJudged,
    MendingOver,
    PlacementNoted,
    PlacementsKept,
    ProposalClosed,
    PurchaseOver,
    PurchaseTested,
    RalliesCounted,
    ScenePaid,
    SkillsBorrowed,
    StancesDropped,
    StepsTaken,
    StockGiven,
    ThingsLeft,
    TreatmentForgotten,
    WalksForgotten,
    WorkingBegun,
    WorkingEnded,
)

TELLERS: Mapping[type[Event], Callable[[State, State, Any], Iterator[str]]] = {
    **dict.fromkeys(QUIET, _silent),
    AmbushSet: _ambush,
    AnimalAnswered: _animal,
    AnimalBrought: _animal_brought,
    ArmyCounted: _counted,
    BandChanged: _band,
    BattleEnded: _battle_over,
    BoutSet: _bout,
    ChangeProposed: _proposed,
    DeedPraised: _praised,
    DivinationFelt: _felt,
    Divined: _divined,
    DurationSet: _duration,
    EnchantmentEnded: _magic_over,
    EnchantmentLaid: _laid,
    FoodFound: _food,
    FriendsSet: _friends,
    JourneyChanged: _journey,
    MagicItemMade: _item,
    MagicSensed: _sensed,
    MendingSet: _mending,
    OathCredited: _credited,
    OrdealEnded: _ordeal_over,
    OrdealSet: _ordeal,
    PassageSet: _passage,
    RefreshBegan: _refresh,
    RefreshEnded: _refresh_over,
    RiderChanged: _rider,
    SpinChanged: _spin,
    StanceTaken: _stance,
    TimePassed: _time,
    TimeTaken: _taken,
    TreasureSet: _treasure,
    TreatmentFailed: _treatment_failed,
    WealthLost: _wealth,
}
