"""Notes on a sheet of Skein besides what all sheets show: Spin, numbers, arms, riches, oaths, experience.

They are made from what the viewer may see; words of Aspects come from their cards, so that hidden ones stay hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.harm.groups import group_of
from fatetable.mechanics.view.headcount import Headcount
from fatetable.rulesets.skein.battle import ARMY
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import hands_of, is_band, rider_of, stance_of, thrown_by
from fatetable.rulesets.skein.growth import oaths_of, unspent
from fatetable.rulesets.skein.magic import DOSES, STOCK
from fatetable.rulesets.skein.points import FRIENDS
from fatetable.rulesets.skein.possessions import LOST, treasures_of, wealth_of
from fatetable.rulesets.skein.rolls import has_spin
from fatetable.rulesets.skein.sheet import PEOPLE, absorption, carried, read_item, weapons_in_hand

Notes = Iterator[tuple[str, str]]

STANCE_WORDS = {"defensive": "all defence", "offensive": "all attack", "wall": "behind a wall of shields"}
COUNTED = ("fallen", "stunned", "fled")


def notes(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    return (
        *_in_the_fight(tables, state, actor),
        *_numbers(state, actor),
        *_arms(tables, state, actor),
        *_riches(tables, state, actor),
        *_promises(tables, state, actor),
    )


def headcount(state: State, actor: Actor) -> Headcount:
    """A warband counts its members who still stand; a seat that does not know its size gets no number."""
    if not is_band(actor):
        return Headcount(is_nameless=actor.kind not in PEOPLE)
    band = group_of(state, actor)
    return Headcount(band.standing, band.size, is_nameless=True)


def _in_the_fight(tables: Tables, state: State, actor: Actor) -> Notes:
    if has_spin(state, actor.id):
        yield "Spin", f"{signed(tables.rolling.figures.spin)} on the next roll"
    if stance := stance_of(state, actor.id):
        yield "stance", STANCE_WORDS[stance]
    rider = rider_of(state, actor.id)
    if rider.mount:
        yield "rides", f"{read_item(tables, rider.mount).name}{', charging' if rider.is_charging else ''}"
    if actor.id in state.get(FRIENDS):
        yield "with the heroes", "has Fate Points of their own"


def _numbers(state: State, actor: Actor) -> Notes:
    band = group_of(state, actor) if is_band(actor) else None
    size = actor.sheet.numbers.get("size", 0)
    if band is not None and band.size:
        gone = [f"{number} {lot}" for lot in COUNTED if (number := getattr(band, lot))]
        yield "standing", ", ".join((f"{band.standing} of {band.size}", *gone))
        if band.leader:
            yield "led by", name_of(state, band.leader)
    elif actor.kind == ARMY and size:
        yield "size", str(size)


def _arms(tables: Tables, state: State, actor: Actor) -> Notes:
    held, hands = weapons_in_hand(tables, actor), hands_of(state, actor.id)
    thrown = thrown_by(state, actor.id)
    there = (item for item, number in Counter(held).items() for _ in range(number - thrown.count(item)))
    in_hand = [_named(tables, item) + " (to be loaded)" * (item in hands.unloaded) for item in there]
    if in_hand:
        yield "in hand", ", ".join(in_hand)
    if thrown:
        yield "thrown", ", ".join(_named(tables, item) for item in thrown)
    if hands.is_dry:
        yield "missiles", "none left in this scene"
    if doses := state.get(DOSES).get(actor.id, ()):
        yield "poisoned", ", ".join(_named(tables, dose.weapon) for dose in doses)
    others = [_named(tables, item) for item in carried(tables, actor.sheet) if item not in held]
    if others:
        yield "carries", ", ".join(others)
    if absorbed := absorption(tables, actor.sheet):
        yield "absorbs", f"{absorbed} of each hit"
    brews = [brew.words or brew.kind for brew in state.get(STOCK).brews.values() if brew.maker == actor.id]
    if brews:
        yield "brewed", ", ".join(brews)


def _named(tables: Tables, item: str) -> str:
    return read_item(tables, item).name


def _riches(tables: Tables, state: State, actor: Actor) -> Notes:
    if actor.is_pc:
        gone = state.get(LOST).get(actor.id, 0)
        yield "Wealth", f"{wealth_of(tables, actor)}{f' ({gone} lost for now)' if gone else ''}"
    treasures = [f"{treasure.name} ({treasure.value})" for treasure in treasures_of(state, actor.id)]
    if treasures:
        yield "Treasure", ", ".join(treasures)


def _promises(tables: Tables, state: State, actor: Actor) -> Notes:
    for card in oaths_of(state, actor).values():
        yield "oath", card.text
    if actor.is_pc and (points := unspent(tables, actor.sheet)):
        yield "experience", f"{points} to spend"
