"""Stunts in play that are neither of combat nor of magic: priced ones, borrowed skills, retorts, a good appearance."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow, SendBack
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.rolls.stunt_uses import PAID, RETORTS, BorrowSkill, UseStunt
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game

ILFRIN, GUARD = ActorId("ilfrin-half-light"), ActorId("gate-guard")


def ilfrin(*stunts: tuple[str, dict[str, str]]) -> Sheet:
    """Ilfrin with some of his stunts exchanged for these."""
    sheet = sample(TABLES, "Ilfrin Half-Light")
    keep = sheet.features[: 5 - len(stunts)]
    return msgspec.structs.replace(sheet, features=(*keep, *(compose(TABLES, *stunt) for stunt in stunts)))


def specialism(name: str, *, strong: bool = True) -> tuple[str, dict[str, str]]:
    more = dict.fromkeys(("narrow", "strong"), "yes" if strong else "no")
    return "specialism", {"name": name, "skill": "charm", "use": f"it is about {name}", **more}


def game(*stunts: tuple[str, dict[str, str]], foes: tuple[str, ...] = ()) -> Game:
    return Game(heroes=(ilfrin(*stunts), "Mother Hesk"), foes=foes)


def charm(g: Game, *features: str, trait: str = "charm") -> None:
    g.do("ana", Overcome(actor=ILFRIN, trait=trait, description="smiles", features=features))
    g.answer("gm", "opposition", "difficulty", value=9)


def use(g: Game, name: str) -> UseStunt:
    return UseStunt(actor=ILFRIN, roll=g.roll.id, stunt=name)


# -- priced stunts ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STYPE-01")
def test_a_strong_specialism_costs_a_point_in_each_scene_that_sees_it_used() -> None:
    g = game(specialism("widows"))
    before = g.points(ILFRIN)
    for _ in range(2):
        charm(g)
        g.do("ana", use(g, "widows"))
        assert g.roll.efforts[0].total == 5 + 2
        assert g.points(ILFRIN) == before - 1
        g.throw("ana", "0000")
    g.do("gm", EndScene())
    g.start_scene("Next morning")
    charm(g)
    assert g.offers("ana", UseStunt)[0].price is not None
    g.do("ana", use(g, "widows"))
    assert g.points(ILFRIN) == before - 2


@pytest.mark.rule("SK-STYPE-01", "SK-TEST-15")
def test_only_one_specialism_applies_to_a_roll() -> None:
    g = game(specialism("widows"), specialism("kings", strong=False), specialism("cats", strong=False))
    two = Overcome(actor=ILFRIN, trait="charm", description="smiles", features=("kings", "cats"))
    assert g.refused("ana", two) == "feature-does-not-fit"
    charm(g, "kings")
    assert g.roll.efforts[0].total == 5 + 1
    assert g.refused("ana", use(g, "widows")) == "stunt-does-not-fit"
    assert not g.offers("ana", UseStunt)


@pytest.mark.rule("SK-STYPE-01")
def test_a_specialism_serves_its_own_skill_before_the_dice_and_once_a_roll() -> None:
    g = game(specialism("widows"))
    charm(g, trait="deception")
    assert g.refused("ana", use(g, "widows")) == "stunt-does-not-fit"
    g.throw("ana", "0000")
    charm(g)
    g.do("ana", use(g, "widows"))
    assert g.refused("ana", use(g, "widows")) == "stunt-does-not-fit"
    g.throw("ana", "0000")
    charm(g)
    roll = g.roll.id
    g.do("ana", ThrowDice(roll), "0000")
    assert g.refused("ana", use(g, "widows")) == "stunt-does-not-fit"


def test_without_a_point_a_strong_stunt_is_not_used() -> None:
    g = game(specialism("widows"))
    for _ in range(g.points(ILFRIN)):
        charm(g)
        g.do("ana", use(g, "widows"))
        g.throw("ana", "0000")
        g.do("gm", EndScene())
        g.start_scene("On and on")
    charm(g)
    assert g.refused("ana", use(g, "widows")) == "not-enough-fate-points"
    assert not g.offers("ana", UseStunt)


@pytest.mark.rule("SK-STYPE-02", "SK-STYPE-05")
@pytest.mark.parametrize(
    ("kind", "choices"),
    [("new-skill-use", {"use": "calm beasts", "magic": "no"}), ("ignore-restriction", {"what": "a foreign tongue"})],
)
def test_a_strong_new_use_or_an_ignored_difficulty_costs_a_point_each_time(kind: str, choices: dict[str, str]) -> None:
    g = game((kind, {"name": "Silver Tongue", "skill": "charm", "strong": "yes", **choices}))
    before = g.points(ILFRIN)
    for times in (1, 2):
        charm(g)
        g.do("ana", use(g, "Silver Tongue"))
        assert g.roll.efforts[0].features == ("Silver Tongue",)
        assert g.roll.efforts[0].total == 5
        assert g.points(ILFRIN) == before - times
        g.throw("ana", "0000")


def test_what_was_paid_on_a_roll_that_did_not_happen_comes_back() -> None:
    g = game(specialism("widows"))
    before = g.points(ILFRIN)
    charm(g)
    g.do("ana", use(g, "widows"))
    g.do("gm", SendBack(g.roll.id, "she is no widow"))
    assert g.points(ILFRIN) == before
    assert not g.table.state.get(PAID)


# -- a borrowed skill ------------------------------------------------------------------------------------------------


def traits(g: Game) -> dict[str, int]:
    return dict(g.table.state.get(CAST)[ILFRIN].sheet.traits)


@pytest.mark.rule("SK-STUNT-02")
def test_a_jack_of_all_trades_has_any_skill_for_a_scene_at_level_one() -> None:
    g = game(("jack-of-all-trades", {}))
    before, skills = g.points(ILFRIN), traits(g)
    g.do("ana", BorrowSkill(actor=ILFRIN, skill="riding"))
    assert g.points(ILFRIN) == before - 1
    charm(g, trait="riding")
    assert g.roll.efforts[0].total == 1
    g.throw("ana", "0000")
    g.do("ana", BorrowSkill(actor=ILFRIN, skill="lore", named="Ships"))
    assert traits(g) == {**skills, "riding": 1, "lore [Ships]": 1}
    g.do("gm", EndScene())
    assert traits(g) == skills


@pytest.mark.rule("SK-STUNT-02")
def test_neither_magic_nor_what_is_known_already_can_be_had_like_that() -> None:
    g = game(("jack-of-all-trades", {}))
    assert g.refused("ana", BorrowSkill(actor=ILFRIN, skill="faith")) == "not-to-be-borrowed"
    assert g.refused("ana", BorrowSkill(actor=ILFRIN, skill="divination", named="augury")) == "not-to-be-borrowed"
    assert g.refused("ana", BorrowSkill(actor=ILFRIN, skill="lore")) == "not-to-be-borrowed"
    assert g.refused("ana", BorrowSkill(actor=ILFRIN, skill="charm")) == "known-already"
    offered = g.offers("ana", BorrowSkill)
    plain = {choice.value for choice in offered[0].holes[0].options}  # type: ignore[union-attr]
    assert "riding" in plain
    assert not plain & {"charm", "faith", "glamour", "lore"}
    assert {offer.command.skill for offer in offered[1:]} == {"lore", "profession"}  # type: ignore[attr-defined]
    assert not g.offers("bo", BorrowSkill)
    unlearned = BorrowSkill(actor=ActorId("mother-hesk"), skill="riding")
    assert g.refused("bo", unlearned) == "no-such-stunt"


# -- Cutting Retort --------------------------------------------------------------------------------------------------


def insult(g: Game, option: str = "score", **words: str) -> None:
    """The guard unnerves Ilfrin, whose Willpower is 1, with Intimidation 1."""
    g.attack("gm", GUARD, ILFRIN, "intimidation@words", "++00")
    g.defend("ana", "willpower", "0000")
    g.answer("ana", "harm", option, **words)


def fight() -> Game:
    g = game(foes=("Gate Guard",))
    g.start_combat("social")
    return g


def come_to(g: Game, actor: ActorId) -> None:
    """End turns, and rounds, until it is this actor's turn."""
    seats = {ILFRIN: "ana", ActorId("mother-hesk"): "bo", GUARD: "gm"}
    for _ in range(9):
        conflict = conflict_of(g.table.state)
        assert conflict is not None
        if conflict.turn >= len(conflict.order):
            g.do("gm", NextExchange())
            continue
        at = conflict.order[conflict.turn].actors[0]
        if at == actor:
            return
        g.do(seats[at], EndTurn(at))
    raise AssertionError("that turn does not come")


@pytest.mark.rule("SK-STUNT-13", "SK-TEST-15")
@pytest.mark.parametrize(("option", "words"), [("score", {}), ("mild", {"words": "Stung"})])
def test_damage_to_composure_sharpens_the_next_social_skill(option: str, words: dict[str, str]) -> None:
    g = fight()
    come_to(g, GUARD)
    insult(g, option, **words)
    assert g.table.state.get(RETORTS) == (ILFRIN,)
    come_to(g, ILFRIN)
    charm(g, trait="agility")
    assert g.roll.efforts[0].total == 2
    g.throw("ana", "0000")
    assert g.table.state.get(RETORTS) == (ILFRIN,)
    come_to(g, GUARD)
    come_to(g, ILFRIN)
    charm(g)
    assert g.roll.efforts[0].total == 5 + 2
    g.throw("ana", "0000")
    assert g.table.state.get(RETORTS) == ()


@pytest.mark.rule("SK-STUNT-13")
def test_further_damage_does_not_raise_it_and_the_scenes_end_ends_it() -> None:
    g = fight()
    come_to(g, GUARD)
    insult(g)
    come_to(g, ILFRIN)
    come_to(g, GUARD)
    g.attack("gm", GUARD, ILFRIN, "intimidation@words", "+000")
    g.defend("ana", "willpower", "0000")
    g.answer("ana", "harm", "mild", words="Stung")
    assert g.table.state.get(RETORTS) == (ILFRIN,)
    come_to(g, ILFRIN)
    charm(g)
    assert g.roll.efforts[0].total == 5 + 2
    g.do("gm", SendBack(g.roll.id, "rather not"))
    g.do("ana", EndTurn(ILFRIN))
    come_to(g, GUARD)
    g.do("gm", EndTurn(GUARD))
    g.do("gm", EndConflict())
    g.do("gm", EndScene())
    assert g.table.state.get(RETORTS) == ()


# -- Elegant ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-14", "SK-TEST-15")
def test_good_looks_give_one_to_charm_until_the_storyteller_finds_them_ruined() -> None:
    g = game(("elegant", {}))
    charm(g, "Elegant")
    assert g.roll.efforts[0].total == 5 + 1
    g.do("gm", Disallow(g.roll.id, 0, "Elegant"))
    assert g.roll.efforts[0].total == 5
    g.throw("ana", "0000")
    other = Overcome(actor=ILFRIN, trait="deception", description="smiles", features=("Elegant",))
    assert g.refused("ana", other) == "feature-does-not-fit"
