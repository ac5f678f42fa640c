"""Experience: when it comes, what it buys and within which limits, and what is free at a refresh."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import Command
from fatetable.engine.prompts import Answer
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.rulesets.skein.creation.samples import heroes
from fatetable.rulesets.skein.growth.advances import (
    ChangeAspect,
    GainAspect,
    LearnSkill,
    RaiseRefresh,
    RaiseSkill,
    ReplaceSkill,
    SwapSkills,
)
from fatetable.rulesets.skein.growth.experience import AwardExperience, unspent
from fatetable.rulesets.skein.growth.stunts import LearnStunt, TradeAspect, TradeStunt
from fatetable.rulesets.skein.magic.workings import knows
from fatetable.rulesets.skein.points.rewards import CallRefresh
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
HELD_THE_FORD = "I Held the Ford When My Lord Ran"
EXTRA_REFRESH = compose(TABLES, "extra-refresh", {})


def veteran(name: str, points: int = 0, **changes: Any) -> Sheet:
    """A hero who has been through a refresh and has so many points to spend; the next refresh adds one."""
    hero = next(hero for hero in heroes(TABLES) if hero.name == name)
    numbers = {**hero.numbers, "refreshes": 3, "experience": points, "experience-spent": 0}
    return msgspec.structs.replace(hero, **{"numbers": numbers, **changes})


def at_refresh(points: int = 0, hero: str = "Brannoc of the Ford", *, changes: Any = None, **dials: Any) -> Game:
    """After a session; Ana's hero has so many points to spend."""
    sheet = veteran(hero, points - 1, **(changes or {})) if points else hero
    game = Game(heroes=(sheet, "Mother Hesk" if hero != "Mother Hesk" else "Brannoc of the Ford"), **dials)
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    return game


def sheet_of(game: Game, actor: ActorId) -> Sheet:
    return game.table.state.get(CAST)[actor].sheet


def left(game: Game, actor: ActorId = BRANNOC) -> int:
    return unspent(TABLES, sheet_of(game, actor))


def offered(game: Game, command: type[Command]) -> bool:
    return bool(game.offers("ana", command))


# -- earning ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-ADV-02", "SK-ADV-13")
def test_every_hero_earns_a_point_at_each_refresh_between_sessions_and_keeps_what_is_not_spent() -> None:
    game = at_refresh()
    assert (left(game), left(game, HESK)) == (1, 1)
    game.start_scene()
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert (left(game), left(game, HESK)) == (2, 2)


@pytest.mark.rule("SK-ADV-02")
@pytest.mark.parametrize(("dial", "points"), [(False, 0), (True, 1)])
def test_a_refresh_in_the_middle_of_a_session_brings_experience_only_if_the_table_says_so(
    dial: bool, points: int
) -> None:
    game = Game(mid_session_experience=dial)
    game.do("gm", CallRefresh())
    assert left(game) == points
    assert offered(game, SwapSkills) is dial


@pytest.mark.rule("SK-ADV-03")
def test_exceptional_deeds_earn_one_more_point_once_a_refresh_and_by_the_storytellers_word() -> None:
    game = at_refresh()
    award = AwardExperience(actor=BRANNOC, reason="held the bridge alone")
    assert game.refused("ana", award) == "gm-only"
    game.do("gm", award)
    assert left(game) == 2
    assert game.refused("gm", award) == "no-award"


@pytest.mark.rule("SK-ADV-13")
def test_experience_is_spent_from_the_end_of_a_session_until_the_next_scene() -> None:
    game = Game(heroes=(veteran("Brannoc of the Ford", 9), "Mother Hesk"))
    raising = RaiseSkill(BRANNOC, "riding")
    assert game.refused("ana", raising) == "no-refresh"
    assert not offered(game, RaiseSkill)
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert offered(game, RaiseSkill)
    game.do("gm", StartSession())
    assert offered(game, RaiseSkill)
    game.do("gm", StartScene("The bridge", (BRANNOC,)))
    assert game.refused("ana", raising) == "no-refresh"


def test_nobody_spends_the_experience_of_others() -> None:
    assert at_refresh(9).refused("bo", RaiseSkill(BRANNOC, "riding")) == "not-yours"


# -- skills ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-ADV-04", "SK-ADV-13")
def test_raising_a_skill_from_4_to_5_costs_5() -> None:
    game = at_refresh(7)
    game.do("ana", RaiseSkill(BRANNOC, "leadership"))
    assert sheet_of(game, BRANNOC).traits["leadership"] == 5
    assert left(game) == 2


@pytest.mark.rule("SK-ADV-04")
def test_four_points_do_not_raise_a_skill_to_5() -> None:
    game = at_refresh(4)
    assert game.refused("ana", RaiseSkill(BRANNOC, "leadership")) == "not-enough-experience"
    (offer,) = game.offers("ana", RaiseSkill)
    assert "leadership" not in [choice.value for choice in offer.holes[0].options]  # type: ignore[union-attr]
    assert "riding" in [choice.value for choice in offer.holes[0].options]  # type: ignore[union-attr]


@pytest.mark.rule("SK-ADV-04", "SK-ADV-09")
def test_skills_end_at_8() -> None:
    hero = next(hero for hero in heroes(TABLES) if hero.name == "Brannoc of the Ford")
    game = at_refresh(30, changes={"traits": {**hero.traits, "melee-combat": 7}})
    game.do("ana", RaiseSkill(BRANNOC, "melee-combat"))
    assert sheet_of(game, BRANNOC).traits["melee-combat"] == 8
    assert game.refused("ana", RaiseSkill(BRANNOC, "melee-combat")) == "too-high"


def test_whoever_becomes_stronger_has_the_health_that_goes_with_it() -> None:
    game = at_refresh(9)
    game.do("ana", RaiseSkill(BRANNOC, "strength"))
    assert sheet_of(game, BRANNOC).numbers["health"] == 8
    assert game.scores(BRANNOC)["health"] == 8


@pytest.mark.rule("SK-ADV-05", "SK-ADV-13")
def test_a_new_skill_comes_at_1_for_a_point() -> None:
    game = at_refresh(2)
    game.do("ana", LearnSkill(BRANNOC, "stealth"))
    game.do("ana", LearnSkill(BRANNOC, "lore", "River Spirits"))
    assert sheet_of(game, BRANNOC).traits["stealth"] == 1
    assert sheet_of(game, BRANNOC).traits["lore [River Spirits]"] == 1
    assert left(game) == 0
    assert game.refused("ana", LearnSkill(BRANNOC, "performance")) == "not-enough-experience"


@pytest.mark.rule("SK-ADV-05")
@pytest.mark.parametrize("skill", ["lore", "riding", "basket-weaving"])
def test_a_label_without_a_type_a_skill_one_has_and_an_unknown_one_cannot_be_learnt(skill: str) -> None:
    assert at_refresh(5).refused("ana", LearnSkill(BRANNOC, skill)) == "unknown-trait"


@pytest.mark.rule("SK-ADV-05")
def test_a_magical_skill_still_needs_its_calling() -> None:
    game = at_refresh(5)
    assert game.refused("ana", LearnSkill(BRANNOC, "glamour")) == "unfinished-sheet"
    single = next(offer for offer in game.offers("ana", LearnSkill) if not offer.command.skill)  # type: ignore[attr-defined]
    learnable = [choice.value for choice in single.holes[0].options]  # type: ignore[union-attr]
    assert "glamour" not in learnable
    assert "stealth" in learnable


# -- stunts, Aspects, refresh ----------------------------------------------------------------------------------------


@pytest.mark.rule("SK-ADV-06", "SK-ADV-13", "SK-STYPE-07")
def test_a_new_stunt_costs_3_and_stunts_never_outnumber_aspects() -> None:
    # Brannoc has five stunts and six Aspects, one of them his oath.
    game = at_refresh(7)
    game.do("ana", LearnStunt(BRANNOC, EXTRA_REFRESH))
    assert len(sheet_of(game, BRANNOC).features) == 6
    assert sheet_of(game, BRANNOC).numbers["refresh"] == 7
    assert left(game) == 4
    assert game.refused("ana", LearnStunt(BRANNOC, EXTRA_REFRESH)) == "no-room-for-stunts"
    assert not offered(game, LearnStunt)


@pytest.mark.rule("SK-ADV-06", "SK-ADV-07")
def test_without_an_oath_a_new_stunt_waits_for_a_new_aspect() -> None:
    game = at_refresh(6, "Mother Hesk")
    assert game.refused("ana", LearnStunt(HESK, EXTRA_REFRESH)) == "no-room-for-stunts"
    game.do("ana", GainAspect(HESK, "Seen the Bottom of the Well"))
    assert left(game, HESK) == 3
    assert game.card("Seen the Bottom of the Well").bearer == HESK
    game.do("ana", LearnStunt(HESK, EXTRA_REFRESH))
    assert left(game, HESK) == 0


@pytest.mark.rule("SK-ADV-06")
def test_a_new_stunt_has_its_prerequisites() -> None:
    game = at_refresh(6)
    assert game.refused("ana", LearnStunt(BRANNOC, compose(TABLES, "fae-blooded", {}))) == "unfinished-sheet"


@pytest.mark.rule("SK-ADV-06", "SK-ADV-09")
def test_nobody_has_more_than_ten_stunts() -> None:
    hero = next(hero for hero in heroes(TABLES) if hero.name == "Brannoc of the Ford")
    aspects = {**hero.aspects, **{f"bought-{n}": f"Deed number {n}" for n in range(1, 7)}}
    features = (*hero.features, *(EXTRA_REFRESH,) * 4)
    numbers = {**hero.numbers, "refresh": 10, "refreshes": 30, "experience": 60, "experience-spent": 0}
    game = at_refresh(60, changes={"aspects": aspects, "features": features, "numbers": numbers})
    game.do("ana", LearnStunt(BRANNOC, EXTRA_REFRESH))
    assert len(sheet_of(game, BRANNOC).features) == 10
    assert game.refused("ana", LearnStunt(BRANNOC, EXTRA_REFRESH)) == "no-room-for-stunts"


@pytest.mark.rule("SK-ADV-07")
def test_two_points_buy_no_aspect() -> None:
    assert at_refresh(2).refused("ana", GainAspect(BRANNOC, "Too Soon")) == "not-enough-experience"


@pytest.mark.rule("SK-ADV-08")
def test_refresh_rate_rises_for_3_up_to_the_number_of_aspects_and_extra_refresh_comes_on_top() -> None:
    # Six Aspects; a rate of 5 and one more by Extra Refresh.
    game = at_refresh(9)
    game.do("ana", RaiseRefresh(BRANNOC))
    assert sheet_of(game, BRANNOC).numbers["refresh"] == 6 + 1
    assert left(game) == 6
    assert game.refused("ana", RaiseRefresh(BRANNOC)) == "refresh-beyond-aspects"
    assert not offered(game, RaiseRefresh)
    game.do("ana", GainAspect(BRANNOC, "Warden of Two Fords"))
    game.do("ana", RaiseRefresh(BRANNOC))
    game.do("gm", StartSession())
    assert game.points(BRANNOC) == 7 + 1


# -- free changes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-ADV-10")
def test_skills_with_neighbouring_levels_exchange_them_and_others_do_not() -> None:
    game = at_refresh()
    assert game.refused("ana", SwapSkills(BRANNOC, "melee-combat", "riding")) == "no-neighbours"
    assert game.refused("ana", SwapSkills(BRANNOC, "riding", "awareness")) == "no-neighbours"
    game.do("ana", SwapSkills(BRANNOC, "riding", "survival"))
    traits = sheet_of(game, BRANNOC).traits
    assert (traits["riding"], traits["survival"]) == (2, 3)
    assert left(game) == 1


@pytest.mark.rule("SK-ADV-10")
def test_a_skill_at_1_may_be_dropped_for_another_at_1() -> None:
    game = at_refresh()
    assert game.refused("ana", ReplaceSkill(BRANNOC, "survival", "stealth")) == "not-replaceable"
    game.do("ana", ReplaceSkill(BRANNOC, "charm", "stealth"))
    traits = sheet_of(game, BRANNOC).traits
    assert "charm" not in traits
    assert traits["stealth"] == 1


@pytest.mark.rule("SK-ADV-10")
def test_wealth_is_never_dropped() -> None:
    game = at_refresh(hero="Mother Hesk")
    assert game.refused("ana", ReplaceSkill(HESK, "wealth", "riding")) == "not-replaceable"


@pytest.mark.rule("SK-ADV-11", "SK-CHAR-13")
def test_an_aspect_is_changed_on_the_sheet_and_on_the_table() -> None:
    game = at_refresh()
    game.do("ana", ChangeAspect(BRANNOC, "tale-2", "I Crossed the Ford Alone"))
    assert not game.has_card(HELD_THE_FORD)
    assert game.card("I Crossed the Ford Alone").bearer == BRANNOC
    assert len(sheet_of(game, BRANNOC).aspects) == 6


@pytest.mark.rule("SK-ADV-11")
def test_what_is_sworn_is_not_changed() -> None:
    assert at_refresh().refused("ana", ChangeAspect(BRANNOC, "oath", "Something easier")) == "unknown-aspect"


@pytest.mark.rule("SK-ADV-12")
def test_a_stunt_is_exchanged_for_another() -> None:
    game = at_refresh()
    game.do("ana", TradeStunt(BRANNOC, "Rally", EXTRA_REFRESH))
    names = [stunt.name for stunt in sheet_of(game, BRANNOC).features]
    assert "Rally" not in names
    assert names.count("Extra Refresh") == 2
    assert left(game) == 1


@pytest.mark.rule("SK-ADV-12")
def test_whoever_gives_up_a_calling_keeps_the_skill_but_cannot_use_it() -> None:
    game = at_refresh(hero="Mother Hesk")
    game.do("ana", TradeStunt(HESK, "Hedge Magic", EXTRA_REFRESH))
    hesk = game.table.state.get(CAST)[HESK]
    assert hesk.sheet.traits["plant-and-root"] == 5
    assert not knows(TABLES, hesk, "plant-and-root")
    assert knows(TABLES, hesk, "shapechanging")


@pytest.mark.rule("SK-ADV-12")
def test_the_stunt_taken_in_exchange_has_its_prerequisites() -> None:
    game = at_refresh()
    assert game.refused("ana", TradeStunt(BRANNOC, "Rally", compose(TABLES, "fae-blooded", {}))) == "unfinished-sheet"


@pytest.mark.rule("SK-ADV-10", "SK-ADV-11", "SK-ADV-12")
@pytest.mark.parametrize(
    "another",
    [
        SwapSkills(BRANNOC, "strength", "awareness"),
        ReplaceSkill(BRANNOC, "charm", "stealth"),
        ChangeAspect(BRANNOC, "tale-2", "I Crossed the Ford Alone"),
        TradeStunt(BRANNOC, "Rally", EXTRA_REFRESH),
    ],
)
def test_one_refresh_has_one_free_change_of_any_kind(another: Command) -> None:
    game = at_refresh()
    game.do("ana", SwapSkills(BRANNOC, "riding", "survival"))
    assert game.refused("ana", another) == "no-free-change"
    assert not any(offered(game, kind) for kind in (SwapSkills, ReplaceSkill, ChangeAspect, TradeStunt))
    game.start_scene()
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    game.do("ana", another)


@pytest.mark.rule("SK-ADV-10")
@pytest.mark.parametrize("changes", [0, 2])
def test_a_table_may_allow_more_free_changes_or_none(changes: int) -> None:
    game = at_refresh(free_changes=changes)
    for _ in range(changes):
        game.do("ana", SwapSkills(BRANNOC, "riding", "survival"))
    assert game.refused("ana", SwapSkills(BRANNOC, "riding", "survival")) == "no-free-change"


# -- consent ---------------------------------------------------------------------------------------------------------

NO_USE = TradeAspect(BRANNOC, "tale-2", "I Crossed the Ford Alone")


@pytest.mark.rule("SK-CHAR-13")
@pytest.mark.parametrize(("ruling", "is_changed"), [("yes", True), ("no", False)])
def test_after_the_first_session_an_aspect_is_exchanged_if_the_storyteller_agrees(
    ruling: str, is_changed: bool
) -> None:
    game = at_refresh()
    game.do("ana", NO_USE)
    assert game.has_card(HELD_THE_FORD)
    game.answer("gm", "development", ruling)
    assert game.has_card("I Crossed the Ford Alone") is is_changed
    assert (sheet_of(game, BRANNOC).aspects["tale-2"] == HELD_THE_FORD) is not is_changed
    assert offered(game, SwapSkills), "it costs no free change"


@pytest.mark.rule("SK-CHAR-13")
def test_after_the_second_session_it_is_too_late_unless_the_table_has_longer() -> None:
    for dial, is_offered in ((1, False), (2, True)):
        game = at_refresh(early_exchange=dial)
        game.start_scene()
        game.do("gm", EndScene())
        game.do("gm", EndSession())
        assert offered(game, TradeAspect) is is_offered
        if not is_offered:
            assert game.refused("ana", NO_USE) == "not-early"


def test_what_was_asked_for_and_not_answered_lapses_with_the_refresh() -> None:
    game = at_refresh()
    game.do("ana", NO_USE)
    game.start_scene()
    assert game.prompt("development") is None


def test_a_stunt_of_ones_own_is_learnt_if_the_storyteller_agrees() -> None:
    choices = {"name": "Ferryman's Eye", "skill": "Awareness", "use": "reading water", "narrow": "no", "strong": "no"}
    own = compose(TABLES, "specialism", choices)
    game = at_refresh(4)
    game.do("ana", LearnStunt(BRANNOC, own))
    assert len(sheet_of(game, BRANNOC).features) == 5
    game.answer("gm", "development", "yes")
    assert len(sheet_of(game, BRANNOC).features) == 6
    assert left(game) == 1


OWN = {"name": "Ferryman's Eye", "skill": "Awareness", "use": "reading water", "narrow": "no", "strong": "no"}


def test_a_stunt_of_ones_own_is_taken_in_exchange_if_the_storyteller_agrees() -> None:
    game = at_refresh()
    game.do("ana", TradeStunt(BRANNOC, "Rally", compose(TABLES, "specialism", OWN)))
    assert sheet_of(game, BRANNOC).feature("Rally") is not None
    game.answer("gm", "development", "yes")
    assert sheet_of(game, BRANNOC).feature("Rally") is None
    assert len(sheet_of(game, BRANNOC).features) == 5
    assert not offered(game, SwapSkills), "it was the free change"


def test_who_asks_for_something_else_has_asked_for_that_alone() -> None:
    game = at_refresh()
    game.do("ana", TradeStunt(BRANNOC, "Rally", compose(TABLES, "specialism", OWN)))
    game.do("ana", NO_USE)
    assert [prompt.kind for prompt in game.prompts()].count("development") == 1
    game.answer("gm", "development", "yes")
    assert sheet_of(game, BRANNOC).feature("Rally") is not None
    assert game.has_card("I Crossed the Ford Alone")


def test_nobody_gives_up_a_stunt_they_do_not_have() -> None:
    trade = TradeStunt(BRANNOC, "Fae-blooded", EXTRA_REFRESH)
    assert at_refresh().refused("ana", trade) == "unknown-feature"


def test_a_stunt_that_has_become_too_dear_is_not_agreed_to() -> None:
    game = at_refresh(4)
    game.do("ana", LearnStunt(BRANNOC, compose(TABLES, "specialism", OWN)))
    game.do("ana", LearnStunt(BRANNOC, EXTRA_REFRESH))
    assert left(game) == 1
    assert not any(isinstance(offer.command, Answer) and offer.command.option == "yes" for offer in game.offers("gm"))


def test_without_a_free_change_there_is_nothing_to_agree_to() -> None:
    game = at_refresh()
    game.do("ana", SwapSkills(BRANNOC, "riding", "survival"))
    assert game.refused("ana", TradeStunt(BRANNOC, "Rally", compose(TABLES, "specialism", OWN))) == "no-free-change"
    poor = at_refresh(2)
    assert poor.refused("ana", LearnStunt(BRANNOC, compose(TABLES, "specialism", OWN))) == "not-enough-experience"
    assert poor.prompt("development") is None
