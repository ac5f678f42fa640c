"""Glamours of the Storyteller's people that pass for something real, until somebody sees through them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.opening import DiceThrown
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.magic.enchantments import DISGUISE, GLAMOUR, Enchantment, in_effect
from fatetable.rulesets.skein.magic.glamour.illusions import TouchGlamour, WearDisguise, WeaveGlamour
from fatetable.rulesets.skein.magic.glamour.observers import LookClosely
from fatetable.rulesets.skein.magic.glamour.secrets import WOVEN
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.making import stunts
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

CADFAN, GUARD = ActorId("cadfan-wolf-banner"), ActorId("gate-guard")
HESK, BRANNOC = ActorId("mother-hesk"), ActorId("brannoc-of-the-ford")


def weaver() -> Sheet:
    """Cadfan, with Glamour 4 in the place of another skill."""
    cadfan = sample(TABLES, "Cadfan Wolf-Banner")
    other = next(skill for skill, level in cadfan.traits.items() if level == 4)
    traits = {"glamour" if skill == other else skill: level for skill, level in cadfan.traits.items()}
    taken = stunts(("fae-blooded", {"aspect": "aspect-1"}), "perfect-disguise")
    return msgspec.structs.replace(cadfan, traits=traits, features=taken)


def game(**more: Any) -> Game:
    return Game(foes=(weaver(), "Gate Guard"), **more)


def gold(target: str = "", **more: Any) -> WeaveGlamour:
    wanted = {"imitates": True, **more}
    return WeaveGlamour(actor=CADFAN, words="A Heap of Gold", description="hums", target=target, **wanted)  # type: ignore[arg-type]


def woven(g: Game) -> Enchantment:
    (found,) = in_effect(g.table.state, GLAMOUR, DISGUISE)
    return found


def learnt(g: Game, seat: str, since: int) -> str:
    """Everything a seat has been told since, may do now and sees."""
    return f"{g.table.told(seat)[since:]} {g.table.offers(seat)} {g.table.present(seat)}".casefold()


@pytest.mark.rule("SK-GLAM-04")
def test_what_a_storytellers_character_makes_look_real_is_no_glamour_to_the_players() -> None:
    g = game()
    before = len(g.table.told("ana"))
    events = g.do("gm", gold(), "+000")
    assert first(events, DiceThrown).what == "unseen"
    assert not open_rolls(g.table.state)
    assert (woven(g).result, woven(g).is_secret) == (5, True)
    card = g.card("A Heap of Gold")
    assert (card.known_to, len(card.free)) == (None, 1)
    known = learnt(g, "ana", before)
    assert "a heap of gold" in known
    assert not any(secret in known for secret in ("glamour", "hums", "imitates"))
    assert CADFAN not in str(g.table.told("ana")[before:])
    assert not list(in_effect(g.table.view("ana")))
    guess = TouchGlamour(BRANNOC, woven(g).id)
    assert g.refused("ana", guess) == "no-such-magic"
    look = LookClosely(actor=BRANNOC, enchantment=woven(g).id, description="squints")
    assert g.refused("ana", look) == "no-such-magic"


@pytest.mark.rule("SK-GLAM-04")
def test_a_hidden_weaving_meets_its_difficulty_and_fails_in_silence() -> None:
    g = game()
    before = len(g.table.told("ana"))
    g.do("gm", gold(senses=3), "---0")
    made = g.table.state.get(WOVEN)
    assert made is not None
    assert (made.total, made.difficulty, made.margin) == (1, 6, -5)
    assert not list(in_effect(g.table.state))
    assert not g.has_card("A Heap of Gold")
    assert "gold" not in learnt(g, "ana", before)


@pytest.mark.rule("SK-GLAM-04")
@pytest.mark.parametrize(("dice", "is_seen"), [("+000", False), ("++00", True)])
def test_a_hero_who_rolls_higher_sees_that_something_is_wrong_and_a_tie_is_the_glamours(
    dice: str, is_seen: bool
) -> None:
    g = game()
    g.do("gm", gold(), "0000")
    watchful = g.actor(HESK).sheet.traits.get("awareness", 0)
    assert watchful == 3
    g.do("gm", LookClosely(actor=HESK, enchantment=woven(g).id, description=""))
    assert g.roll.declaration.description == "looks closely"
    g.throw("bo", dice)
    assert g.last_roll.difficulty == 5
    assert (woven(g).seen_by == (HESK,), woven(g).is_secret) == (is_seen, not is_seen)
    assert bool(list(in_effect(g.table.view("ana")))) is is_seen
    assert bool(g.offers("ana", TouchGlamour)) is is_seen
    assert len(g.table.view("ana").slices["aspects"][g.card("A Heap of Gold").id].free) == int(is_seen)
    again = LookClosely(actor=HESK, enchantment=woven(g).id, description="")
    assert g.refused("bo" if is_seen else "gm", again) == "nothing-to-see"


@pytest.mark.rule("SK-GLAM-04", "SK-STUNT-36")
def test_a_disguise_of_the_storytellers_is_hidden_and_only_acquaintances_look_through_it() -> None:
    g = game()
    before = len(g.table.told("ana"))
    g.do("gm", WearDisguise(actor=CADFAN, target=GUARD, person="the abbot", description="smiles"), "0000")
    assert woven(g).result == 4 + 2
    assert "abbot" not in learnt(g, "ana", before)
    stranger = LookClosely(actor=HESK, enchantment=woven(g).id, description="")
    assert g.refused("gm", stranger) == "perfect-disguise"
    g.do("gm", msgspec.structs.replace(stranger, is_familiar=True))
    g.throw("bo", "++00")
    assert g.last_roll.margin == 0
    assert "abbot" in learnt(g, "ana", before)


@pytest.mark.rule("SK-GLAM-04")
def test_what_imitates_nothing_or_is_on_a_hero_is_woven_before_all_eyes() -> None:
    for open_one in (gold(imitates=False), gold(target=BRANNOC)):
        g = game()
        g.do("gm", open_one)
        g.throw("gm", "0000")
        assert not woven(g).is_secret
        assert list(in_effect(g.table.view("ana")))


@pytest.mark.rule("SK-GLAM-02", "SK-GLAM-04")
def test_a_secret_glamour_ends_in_time_or_at_a_touch_like_any_other() -> None:
    g = game()
    g.do("gm", gold(), "0000")
    g.do("gm", PassTime("A minute"))
    assert not g.has_card("A Heap of Gold")
    g.do("gm", gold(), "0000")
    g.do("gm", TouchGlamour(BRANNOC, woven(g).id))
    assert not g.has_card("A Heap of Gold")
    assert not list(in_effect(g.table.state))


@pytest.mark.rule("SK-GLAM-03", "SK-GLAM-04")
def test_in_a_fight_weaving_unseen_takes_the_action_too() -> None:
    g = game()
    g.start_combat()
    come_to(g, CADFAN)
    g.do("gm", gold(), "0000")
    assert CADFAN in g.conflict.acted
