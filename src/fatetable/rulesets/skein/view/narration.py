"""The log lines of Skein's own events; `tellers` maps each type of event to the function that words it.

A function gets the states before and after the event as its viewer sees them, so it cannot give a secret away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.engine.words import with_words
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, ActorId, name_of
from fatetable.mechanics.encounters.state import contest_of
from fatetable.mechanics.harm.groups import GROUPS, GroupChanged
from fatetable.mechanics.ruleset import Teller
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.mechanics.time.clock import ClockAdvanced
from fatetable.mechanics.time.lengthy_work import DurationOver, DurationSet
from fatetable.mechanics.time.passing import TimePassed
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.state import UndertakingBegun, UndertakingEnded
from fatetable.rulesets.skein.battle import ArmyCounted, BattleEnded
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import (
    AMBUSH,
    AmbushSet,
    HandsForgotten,
    PassageSet,
    RalliesCounted,
    RiderChanged,
    StancesDropped,
    StanceTaken,
    StepsTaken,
    WalksForgotten,
    rider_of,
)
from fatetable.rulesets.skein.contests import BOUT, BoutSet, Entry
from fatetable.rulesets.skein.growth import (
    ChangeProposed,
    DeedPraised,
    FreeChangeUsed,
    OathCredited,
    ProposalClosed,
    RefreshBegan,
    RefreshEnded,
)
from fatetable.rulesets.skein.magic import (
    ENCHANTMENTS,
    AnimalAnswered,
    DivinationFelt,
    Divined,
    EnchantmentEnded,
    EnchantmentLaid,
    KindJudged,
    LookBegun,
    LookOver,
    MagicItemMade,
    MagicSensed,
    MasterpiecesReadied,
    MealOver,
    MealPoisoned,
    StockGiven,
    ThingsLeft,
    WovenUnseen,
)
from fatetable.rulesets.skein.points import FRIENDS, FriendsSet
from fatetable.rulesets.skein.possessions import (
    TREASURES,
    AnimalBrought,
    GripsForgotten,
    PurchaseOver,
    PurchaseTested,
    Regripped,
    TreasureSet,
    WealthLost,
    WealthRecovering,
)
from fatetable.rulesets.skein.recovery import (
    MENDING,
    ORDEALS,
    BreathHeld,
    EnduranceTestBegun,
    EnduranceTestOver,
    Mending,
    MendingOver,
    MendingSet,
    OrdealEnded,
    OrdealSet,
    TreatmentFailed,
    TreatmentForgotten,
)
from fatetable.rulesets.skein.rolls import (
    SPIN,
    AssistanceBegun,
    AssistanceEnded,
    PlacementNoted,
    PlacementsKept,
    ScenePaid,
    SkillsBorrowed,
    SpinChanged,
)
from fatetable.rulesets.skein.sheet import read_item, skill_name
from fatetable.rulesets.skein.travel import JOURNEY, METRES, FoodFound, JourneyChanged
from fatetable.rulesets.skein.view.sheet_notes import STANCE_WORDS

Lines = Iterator[str]


def _names(state: State, actors: tuple[ActorId, ...]) -> str:
    return ", ".join(name_of(state, actor) for actor in actors if actor in state.get(CAST))


# -- encounters ------------------------------------------------------------------------------------------------------


def _bout(tables: Tables, before: State, after: State, event: BoutSet) -> Lines:
    old, new = before.get(BOUT), event.bout
    # The end of a contest is told by the end of the encounter.
    if event.news and (new is not None or contest_of(before) is None):
        yield f"{event.news.rstrip('.')}."
    if new is None:
        return
    entered = old.entries if old is not None and old.number == new.number else {}
    for actor, entry in new.entries.items():
        if actor not in entered:
            yield _entry(tables, name_of(after, actor), entry)
    for actor in new.dropped:
        if old is not None and actor not in old.dropped:
            yield f"{name_of(after, actor)} is out of the contest."


def _entry(tables: Tables, name: str, entry: Entry) -> str:
    does = f"manoeuvres for “{entry.words}”" if entry.words else "competes"
    how = f": {entry.effort.description}" if entry.effort.description else ""
    return f"{name} {does} with {skill_name(tables, entry.effort.trait)}{how}."


def _ambush(before: State, after: State, event: AmbushSet) -> Lines:
    if event.ambush.laid and not before.get(AMBUSH).laid:
        yield f"{_names(after, event.ambush.laid)} lie in wait for {_names(after, event.ambush.victims)}."
    if event.ambush.waiting and not before.get(AMBUSH).waiting:
        yield f"The ambush comes off: {_names(after, event.ambush.waiting)} may strike first."


def _band(before: State, after: State, event: GroupChanged) -> Lines:
    old, band = before.get(GROUPS).get(event.actor), event.band
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


def _rider(tables: Tables, before: State, after: State, event: RiderChanged) -> Lines:
    old, name = rider_of(before, event.actor), name_of(after, event.actor)
    if event.rider.mount and not old.mount:
        yield f"{name} mounts: {read_item(tables, event.rider.mount).name}."
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
        yield with_words(f"{ordeal.name} is over", event.reason, ".")


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


def _unseen(_: State, after: State, event: WovenUnseen) -> Lines:
    woven = event.woven
    yield f"{name_of(after, woven.actor)} makes “{woven.words}” look real: {woven.total} against {woven.difficulty}."


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
    yield with_words(f"A deed worth experience, {name_of(after, event.actor)}", event.reason, ".")


def _credited(_: State, after: State, event: OathCredited) -> Lines:
    yield f"{name_of(after, event.actor)} has kept their word; it will be worth experience."


def _proposed(_: State, after: State, event: ChangeProposed) -> Lines:
    yield f"{name_of(after, event.actor)} would like to change something, if the Storyteller agrees."


def _silent(_: State, __: State, ___: Event) -> Lines:
    return iter(())


QUIET: tuple[type[Event], ...] = (  # events that no line tells of
    AssistanceBegun,
    AssistanceEnded,
    BreathHeld,
    ClockAdvanced,
    DurationOver,
    EnduranceTestBegun,
    EnduranceTestOver,
    FreeChangeUsed,
    GripsForgotten,
    HandsForgotten,
    KindJudged,
    LookBegun,
    LookOver,
    MasterpiecesReadied,
    MealOver,
    MealPoisoned,
    MendingOver,
    PlacementNoted,
    PlacementsKept,
    ProposalClosed,
    PurchaseOver,
    PurchaseTested,
    RalliesCounted,
    Regripped,
    ScenePaid,
    SkillsBorrowed,
    StancesDropped,
    StepsTaken,
    StockGiven,
    ThingsLeft,
    TreatmentForgotten,
    WalksForgotten,
    WealthRecovering,
    UndertakingBegun,
    UndertakingEnded,
)


HIGHLIGHTS: frozenset[type[Event]] = frozenset({BattleEnded, DeedPraised, OathCredited, RefreshBegan})
"""What a recap tells of them."""

ENDINGS: frozenset[type[Event]] = frozenset({BattleEnded})


def tellers(tables: Tables) -> Mapping[type[Event], Teller]:
    return {
        **dict.fromkeys(QUIET, _silent),
        AmbushSet: _ambush,
        AnimalAnswered: _animal,
        AnimalBrought: _animal_brought,
        ArmyCounted: _counted,
        GroupChanged: _band,
        BattleEnded: _battle_over,
        BoutSet: partial(_bout, tables),
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
        RiderChanged: partial(_rider, tables),
        SpinChanged: _spin,
        StanceTaken: _stance,
        TimePassed: _time,
        TimeTaken: _taken,
        TreasureSet: _treasure,
        TreatmentFailed: _treatment_failed,
        WealthLost: _wealth,
        WovenUnseen: _unseen,
    }
