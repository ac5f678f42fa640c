"""The rolling game with three tracks and three kinds of consequences, by the figures of Strange Fate.

Sheets say as numbers what a skill or piece of equipment gives for a track: its rating and tier, weapon and armour.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, SheetChanged
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.hits import Hit, HitRules, weapon_and_armour
from fatetable.mechanics.harm.state import Slot
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.resolution import StyleTrade
from fatetable.mechanics.rolls.state import Modifier, Roll
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from tests.mechanics.rolling_game import everybody_passes, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame, sheet

KIND_OF = {"health": "physical", "composure": "mental", "reputation": "social"}
AIMS = {
    "strike": ("health", "physical"),
    "menace": ("composure", "mental"),
    "influence": ("reputation", "social"),
    "glamour": ("composure", "physical"),
}
MORE_BOXES = (0, 1, 2, 2, 3)
"""By the rating of a skill that lengthens a track."""
EXTRA_MILD_FROM, EXTRA_MODERATE_FROM = 2, 4
"""Tiers."""


def number(actor: Actor, name: str) -> int:
    return actor.sheet.numbers.get(name, 0)


def tracks(actor: Actor) -> Mapping[str, int]:
    return {track: 2 + MORE_BOXES[number(actor, f"{track} rating")] for track in KIND_OF}


def slots(actor: Actor) -> tuple[Slot, ...]:
    """One of each for any kind, and more that take only their own."""
    own = []
    for track, kind in KIND_OF.items():
        if number(actor, f"{track} tier") >= EXTRA_MILD_FROM:
            own.append(Slot(f"mild {kind}", 2, "scene", kinds=(kind,)))
        if number(actor, f"{track} tier") >= EXTRA_MODERATE_FROM:
            own.append(Slot(f"moderate {kind}", 4, "session", kinds=(kind,)))
    return (Slot("mild", 2, "scene"), Slot("moderate", 4, "session"), Slot("severe", 6, "scenario"), *own)


def aim(_: State, roll: Roll) -> tuple[str, str]:
    return AIMS[roll.efforts[0].trait]


def parts(state: State, hit: Hit) -> tuple[Modifier, ...]:
    """The weapon is for the track; armour of a skill's tier adds to that of equipment."""
    attacker, target = state.get(CAST)[hit.by], state.get(CAST)[hit.target]
    weapon = number(attacker, f"{hit.track} weapon")
    armour = number(target, f"{hit.track} armour") + number(target, f"{hit.track} tier")
    return weapon_and_armour(hit.amount, weapon, armour)


RULES = BoxRules(tracks=tracks, slots=slots, rolls_up=True)
HITS = HitRules(aim=aim, parts=parts)
PLUS = ("0000", "+000", "++00", "+++0", "++++")


def fight(*shifts: int, reth: Mapping[str, int] | None = None, thug: Mapping[str, int] | None = None) -> SmallGame:
    """The thug, whose every skill is as good as Reth's, will hit her for so many shifts, each time he attacks."""
    dice = [side for number in shifts for side in (PLUS[number], "0000")]
    g = rolling(*dice, hits=HITS, harms={"hero": RULES, "foe": RULES})
    g.bring("ana", "Reth", speed=3, numbers=reth or {})
    g.add("Thug")
    armed = sheet("Thug", "foe", numbers=thug or {})
    g.tell(SheetChanged(THUG, msgspec.structs.replace(armed, traits=dict.fromkeys(AIMS, 3)), ""))
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH, THUG)))
    return g


def attack(g: SmallGame, skill: str) -> Roll:
    g.do("gm", Attack(actor=THUG, target=RETH, trait=skill, description="he goes for her"))
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she holds on")
    throw(g, "gm")
    everybody_passes(g)
    if g.is_asked(StyleTrade):
        g.answer("gm", StyleTrade, "full")
    return the_roll(g)
