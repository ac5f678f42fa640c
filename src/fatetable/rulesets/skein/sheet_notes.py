"""What a sheet of Skein shows besides what all sheets have: Spin, numbers, arms, riches, oaths, experience.

Reads what a viewer has been told; words of Aspects stand on their cards alone, so that hidden ones stay hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.cast import Actor, name_of
from fatetable.mechanics.ladder import signed
from fatetable.rulesets.skein.armies import ARMY
from fatetable.rulesets.skein.arms import absorption, carried, weapons_in_hand
from fatetable.rulesets.skein.experience import unspent
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.herbs import STOCK
from fatetable.rulesets.skein.mounts import rider_of
from fatetable.rulesets.skein.oaths import oaths_of
from fatetable.rulesets.skein.poisons import DOSES
from fatetable.rulesets.skein.purses import FRIENDS
from fatetable.rulesets.skein.spin import has_spin
from fatetable.rulesets.skein.stances import stance_of
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.warbands import band_of, is_band
from fatetable.rulesets.skein.wealth import LOST, treasures_of, wealth_of
from fatetable.rulesets.skein.weapons_in_use import hands_of

Notes = Iterator[tuple[str, str]]

STANCE_WORDS = {"defensive": "all defence", "offensive": "all attack", "wall": "behind a wall of shields"}
COUNTED = ("fallen", "stunned", "fled")


def notes(state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    return (
        *_in_the_fight(state, actor),
        *_numbers(state, actor),
        *_arms(state, actor),
        *_riches(state, actor),
        *_promises(state, actor),
    )


def _in_the_fight(state: State, actor: Actor) -> Notes:
    if has_spin(state, actor.id):
        yield "Spin", f"{signed(tables().rolling.figures.spin)} on the next roll"
    if stance := stance_of(state, actor.id):
        yield "stance", STANCE_WORDS[stance]
    rider = rider_of(state, actor.id)
    if rider.mount:
        yield "rides", f"{read_item(rider.mount).name}{', charging' if rider.is_charging else ''}"
    if actor.id in state.get(FRIENDS):
        yield "with the heroes", "has Fate Points of their own"


def _numbers(state: State, actor: Actor) -> Notes:
    band = band_of(state, actor) if is_band(actor) else None
    size = actor.sheet.numbers.get("size", 0)
    if band is not None and band.size:
        gone = [f"{number} {lot}" for lot in COUNTED if (number := getattr(band, lot))]
        yield "standing", ", ".join((f"{band.standing} of {band.size}", *gone))
        if band.leader:
            yield "led by", name_of(state, band.leader)
    elif actor.kind == ARMY and size:
        yield "size", str(size)


def _arms(state: State, actor: Actor) -> Notes:
    held, hands = weapons_in_hand(actor), hands_of(state, actor.id)
    in_hand = [_named(item) + " (to be loaded)" * (item in hands.unloaded) for item in held if item not in hands.thrown]
    if in_hand:
        yield "in hand", ", ".join(in_hand)
    if hands.thrown:
        yield "thrown", ", ".join(map(_named, hands.thrown))
    if hands.is_dry:
        yield "missiles", "none left in this scene"
    if doses := state.get(DOSES).get(actor.id, ()):
        yield "poisoned", ", ".join(_named(dose.weapon) for dose in doses)
    others = [_named(item) for item in carried(actor.sheet) if item not in held]
    if others:
        yield "carries", ", ".join(others)
    if absorbed := absorption(actor.sheet):
        yield "absorbs", f"{absorbed} of each hit"
    brews = [brew.words or brew.kind for brew in state.get(STOCK).brews.values() if brew.maker == actor.id]
    if brews:
        yield "brewed", ", ".join(brews)


def _named(item: str) -> str:
    return read_item(item).name


def _riches(state: State, actor: Actor) -> Notes:
    if actor.is_pc:
        gone = state.get(LOST).get(actor.id, 0)
        yield "Wealth", f"{wealth_of(actor)}{f' ({gone} lost for now)' if gone else ''}"
    treasures = [f"{treasure.name} ({treasure.value})" for treasure in treasures_of(state, actor.id)]
    if treasures:
        yield "Treasure", ", ".join(treasures)


def _promises(state: State, actor: Actor) -> Notes:
    for card in oaths_of(state, actor).values():
        yield "oath", card.text
    if actor.is_pc and (points := unspent(actor.sheet)):
        yield "experience", f"{points} to spend"
