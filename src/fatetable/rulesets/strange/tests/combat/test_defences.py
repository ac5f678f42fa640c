"""What meets an attack: the trappings that stop attacks of its kind."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.rolls.actions import DISCOVER, Attack, CreateAdvantage
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill

DEFENCES = ("dodge", "parry", "resist-damage", "esteem", "wealth", "willpower")
ATTACKS = ("strike", "shoot", "menace", "convince", "guile", "influence", "wealth")


def facing() -> Game:
    foe = tuple(skill(f"The {name}", 2, 0, held(name)) for name in DEFENCES)
    maud = tuple(skill(f"Her {name}", 2, 0, held(name)) for name in (*ATTACKS, "insight"))
    return Game(maud=maud, foe=foe)


def offered(g: Game) -> set[str]:
    """The trappings the foe may answer with."""
    prompt = g.prompt("defend")
    assert prompt is not None
    hole = next(hole for hole in prompt.options[0].holes if isinstance(hole, ChoiceHole))
    return {choice.value.removeprefix("the-").partition("/")[0] for choice in hole.options}


@pytest.mark.rule("SF-TRAP-04", "SF-STRESS-01", "SF-PARRY-01", "SF-WILLPOWER-01")
@pytest.mark.parametrize(
    ("attack", "answers"),
    [
        ("strike", {"dodge", "parry", "resist-damage"}),
        ("shoot", {"dodge", "resist-damage"}),
        ("menace", {"willpower"}),
        ("convince", {"willpower"}),
        ("guile", {"willpower"}),
        ("influence", {"esteem", "wealth"}),
        ("wealth", {"esteem", "wealth"}),
    ],
)
def test_an_attack_is_met_with_what_stops_it(attack: str, answers: set[str]) -> None:
    g = facing()
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait=f"her-{attack}/{attack}", description="x"))
    assert offered(g) == answers


@pytest.mark.rule("SF-TRAP-04", "SF-WILLPOWER-01")
def test_willpower_stops_being_found_out() -> None:
    g = facing()
    declared = CreateAdvantage(actor=MAUD, mode=DISCOVER, trait="her-insight", target=FOE, description="looks closely")
    g.do("ana", declared)
    g.answer("gm", "discover", "invent", words="Afraid of Water")
    g.answer("gm", "opposition", "defend", defender="foe")
    assert offered(g) == {"willpower"}
