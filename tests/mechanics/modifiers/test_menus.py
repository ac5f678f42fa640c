"""A menu of modifiers: of each family one counts, and they may be claimed as an action or a defence is declared."""

from __future__ import annotations

import msgspec

from fatetable.engine.offers import ManyHole
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.modifiers.claims import claimed
from fatetable.mechanics.modifiers.menus import Menu, MenuRow, chosen_modifiers, menu_hole
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.state import Modifier
from tests.mechanics.rolling_game import RULES, rolling, the_roll
from tests.mechanics.small_game import RETH, THUG, SmallGame

HEIGHT = MenuRow(family="position", name="superior position", amount=1)
COVER = MenuRow(family="position", name="excellent position", amount=2)
MORE = MenuRow(family="numbers", name="outnumbering", amount=1)
MENU = (HEIGHT, COVER, MORE)


def menu(_: State, actor: Actor, action: str) -> Menu:
    return MENU if action in ("attack", "defend") and actor.is_pc else ()


RULES_WITH_MENU = msgspec.structs.replace(RULES, menu=menu)
ATTACK = Attack(actor=RETH, target=THUG, trait="speed", description="she leaps")


def fight() -> SmallGame:
    return rolling(rules=RULES_WITH_MENU).scene()


def test_an_attack_is_declared_with_what_counts_for_it() -> None:
    g = fight()
    (offer,) = g.offers("ana", Attack)
    (hole,) = [hole for hole in offer.holes if isinstance(hole, ManyHole)]
    assert [choice.value for choice in hole.options] == [row.name for row in MENU]
    g.do("ana", msgspec.structs.replace(ATTACK, claims=("superior position", "excellent position", "outnumbering")))
    assert [(each.name, each.amount) for each in the_roll(g).efforts[0].modifiers[1:]] == [
        ("position", 2),
        ("numbers", 1),
    ]
    g.do("gm", Disallow(the_roll(g).id, 0, "outnumbering"))
    assert claimed(g.state, the_roll(g), 0) == ("excellent position",)


def test_what_is_not_on_the_menu_is_refused_and_who_has_none_is_not_asked() -> None:
    g = fight()
    assert g.refused("ana", msgspec.structs.replace(ATTACK, claims=("luck",)))[0] == "no-such-modifier"
    (offer,) = [each for each in g.offers("gm", Attack) if each.actor == THUG]
    assert not [hole for hole in offer.holes if isinstance(hole, ManyHole)]


def test_a_defence_is_chosen_with_what_counts_for_it() -> None:
    g = fight()
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    claims = ("superior position",)
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs", claims=claims)
    assert the_roll(g).efforts[1].fixed == 4


def test_of_several_of_a_family_the_one_counts_that_counts_most() -> None:
    names = ("existing mood", "changing a mood", "total distractions", "distractions")
    rows = tuple(
        MenuRow(family=family, name=name, amount=amount)
        for family, name, amount in (
            ("mood", "existing mood", -1),
            ("mood", "changing a mood", -3),
            ("distractions", "distractions", -1),
            ("distractions", "major distractions", -3),
            ("distractions", "total distractions", -5),
        )
    )
    # The book's own example for a mood (SF-INSPIRE-02): -3 and -5.
    assert sum(each.amount for each in chosen_modifiers(rows, names)) == -8
    assert chosen_modifiers(rows, ("sunshine",)) == ()
    assert chosen_modifiers((HEIGHT,), (HEIGHT.name,), ("R-1",)) == (
        Modifier("claim", "superior position", 1, ("R-1",), "position"),
    )
    assert menu_hole("claims", ()) == ()
    (hole,) = menu_hole("fill", (HEIGHT,), "claims")
    assert (hole.key, hole.least, hole.options[0].label) == ("claims", 0, "superior position (+1)")
