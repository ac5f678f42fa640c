"""Before the battle: manoeuvring, magic and champions, in this order, and what may be left out."""

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import CreateAdvantage
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.rulesets.skein.battle.muster import FightFor
from fatetable.rulesets.skein.battle.personal_combat import StartDuel
from fatetable.rulesets.skein.battle.preliminaries import AidMagic, CallMagic, LeadMagic, ManoeuvreArmies, magic_skills
from fatetable.rulesets.skein.battle.turns import Proceed
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.magic.plant_and_root import GiveFromStock
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.tests.support.battles import (
    BRANNOC,
    CADFAN,
    HESK,
    HOST,
    LEVY,
    OSRIC,
    YSOLT,
    Field,
    changed,
)
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import magician

ILFRIN = ActorId("ilfrin-half-light")


def mustered(second: str | Sheet = "Ilfrin Half-Light", **dials: Any) -> Field:
    """Beside Brannoc stands somebody who knows magic."""
    field = Field(heroes=("Brannoc of the Ford", second), **dials)
    field.open()
    return field


def at_magic(second: str | Sheet = "Ilfrin Half-Light", **dials: Any) -> Field:
    field = mustered(second, **dials)
    field.manoeuvre_armies()
    field.proceed()
    return field


# -- the order -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-10")
def test_manoeuvring_magic_and_champions_come_before_the_first_turn_in_this_order() -> None:
    field = mustered()
    stages = [field.battle.stage]
    assert field.refused("gm", CallMagic()) == "wrong-step"
    field.manoeuvre_armies()
    for _ in range(3):
        field.proceed()
        stages.append(field.battle.stage)
    assert stages == [*TABLES.battle.figures.preliminaries, "heroics"]
    assert stages[:3] == ["manoeuvring", "magic", "champions"]


@pytest.mark.rule("SK-BATTLE-15", "SK-BATTLE-10")
def test_magic_and_champions_may_be_skipped_but_not_manoeuvring() -> None:
    field = mustered()
    assert field.refused("gm", Proceed()) == "step-not-over"
    field.manoeuvre_armies()
    field.proceed(3)
    assert (field.battle.stage, field.battle.turn) == ("heroics", 1)


@pytest.mark.rule("SK-BATTLE-15")
def test_a_table_may_want_magic_and_champions_before_every_battle() -> None:
    field = at_magic(preliminaries="always")
    assert field.refused("gm", Proceed()) == "step-not-over"
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("gm", CallMagic())
    field.oppose("----")
    field.proceed()
    assert (field.battle.stage, field.refused("gm", Proceed())) == ("champions", "step-not-over")


@pytest.mark.rule("SK-BATTLE-15")
def test_where_nobody_knows_magic_none_is_waited_for() -> None:
    field = Field(people=("Cadfan Wolf-Banner", "Osric the Reeve"), preliminaries="always")
    field.open()
    field.manoeuvre_armies()
    field.proceed(2)
    assert field.battle.stage == "champions"


@pytest.mark.rule("SK-BATTLE-15")
def test_before_the_battle_other_events_can_be_played_too() -> None:
    field = mustered()
    field.manoeuvre("bo", ILFRIN, "deception", "False Camp Fires", "++++")
    assert field.has_card("False Camp Fires")


@pytest.mark.rule("SK-BATTLE-10", "SK-BATTLE-15")
def test_everybody_prepares_once_in_a_step_and_what_they_place_ends_with_it() -> None:
    field = mustered()
    fires = CreateAdvantage(actor=ILFRIN, mode="new", trait="deception", description="lights them", words="Fires")
    field.do("bo", fires)
    field.throw("bo", "++++")
    assert field.has_card("Fires")
    assert field.refused("bo", fires) == "in-a-battle"
    assert not field.offers("bo", CreateAdvantage)
    field.do("gm", ManoeuvreArmies("takes the ridge"))
    assert field.has_card("Fires"), "it serves in this step"
    field.oppose("0000", "--00")
    field.answer("gm", "battle-aspect", "own", words="High Ground")
    field.proceed()
    assert not field.has_card("Fires")
    assert field.has_card("High Ground"), "what the step itself has brought serves in the battle"
    field.do("bo", fires)
    field.throw("bo", "++++")
    field.proceed(2)
    assert not field.has_card("Fires")
    assert field.has_card("High Ground")


@pytest.mark.rule("SK-BATTLE-10")
def test_mustering_and_manoeuvring_are_one_step_for_those_who_prepare() -> None:
    field = Field(heroes=("Brannoc of the Ford", "Ilfrin Half-Light"))
    field.manoeuvre("bo", ILFRIN, "deception", "Fires", "++++")
    field.open()
    assert field.has_card("Fires")
    again = CreateAdvantage(actor=ILFRIN, mode="new", trait="deception", description="lights them", words="More")
    assert field.refused("bo", again) == "in-a-battle"


@pytest.mark.rule("SK-BATTLE-10", "SK-PLANT-04")
def test_an_infusion_is_handed_out_once_in_a_step_and_not_while_armies_fight() -> None:
    field = mustered(magician("plant-and-root", name="Edda"))
    edda = ActorId("edda")
    give = GiveFromStock(actor=edda, target=BRANNOC, words="Clear Head")
    field.do("bo", give)
    assert field.refused("bo", give) == "in-a-battle"
    assert not field.offers("bo", GiveFromStock)
    field.manoeuvre_armies()
    field.proceed()
    field.do("bo", give)
    field.proceed(2)
    assert field.refused("bo", give) == "in-a-battle"
    assert not field.offers("bo", GiveFromStock)


@pytest.mark.rule("SK-BATTLE-13", "SK-BATTLE-10")
def test_the_aspect_of_an_aid_serves_in_the_struggle_of_magic_alone_and_is_all_its_maker_does() -> None:
    field = with_priest()
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("gm", aid())
    field.throw("gm", "0000")
    other = CreateAdvantage(actor=OSRIC, mode="new", trait="leadership", description="shouts", words="Loud")
    assert field.refused("gm", other) == "in-a-battle"
    assert field.has_card("Incense and Chanting")
    field.proceed()
    assert not field.has_card("Incense and Chanting")


@pytest.mark.rule("SK-BATTLE-13")
def test_no_aid_comes_from_somebody_who_has_done_something_else_in_the_step() -> None:
    field = with_priest()
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.manoeuvre("gm", OSRIC, "leadership", "Loud Voices", "----")
    assert field.refused("gm", aid()) == "cannot-aid"
    assert not field.offers("gm", AidMagic)


# -- manoeuvring -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-11")
@pytest.mark.parametrize(
    ("dice", "winner", "general"), [(("++00", "0000"), "gm", CADFAN), (("----", "++++"), "ana", BRANNOC)]
)
@pytest.mark.parametrize("where", ["own", "enemy"])
def test_the_better_strategist_places_an_aspect_of_position_on_either_army(
    dice: tuple[str, str], winner: str, general: str, where: str
) -> None:
    field = mustered()
    field.do("gm", ManoeuvreArmies("takes the ridge"))
    assert [effort.trait for effort in field.roll.efforts] == ["strategy-and-tactics"]
    field.oppose(*dice)
    field.answer(winner, "battle-aspect", where, words="The Sun in Their Eyes")
    card = field.card("The Sun in Their Eyes")
    own = HOST if winner == "gm" else LEVY
    other = LEVY if winner == "gm" else HOST
    assert card.bearer == (own if where == "own" else other)
    assert [free.holder for free in card.free] == [general]
    assert field.refused("gm", ManoeuvreArmies("again")) == "done-already"


@pytest.mark.rule("SK-BATTLE-11")
def test_a_draw_of_the_generals_places_nothing() -> None:
    field = mustered()
    field.manoeuvre_armies()  # 4 against 2 + 2.
    assert field.prompts() == ()


@pytest.mark.rule("SK-BATTLE-11", "SK-TEST-13")
def test_manoeuvring_three_better_gives_spin_to_the_general_who_did() -> None:
    field = mustered()
    field.manoeuvre_armies("++++", "0000")
    assert has_spin(field.table.state, CADFAN)


# -- magic -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-12")
@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "holder"),
    [("++00", "0000", "gm", CADFAN), ("----", "++++", "bo", BRANNOC)],
)
def test_the_magicians_of_both_armies_roll_and_the_winner_places_an_aspect(
    mine: str, theirs: str, winner: str, holder: str
) -> None:
    field = at_magic()
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("bo", LeadMagic(ILFRIN, "glamour", "doubles the ranks"))
    field.do("gm", CallMagic())
    field.throw("gm", mine)
    assert [effort.trait for effort in field.roll.efforts] == ["spirit-magic", "glamour"]
    field.throw("bo", theirs)
    field.answer(winner, "battle-aspect", "enemy", words="Afraid of the Water")
    assert [free.holder for free in field.card("Afraid of the Water").free] == [holder]


@pytest.mark.rule("SK-BATTLE-12")
def test_a_draw_of_the_magicians_places_nothing() -> None:
    field = at_magic()
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("bo", LeadMagic(ILFRIN, "glamour", "doubles the ranks"))
    field.do("gm", CallMagic())
    field.oppose("0000", "+000")
    assert (field.prompts(), field.battle.is_done) == ((), True)
    assert field.refused("gm", CallMagic()) == "no-magician"


@pytest.mark.rule("SK-BATTLE-12")
@pytest.mark.parametrize(("dice", "works"), [("--00", True), ("---0", False)])
def test_a_magician_nobody_opposes_rolls_against_2(dice: str, works: bool) -> None:
    field = at_magic()
    field.do("bo", LeadMagic(ILFRIN, "glamour", "doubles the ranks"))
    field.do("gm", CallMagic())
    assert field.roll.difficulty == 2
    field.throw("bo", dice)
    assert (field.prompt("battle-aspect") is not None) == works


@pytest.mark.rule("SK-BATTLE-12")
def test_only_the_skills_of_the_rule_serve_and_only_those_that_are_known() -> None:
    field = at_magic()
    for skill in ("performance", "spirit-magic", "charm"):
        assert field.refused("bo", LeadMagic(ILFRIN, skill, "sings")) == "no-magician"
    assert field.refused("ana", LeadMagic(BRANNOC, "faith", "prays")) == "no-magician"
    offers = field.offers("bo", LeadMagic)
    assert [[choice.value for choice in offer.holes[0].options] for offer in offers] == [["glamour"]]  # type: ignore[union-attr]
    assert field.offers("ana", LeadMagic) == ()


@pytest.mark.rule("SK-STUNT-20", "SK-BATTLE-12")
def test_song_of_battle_opens_battle_magic_to_performance() -> None:
    plain = sample(TABLES, "Ilfrin Half-Light")
    assert at_magic(plain).refused("bo", LeadMagic(ILFRIN, "performance", "sings")) == "no-magician"
    singer = changed(plain, "elegant", "song-of-battle", aspect="tale-2")
    field = at_magic(singer)
    field.do("bo", LeadMagic(ILFRIN, "performance", "sings them forward"))
    field.do("gm", CallMagic())
    field.throw("bo", "0000")
    assert field.prompt("battle-aspect") is not None


@pytest.mark.rule("SK-STUNT-42", "SK-BATTLE-12")
def test_blessing_of_the_war_god_opens_battle_magic_to_rune_magic() -> None:
    plain = sample(TABLES, "Sunnifa Stonecutter")
    blessed = changed(plain, "second-sight", "blessing-of-the-war-god")
    field = at_magic(blessed)
    actor = next(each for each in field.people if each.name == plain.name)
    assert magic_skills(TABLES, actor) == ("rune-magic",)
    field.do("bo", LeadMagic(actor.id, "rune-magic", "carves the war god's name"))
    without = at_magic(plain)
    other = next(each for each in without.people if each.name == plain.name)
    assert without.refused("bo", LeadMagic(other.id, "rune-magic", "carves")) == "no-magician"


@pytest.mark.rule("SK-BATTLE-13")
def test_another_magician_aids_by_a_manoeuvre_that_the_leader_uses_free() -> None:
    # Two magicians for the Host: Ysolt leads, and a priest aids her.
    field = with_priest()
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("gm", aid())
    assert field.roll.difficulty == 2
    field.throw("gm", "0000")
    card = field.card("Incense and Chanting")
    assert [free.holder for free in card.free] == [YSOLT]
    field.do("gm", CallMagic())
    use = Invoke(
        roll=field.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="it carries her voice",
        payment=card.free[0].id,
    )
    field.do("gm", use)
    assert field.parts()["Incense and Chanting"] == 2


@pytest.mark.rule("SK-BATTLE-13")
def test_aid_that_fails_leaves_nothing_and_is_given_once_and_to_a_leader() -> None:
    field = with_priest()
    assert field.refused("gm", aid()) == "cannot-aid"
    field.do("gm", LeadMagic(YSOLT, "spirit-magic", "calls the drowned"))
    field.do("gm", aid())
    field.throw("gm", "----")
    assert not field.has_card("Incense and Chanting")
    assert field.refused("gm", aid()) == "cannot-aid"


def aid() -> AidMagic:
    return AidMagic(actor=OSRIC, skill="faith", words="Incense and Chanting", description="chants")


def with_priest() -> Field:
    """Osric has found faith, and stands beside Ysolt."""
    osric = sample(TABLES, "Osric the Reeve")
    traits = {("faith" if skill == "deception" else skill): rating for skill, rating in osric.traits.items()}
    priest = changed(osric, "numbers-are-no-defence", "true-faith", traits=traits, aspect="aspect-1")
    field = Field(people=("Cadfan Wolf-Banner", "Ysolt of the Drowned Bell", priest))
    field.open()
    field.manoeuvre_armies()
    field.proceed()
    return field


def test_a_plain_manoeuvre_is_no_aid_of_somebody_in_the_battle_once_it_is_fought() -> None:
    field = at_magic()
    field.proceed(2)
    command = CreateAdvantage(actor=ILFRIN, mode="new", trait="glamour", description="mist", words="Mist")
    assert field.refused("bo", command) == "in-a-battle"


# -- champions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-14")
def test_champions_come_from_both_armies_and_are_called_forth_by_the_caller() -> None:
    field = Field()
    field.open()
    field.manoeuvre_armies()
    field.proceed(2)
    assert field.refused("ana", StartDuel((CADFAN,), (HESK,))) == "not-the-caller"
    assert field.refused("gm", StartDuel((CADFAN,), ())) == "no-champion"
    assert field.refused("gm", StartDuel((HESK,), (CADFAN,))) == "no-champion"


def test_somebody_who_comes_late_may_still_take_a_side() -> None:
    field = Field(musters=False)
    field.muster(fighters=False)
    field.open()
    field.do("bo", FightFor(HESK, LEVY))
    assert field.force(LEVY).fighters == (HESK,)
    assert field.refused("bo", FightFor(HESK, HOST)) == "cannot-fight"
