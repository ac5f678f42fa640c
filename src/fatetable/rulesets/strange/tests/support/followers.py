"""Companions for tests."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.tests.support.gifts import with_gifts
from fatetable.rulesets.strange.tests.support.playing import Game, skill

JEEVES, SECOND = ActorId("jeeves"), ActorId("jeeves-2")


def companion(
    *improvements: str | Entry, skills: tuple[Entry, ...] = (), name: str = "Jeeves", gifts: int = 1, **more: Any
) -> Entry:
    """A companion as the gift of its patron; without `skills` it has Fisticuffs at Average."""
    return Entry(
        name=name,
        kind="companion",
        numbers={"gifts": gifts},
        lists={"sturdy": more.get("sturdy", ())},
        entries={
            "improvements": tuple(Entry(name=each) if isinstance(each, str) else each for each in improvements),
            "skills": skills or (skill("Fisticuffs", 1),),
            "gifts": more.get("gifts_of_its_own", ()),
            "drawbacks": more.get("drawbacks", ()),
        },
    )


def aspect(text: str) -> Entry:
    return Entry(name="aspect", texts={"text": text})


def mode(text: str = "signal lamps") -> Entry:
    return Entry(name="communication", texts={"text": text})


def independent(*slots: str) -> Entry:
    return Entry(name="independent", lists={"aspect": slots or ("archetype", "conviction")})


def accompanied(*gifts: Entry, scene: bool = True, **more: Any) -> Game:
    """Maud has these gifts, and Fisticuffs and Stealth; her companions are with her."""

    class Accompanied(Game):
        def bring(self, seat: str, character: str | Sheet) -> None:
            assert isinstance(character, Sheet)
            gifted = with_gifts(character, *gifts)
            waived = (*character.waived, "companion-points", "too-many-improvements")
            super().bring(seat, msgspec.structs.replace(gifted, waived=waived) if seat == "ana" else character)

    maud = more.pop("maud", (skill("Fisticuffs", 3), skill("Stealth", 2)))
    return Accompanied(maud=maud, scene=scene, **more)
