"""Faerie Glamour: illusions that wound, guard and disguise, whom they spare, and what ends them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.rulesets.strange.sheet import sample_entry
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, FLAT, FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, offered, ruled, undertake
from fatetable.rulesets.strange.trappings.disguises import (
    BreakDisguise,
    DisguiseAs,
    DisguiseOther,
    DropDisguise,
    worn_by,
)
from fatetable.testing import faces

GLAMOUR = sample_entry(TABLES, TABLES.sample("Faerie Glamour"), rating=3)
MENACE, PARRY = "faerie-glamour/menace", "faerie-glamour/parry"
FAE = ActorId("puck")
AT_FOE = Attack(actor=MAUD, target=FOE, trait=MENACE, description="a beast leaps")


def fae(*skills: Entry) -> Sheet:
    return msgspec.structs.replace(person("Puck", *skills, kind="npc"), lists={"archetype": ("faerie",)})


def glamour(*foe: Entry, enemy: Sheet | None = None) -> Game:
    """Maud has the sample skill at Good (+3); "Puck" is of the fair folk."""
    g = Game(maud=(GLAMOUR,), foe=foe, scene=False)
    if enemy is not None:
        g.add_opponent(enemy)
    g.start_scene()
    return g


def menace(g: Game, shifts: int, target: ActorId = FOE) -> None:
    """An attack that gets through by so many shifts, on somebody with Willpower at +0."""
    g.come_to("maud")
    g.do("ana", msgspec.structs.replace(AT_FOE, target=target))
    assert all(trait.endswith("/willpower") for trait in answers(g))
    g.answer("gm", "defend", "defend", trait=answers(g)[0], description="trembles", claims=())
    own = max(-4, min(4, shifts - 3))
    g.throw("ana", faces(own), faces(own + 3 - shifts))
    g.everyone_passes()


# -- menace ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-STR-13")
def test_it_reaches_one_zone() -> None:
    g = glamour()
    g.draw_zones("Hall", "Stairs", "Attic")
    g.place("maud", "Hall")
    g.place("foe", "Hall")
    g.start_conflict("mental", first="Maud")
    for zone, reaches in (("Hall", True), ("Stairs", True), ("Attic", False)):
        g.place("foe", zone)
        assert g.is_offered("ana", AT_FOE) == reaches
    assert g.refused("ana", AT_FOE) == "out-of-reach"


@pytest.mark.rule("SF-STR-13")
def test_it_frightens_and_what_it_leaves_behind_is_a_wound() -> None:
    body = skill("Body", 1, 2, held("stress-capacity", "physical"), held("dodge"), held("resist-damage"))
    g = glamour(body)
    g.start_conflict("mental", first="Maud")
    menace(g, 4)
    assert g.hit() == (4, "composure", "physical")
    prompt = g.prompt("absorb")
    assert prompt is not None
    wound = next(option for option in prompt.options if "mild physical" in option.id)
    g.answer("gm", "absorb", wound.id, **{hole.key: "Clawed" for hole in wound.holes})
    assert [mark.kind for mark in g.condition("foe").marks.values()] == ["physical"]


@pytest.mark.rule("SF-STR-13")
def test_another_menace_causes_a_mental_consequence_and_armor_of_the_mind_helps_against_both() -> None:
    plain = skill("Scowl", 3, 0, held("menace"))
    nerves = skill("Nerves", 1, 1, held("stress-capacity", "mental"))
    g = Game(maud=(plain, GLAMOUR), foe=(nerves,))
    g.start_conflict("mental", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="scowl/menace", description="scowls"))
    g.answer("gm", "defend", "defend", trait=answers(g)[0], description="trembles", claims=())
    g.throw("ana", FLAT, FLAT)
    g.everyone_passes()
    assert g.hit() == (3 - 1, "composure", "mental")
    g.answer("gm", "absorb", "box-2")
    menace(g, 4)
    assert g.hit() == (4 - 1, "composure", "physical")


@pytest.mark.rule("SF-STR-13")
def test_on_the_fae_none_of_it_works() -> None:
    g = glamour(enemy=fae(skill("Blade", 2, 0, held("strike"), held("willpower"))))
    g.start_conflict("mental", first="Maud")
    menace(g, 4, FAE)
    assert g.hit() == (0, "", "")
    g.come_to("puck")
    g.do("gm", Attack(actor=FAE, target=MAUD, trait="blade/strike", description="stabs"))
    g.answer("ana", "defend", "defend", trait=PARRY, description="a wall of thorns")
    assert (g.roll.efforts[1].fixed, g.roll.efforts[1].scale) == (0, 0)


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize(("shifts", "is_safe"), [(0, False), (-2, False), (-3, True), (-5, True)])
def test_whoever_meets_it_with_style_knows_it_for_what_it_is(shifts: int, is_safe: bool) -> None:
    g = glamour()
    g.start_conflict("mental", first="Maud")
    menace(g, shifts)
    g.come_to("maud")
    assert g.is_offered("ana", AT_FOE) != is_safe
    if is_safe:
        assert g.refused("ana", AT_FOE) == "seen-through"


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize(("dice", "is_safe"), [("----", False), ("++++", True)])
def test_so_does_whoever_declares_it_until_the_scene_is_over(dice: str, is_safe: bool) -> None:
    g = glamour(skill("Academics", 1))
    g.start_conflict("mental", first="Maud")
    assert not [offer for offer in g.offers("gm") if "illusion" in offer.label]
    menace(g, 0)
    g.come_to("foe")
    undertake(g, "disbelieve", trait="academics", by="foe", to="maud")
    ruled(g, "rung-0")
    done(g, dice, by="foe")
    g.come_to("maud")
    assert g.is_offered("ana", AT_FOE) != is_safe
    g.do("ana", EndTurn(MAUD))
    g.do("bo", EndTurn(CORA))
    g.do("gm", EndTurn(FOE))
    g.do("gm", EndConflict())
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    g.start_conflict("mental", first="Maud")
    assert g.is_offered("ana", AT_FOE)


# -- parry -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize(("means", "fixed"), [((), 3), (("silver",), 3), (("iron",), 0), (("Iron",), 0)])
def test_iron_goes_through_an_illusory_shield(means: tuple[str, ...], fixed: int) -> None:
    blade = msgspec.structs.replace(skill("Blade", 2, 0, held("strike")), lists={"means": means})
    g = glamour(blade)
    g.start_conflict("physical", first="Foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait="blade/strike", description="stabs"))
    g.answer("ana", "defend", "defend", trait=PARRY, description="a wall of thorns")
    assert g.roll.efforts[1].fixed == fixed


@pytest.mark.rule("SF-STR-13")
def test_a_real_shield_is_as_good_against_iron() -> None:
    blade = msgspec.structs.replace(skill("Blade", 2, 0, held("strike")), lists={"means": ("iron",)})
    g = Game(maud=(GLAMOUR, skill("Shield", 2, 0, held("parry"))), foe=(blade,))
    g.start_conflict("physical", first="Foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait="blade/strike", description="stabs"))
    g.answer("ana", "defend", "defend", trait="shield/parry", description="holds it up")
    assert g.roll.efforts[1].fixed == 2


# -- disguise --------------------------------------------------------------------------------------------------------


def disguised(g: Game, on: ActorId = CORA) -> None:
    if on == MAUD:
        g.do("ana", DisguiseAs(actor=MAUD, skill="faerie-glamour", words="an oak"))
    else:
        g.do("ana", DisguiseOther(actor=MAUD, skill="faerie-glamour", on=on, words="an oak"))
    g.answer("gm", "props", "yes")


@pytest.mark.rule("SF-STR-13")
def test_it_is_laid_on_others_in_the_same_zone_and_no_farther() -> None:
    g = glamour()
    g.draw_zones("Hall", "Stairs")
    for actor, zone in (("maud", "Hall"), ("cora", "Hall"), ("foe", "Stairs")):
        g.place(actor, zone)
    assert offered(g, "ana", DisguiseOther, "on") == ["cora"]
    for target in (FOE, MAUD, ActorId("nobody")):
        far = DisguiseOther(actor=MAUD, skill="faerie-glamour", on=target, words="an oak")
        assert g.refused("ana", far) == "bad-target"
    disguised(g)
    worn = worn_by(g.table.state, CORA)
    assert worn is not None
    assert (worn.words, worn.by) == ("an oak", MAUD)
    again = DisguiseOther(actor=MAUD, skill="faerie-glamour", on=CORA, words="a stone")
    assert g.refused("ana", again) == "bad-target"
    assert ("Disguised as", "an oak (not for Faerie)") in g.ruleset.presenting.notes(g.table.state, g.actor("cora"))


@pytest.mark.rule("SF-STR-13")
def test_without_range_a_disguise_is_for_oneself() -> None:
    g = Game(maud=(skill("Masks", 3, 0, held("disguise")),))
    assert offered(g, "ana", DisguiseOther, "on") == []
    other = DisguiseOther(actor=MAUD, skill="masks", on=CORA, words="an oak")
    assert g.refused("ana", other) == "bad-target"


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize(("dice", "holds"), [("0000", True), ("++++", False)])
def test_who_looks_closely_meets_its_maker(dice: str, holds: bool) -> None:
    g = glamour(skill("Investigation", 2))
    disguised(g)
    roll = undertake(g, "examine-disguise", trait="investigation", by="foe", to="maud")
    assert roll.defender == MAUD
    g.answer("ana", "defend", "defend", trait=answers(g)[0], description="keeps it up")
    done(g, dice, FLAT, by="foe")
    assert (worn_by(g.table.state, CORA) is not None) == holds


@pytest.mark.rule("SF-STR-13")
def test_a_glance_meets_the_rating_of_its_maker() -> None:
    g = glamour(skill("Alertness", 2))
    disguised(g)
    roll = undertake(g, "glance-at-disguise", trait="alertness", by="foe", to="maud")
    assert (roll.difficulty, roll.scale) == (3, 0)


@pytest.mark.rule("SF-STR-13")
def test_the_fae_are_not_deceived_and_have_nothing_to_see_through() -> None:
    g = glamour(enemy=fae(skill("Investigation", 2)))
    disguised(g)
    labels = {offer.label for offer in g.offers("gm") if offer.actor == "puck"}
    assert "examine a disguise" not in labels
    assert "examine a disguise" in {offer.label for offer in g.offers("gm") if offer.actor == "foe"}


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize("who", [MAUD, CORA])
def test_the_touch_of_iron_ends_it_at_once(who: ActorId) -> None:
    g = glamour()
    assert g.refused("gm", BreakDisguise(who)) == "not-disguised"
    disguised(g, who)
    assert g.refused("ana", BreakDisguise(who)) == "gm-only"
    g.do("gm", BreakDisguise(who))
    assert worn_by(g.table.state, who) is None


@pytest.mark.rule("SF-STR-13")
@pytest.mark.parametrize(
    ("means", "dice", "holds"), [("iron", "++++", False), ("iron", "----", True), ("fire", "++++", True)]
)
def test_so_does_a_blow_with_iron_that_lands(means: str, dice: str, holds: bool) -> None:
    blade = msgspec.structs.replace(skill("Blade", 2, 0, held("strike")), lists={"means": (means,)})
    g = glamour(blade)
    disguised(g, MAUD)
    g.start_conflict("physical", first="Foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait="blade/strike", description="stabs"))
    g.answer("ana", "defend", "defend", trait=answers(g)[-1], description="turns away")
    g.throw("gm", dice, FLAT)
    g.everyone_passes()
    assert (worn_by(g.table.state, MAUD) is not None) == holds


@pytest.mark.rule("SF-STR-13")
def test_its_maker_and_its_wearer_take_it_off_and_nobody_else() -> None:
    for seat in ("ana", "bo"):
        g = glamour()
        disguised(g)
        g.do(seat, DropDisguise(CORA))
        assert worn_by(g.table.state, CORA) is None
    g = glamour()
    disguised(g, MAUD)
    assert g.refused("bo", DropDisguise(MAUD)) == "not-yours"
