"""A specialism of a path counts in whatever magic of that path it is claimed for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fatetable.engine.messages import Command
from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.skein.magic.divination import Divine
from fatetable.rulesets.skein.magic.faith import AskFavour
from fatetable.rulesets.skein.magic.glamour.illusions import WeaveGlamour
from fatetable.rulesets.skein.magic.plant_and_root import BrewInfusion
from fatetable.rulesets.skein.magic.runes import CarveRunes
from fatetable.rulesets.skein.magic.spirit_magic import Bless, LayCurse
from fatetable.rulesets.skein.magic.wards import LayWard
from fatetable.rulesets.skein.tests.support.magicians import magician
from fatetable.rulesets.skein.tests.support.playing import Game

EDDA, HESK, GUARD = ActorId("edda"), ActorId("mother-hesk"), ActorId("gate-guard")
OLD_WAYS = "Old Ways"
AUGURY = "divination [augury]"
Works = Callable[[tuple[str, ...]], Command]

WORKS: dict[str, tuple[str, tuple[str, ...], Works]] = {
    "bless": (
        "spirit-magic",
        (),
        lambda with_: Bless(actor=EDDA, target=HESK, words="Luck", description="sings", features=with_),
    ),
    "curse": (
        "spirit-magic",
        (),
        lambda with_: LayCurse(actor=EDDA, target=GUARD, words="Ill Luck", description="spits", features=with_),
    ),
    "ward": (
        "spirit-magic",
        ("ward",),
        lambda with_: LayWard(actor=EDDA, target=HESK, description="draws a circle", features=with_),
    ),
    "favour": (
        "faith",
        ("divine-favour",),
        lambda with_: AskFavour(actor=EDDA, target=HESK, words="Blessed", description="prays", features=with_),
    ),
    "glamour": (
        "glamour",
        (),
        lambda with_: WeaveGlamour(actor=EDDA, words="Mist", description="hums", features=with_),
    ),
    "brew": (
        "plant-and-root",
        (),
        lambda with_: BrewInfusion(actor=EDDA, kind="infusion", words="Calm", description="stirs", features=with_),
    ),
    "runes": (
        "rune-magic",
        (),
        lambda with_: CarveRunes(
            actor=EDDA, target=EDDA, item="Dagger", words="Sharp", description="carves", features=with_
        ),
    ),
    "divine": (
        "divination",
        (),
        lambda with_: Divine(actor=EDDA, trait=AUGURY, question="Who?", description="looks", features=with_),
    ),
}


@pytest.mark.rule("SK-STYPE-01")
@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("is_claimed", [False, True])
def test_a_specialism_adds_one_to_magic_for_which_it_is_claimed(work: str, is_claimed: bool) -> None:
    path, powers, command = WORKS[work]
    trait = AUGURY if path == "divination" else path
    special = ("specialism", {"name": OLD_WAYS, "skill": trait, "use": "at night", "narrow": "no", "strong": "no"})
    lists = {"alphabets": ("Runes",)} if path == "rune-magic" else {}
    other = {"languages": 1} if path == "rune-magic" else None
    mage = magician(path, *powers, special, trait=trait if trait != path else "", lists=lists, other=other)
    g = Game(heroes=(mage, "Mother Hesk"), foes=("Gate Guard",))
    g.do("ana", command((OLD_WAYS,) if is_claimed else ()))
    assert g.roll.efforts[0].total == 5 + is_claimed
