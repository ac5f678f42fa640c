"""Languages: as many as a skill gives, or one skill each, and what foreign words do to social skills."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.creation import ListInput
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.rulesets.fate2.sheet import fluency, traits_of
from fatetable.rulesets.fate2.tests.support.making import advice, errors, life, phase, procedure, tables
from fatetable.rulesets.fate2.tests.support.playing import Game

LATIN = "language [Latin]"
CAPPED: dict[str, Any] = {"academic": "specific", "language_cap": True, "phases": 1}


def linguist(ranks: int, skill: str = "languages", **more: Any) -> Sheet:
    supports = ("hide", "sneak", "spot", "bluff", "charm", "lie", "brawler")
    return life(phase("Scholar", *(skill,) * ranks, *supports[: 7 - ranks]), **more)


def asked(sheet: Sheet, **dials: Any) -> dict[str, int]:
    steps = procedure(phases=1, ranks_per_phase=7, **dials).steps(sheet)
    return {
        each.path: each.most
        for step in steps
        if step.id == "languages"
        for each in step.inputs
        if isinstance(each, ListInput)
    }


@pytest.mark.rule("F2-SKL-05")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_each_rank_over_mediocre_is_a_language_besides_ones_own(number: int) -> None:
    dials: dict[str, Any] = {"academic": "broad", "phases": 1, "ranks_per_phase": 7, "skill_structure": "column"}
    many = tuple(f"Tongue {at}" for at in range(number + 1))
    right, wrong = (linguist(number, lists={"languages": names}) for names in (many[:-1], many))
    assert asked(right, academic="broad") == {"lists.languages": number}
    assert "too-many-languages" not in [code for code, _ in errors(right, **dials)]
    assert ("too-many-languages", "lists.languages") in errors(wrong, **dials)
    assert "languages-left" in advice(linguist(number), **dials)
    assert "languages-left" not in advice(right, **dials)


@pytest.mark.rule("F2-SKL-05")
def test_spoken_and_written_languages_are_apart_where_skills_are_general() -> None:
    dials: dict[str, Any] = {"academic": "general", "phases": 1}
    reader = life(phase("Scholar", "literacy", "literacy", "linguistics", "bluff"))
    assert asked(reader, academic="general") == {"lists.languages": 1, "lists.scripts": 2}
    both = life(*reader.entries["phases"], lists={"languages": ("Latin",), "scripts": ("Latin", "Greek")})
    assert errors(both, **dials) == []
    mute = life(*reader.entries["phases"], lists={"languages": ("Latin", "Greek")})
    assert errors(mute, **dials) == [("too-many-languages", "lists.languages")]


@pytest.mark.rule("F2-SKL-05")
def test_without_such_a_skill_nobody_lists_languages() -> None:
    plain = life(phase("Fop", "bluff", "hide", "spot", "charm"), lists={"languages": ("Latin",)})
    assert errors(plain, phases=1, academic="broad") == [("too-many-languages", "lists.languages")]
    assert asked(plain, academic="broad") == {}


@pytest.mark.rule("F2-SKL-06")
@pytest.mark.parametrize(
    ("ranks", "sounds"), [(1, "a heavy accent"), (2, "a faint accent"), (3, "flawless"), (5, "flawless")]
)
def test_a_language_of_its_own_sounds_as_good_as_its_level(ranks: int, sounds: str) -> None:
    made = procedure(phases=1, academic="specific")
    sheet = made.finish(life(phase("Scholar", *(LATIN,) * ranks)))
    assert list(fluency(tables(academic="specific"), sheet)) == [("Latin", sounds)]
    assert ("Latin", sounds) in [(figure.label, figure.text) for figure in made.figures(sheet)]


def rated(*learnt: str, **dials: Any) -> dict[str, int]:
    sheet = procedure(**dials).finish(life(phase("Diplomat", *learnt)))
    actor = Actor(id=ActorId("diplomat"), sheet=sheet)
    return {trait.name: trait.rating for trait in traits_of(tables(**dials), actor)}


@pytest.mark.rule("F2-SKL-06", "F2-META-02")
def test_what_one_says_is_no_better_than_the_language_if_the_campaign_says_so() -> None:
    traits = rated("charm", "charm", "charm", "lie", LATIN, LATIN, "brawler", **CAPPED)
    assert (traits["Charm"], traits["Charm in Latin"], traits["Lie in Latin"]) == (2, 1, 0)
    assert traits["Charm in a language not learnt"] == -1
    assert "Brawler in Latin" not in traits
    assert "Bluff in Latin" not in traits
    for dials in ({**CAPPED, "language_cap": False}, {**CAPPED, "academic": "sample"}):
        assert "Charm in Latin" not in rated("charm", "charm", "charm", "lie", LATIN, LATIN, **dials)


@pytest.mark.rule("F2-SKL-06")
def test_a_speech_in_a_foreign_language_is_rolled_at_the_lower_level() -> None:
    dials: dict[str, Any] = {**CAPPED, "heroes": (), "ranks_per_phase": 6}
    game = Game(scene=False, **dials)
    learnt = phase("Diplomat", "charm", "charm", "lie", "bluff", "gossip", LATIN)
    game.bring("ana", procedure(**CAPPED).finish(life(learnt)))
    game.start_scene()
    told = Overcome(actor=ActorId("sybil"), trait=f"charm in {LATIN}", description="pleads with the legate")
    game.do("ana", told)
    game.answer("gm", "opposition", "difficulty", value=0)
    game.throw("ana", "0000")
    game.everyone_passes()
    assert game.last_roll.margin == 0


@pytest.mark.rule("F2-SKL-01", "F2-SKL-02")
def test_the_table_sees_in_what_each_hero_shines() -> None:
    game = Game()
    notes = {
        actor: dict(game.ruleset.presenting.notes(game.table.state, game.actor(actor)))["Shines in"]
        for actor in ("cyrus", "finn")
    }
    assert notes == {"cyrus": "combat, social, professional", "finn": "criminal, artistic, academic"}
    alone = Game(heroes=("Cyrus",))
    assert "Shines in" not in dict(alone.ruleset.presenting.notes(alone.table.state, alone.actor("cyrus")))


@pytest.mark.rule("F2-SKL-02")
def test_somebody_who_is_best_at_nothing_is_told_so() -> None:
    game = Game(heroes=("Cyrus",))
    game.bring("bo", game.sheet("Cyrus"))
    notes = dict(game.ruleset.presenting.notes(game.table.state, game.actor("cyrus-2")))
    assert notes["Shines in"] == "nothing that somebody else is not as good at"
