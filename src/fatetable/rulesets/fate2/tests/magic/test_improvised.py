"""Improvisational magic: what a spell is like makes it hard, boxes bound it, and power strikes back without them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.magic.effects import EFFECTS
from fatetable.rulesets.fate2.magic.improvised.casts import ImproviseSpell
from fatetable.rulesets.fate2.magic.improvised.library import StudySpell, studied
from fatetable.rulesets.fate2.magic.improvised.plans import Plan, Rulings, difficulty_of, school_modifier
from fatetable.rulesets.fate2.magic.resistance import MagicWorked
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame, problems_of
from fatetable.rulesets.fate2.tests.support.playing import all_of

TAMSIN, FINN, WATCH = ActorId("tamsin"), ActorId("finn"), ActorId("city-watch")
HOW = "chalk and a word"
TABLES = read_tables().improvised
EASY = {"time": "A few minutes", "components": "Easily acquired and portable"}
"""Nothing about such a spell makes it harder or easier."""


def spell(**more: Any) -> ImproviseSpell:
    return ImproviseSpell(actor=TAMSIN, skill="spellcasting", description=HOW, **{**EASY, **more})


def study(**more: Any) -> StudySpell:
    said = {"way": "research", "trait": "research", **EASY, **more}
    return StudySpell(actor=TAMSIN, description="by candlelight", **said)


def hard(**more: Any) -> int:
    return difficulty_of(TABLES, Plan(**{**EASY, **more}))


def cast(g: MagicGame, dice: str, **more: Any) -> tuple[Any, ...]:
    """A spell as described, that the game master leaves as hard as it is."""
    g.do("ana", spell(**more))
    g.answer("gm", "improvised-spell", "accept", components="salt")
    return (*g.throw("ana", dice), *g.everyone_passes())


def boxes(g: MagicGame) -> int:
    return g.card("Magical Talent").open_boxes


def without_boxes(g: MagicGame) -> MagicGame:
    for _ in range(boxes(g)):
        cast(g, "0000")
    return g


# -- difficulty --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-03")
def test_a_spell_begins_at_average() -> None:
    assert hard() == 0


@pytest.mark.rule("F2-IMP-04")
@pytest.mark.rule("F2-IMP-05")
@pytest.mark.rule("F2-IMP-06")
@pytest.mark.rule("F2-IMP-07")
@pytest.mark.rule("F2-IMP-08")
@pytest.mark.rule("F2-IMP-09")
@pytest.mark.parametrize(
    ("family", "amounts"),
    [
        ("scope", {"Nothing": 0, "The Caster": 1, "A room": 2, "A building": 3, "A town": 4, "A state": 5}),
        ("targets", {"No one": 0, "1 person": 1, "A small group": 2, "A neighbourhood": 3, "A town": 4}),
        (
            "severity",
            {
                "Harmless": 0,
                "Irritating or inconvenient": 1,
                "Damaging": 2,
                "Incapacitating": 3,
                "Fully transformative": 4,
            },
        ),
        ("time", {"A few moments": 1, "A few minutes": 0, "A few hours": -1, "A few days": -2}),
        (
            "components",
            {
                "Nothing": 1,
                "Easily acquired and portable": 0,
                "Inconvenient or hard to acquire": -1,
                "Inconvenient and hard to acquire": -2,
            },
        ),
        (
            "duration",
            {
                "An instant": 0,
                "A few seconds": 1,
                "A few minutes": 2,
                "A few hours": 3,
                "A few days": 4,
                "A few months": 5,
                "A few years": 6,
                "Forever": 7,
            },
        ),
    ],
)
def test_what_a_spell_is_like_adds_to_its_difficulty(family: str, amounts: dict[str, int]) -> None:
    assert {row.name: row.amount for row in TABLES.family(family)} == amounts
    for name, amount in amounts.items():
        assert hard(**{family: name}) == amount


@pytest.mark.rule("F2-IMP-04")
@pytest.mark.rule("F2-IMP-05")
def test_the_larger_of_scope_and_targets_counts_and_both_if_the_gm_says_so() -> None:
    """F2-EX-51: sleep for all in a room counts its targets, light in the room its scope."""
    assert hard(targets="A small group") == 2
    assert hard(scope="A room") == 2
    both = Plan(**EASY, scope="A room", targets="A neighbourhood")  # type: ignore[arg-type]
    assert difficulty_of(TABLES, both) == 3
    assert difficulty_of(TABLES, both, Rulings(both=True)) == 5


@pytest.mark.rule("F2-IMP-06")
def test_altering_a_mind_comes_on_top_of_the_rest_and_no_spell_kills_at_once() -> None:
    """F2-EX-50: mind control incapacitates and alters the mind."""
    assert hard(severity="Incapacitating", mind=True) == 5
    assert hard(mind=True) == 2
    g = MagicGame("improvisational")
    assert g.refused("ana", spell(severity="Instantly lethal")) == "impossible-spell"


@pytest.mark.rule("F2-IMP-07")
def test_in_a_fight_a_spell_takes_moments() -> None:
    g = MagicGame("improvisational")
    g.fight()
    assert g.refused("ana", spell(time="A few hours")) == "too-slow"
    assert g.is_offered("ana", spell(time="A few moments"))


@pytest.mark.rule("F2-IMP-08")
def test_the_gm_decides_what_the_components_are() -> None:
    g = MagicGame("improvisational")
    g.do("ana", spell(components="Inconvenient and hard to acquire"))
    g.answer("gm", "improvised-spell", "accept", components="the ash of a gallows")
    assert [fact.fact for fact in g.table.state.get(FACTS)] == ["the ash of a gallows"]
    g = MagicGame("improvisational")
    g.do("ana", spell(components="Nothing"))
    prompt = g.prompt("improvised-spell")
    assert prompt is not None
    assert prompt.options[0].holes == ()


@pytest.mark.rule("F2-IMP-09")
def test_a_spell_lasts_as_long_as_was_said() -> None:
    g = MagicGame("improvisational")
    cast(g, "++++", duration="A few hours")
    assert [effect.lasts for effect in g.table.state.get(EFFECTS).values()] == ["a few hours"]
    cast(g, "++++")
    assert len(g.table.state.get(EFFECTS)) == 1


# -- what the game master adds -----------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-10")
@pytest.mark.parametrize(
    ("story", "more", "amount"),
    [
        (("Advances the plot",), 0, -1),
        (("A mundane skill could do it",), 0, 1),
        (("Somebody in the party could do it",), 0, 2),
        (
            (
                "A mundane skill could do it",
                "Somebody in the party could do it",
            ),
            0,
            2,
        ),
        (("Jumps over much of the plot",), 0, 2),
        (("Jumps over much of the plot",), 2, 4),
        (("Bypasses a whole story",), 0, 4),
        (
            (
                "Advances the plot",
                "Bypasses a whole story",
            ),
            0,
            3,
        ),
    ],
)
def test_what_a_spell_does_to_the_story_counts_where_the_table_says_so(
    story: tuple[str, ...], more: int, amount: int
) -> None:
    g = MagicGame("improvisational", story_modifiers=True)
    g.do("ana", spell())
    rulings = {"story": story, "more": more, "timing": 0, "laws": (), "both": False}
    g.answer("gm", "improvised-spell", "change", **_with_components(rulings))
    assert g.roll.difficulty == amount


@pytest.mark.rule("F2-IMP-10")
def test_inconvenient_timing_is_always_there_for_the_gm() -> None:
    g = MagicGame("improvisational")
    g.do("ana", spell(scope="A state", time="A few days"))
    prompt = g.prompt("improvised-spell")
    assert prompt is not None
    assert "story" not in {hole.key for hole in prompt.options[1].holes}
    g.answer("gm", "improvised-spell", "change", **_with_components({"timing": 2, "laws": (), "both": False}))
    assert g.roll.difficulty == 1


@pytest.mark.rule("F2-IMP-14")
def test_the_laws_of_magic_are_counted_as_the_gm_finds() -> None:
    g = MagicGame("improvisational")
    g.do("ana", spell(targets="A small group"))
    laws = ("The true name is known", "At dawn or at dusk")
    g.answer("gm", "improvised-spell", "change", **_with_components({"timing": 0, "laws": laws, "both": False}))
    assert g.roll.difficulty == 0


def _with_components(rulings: dict[str, Any]) -> dict[str, Any]:
    return {"components": "salt", **rulings}


@pytest.mark.rule("F2-IMP-02")
def test_the_gm_may_refuse_a_spell_and_then_it_costs_nothing() -> None:
    g = MagicGame("improvisational")
    before = boxes(g)
    g.do("ana", spell())
    g.answer("gm", "improvised-spell", "refuse", reason="the door is shut")
    assert boxes(g) == before


# -- casting -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-01")
@pytest.mark.rule("F2-IMP-02")
def test_a_spell_is_rolled_and_costs_a_box_whether_it_works_or_not() -> None:
    g = MagicGame("improvisational")
    assert boxes(g) == 2
    events = cast(g, "0000", scope="A room")
    assert all_of(events, MagicWorked)
    assert g.last_roll.efforts[0].trait == "spellcasting"
    assert boxes(g) == 1
    events = cast(g, "----", scope="A room")
    assert not all_of(events, MagicWorked)
    assert boxes(g) == 0


@pytest.mark.rule("F2-IMP-01")
def test_talent_and_skill_may_go_under_other_names_and_the_skill_may_stand_alone() -> None:
    skills = {skill.id for skill in read_tables().of_magic}
    assert {"spellcasting", "old-magick", "thaumaturgy", "alchemy"} <= skills
    assert problems_of("improvisational", ("Brawler", {"old-magick": 1})) == []
    g = MagicGame("improvisational")
    other = ImproviseSpell(actor=FINN, skill="spellcasting", description=HOW)
    assert g.refused("bo", other) == "no-such-magic-known"
    table = '[[tradition]]\naspect = "Hedge Witch"\nskill = "Witchery"\n'
    own = build({"magic": "improvisational"}, {"traditions": table})
    assert own.creation.samples


@pytest.mark.rule("F2-IMP-06")
@pytest.mark.rule("F2-MAG-02")
def test_a_damaging_spell_that_meets_its_difficulty_is_an_attack() -> None:
    g = MagicGame("improvisational")
    g.fight()
    harm = spell(severity="Damaging", targets="1 person", target=WATCH, time="A few moments", components="Nothing")
    g.do("ana", harm)
    g.answer("gm", "improvised-spell", "accept")
    assert g.roll.difficulty == 5
    g.throw("ana", "+++0")
    g.everyone_passes()
    g.answer("gm", "strike", "defend", trait="watchman", description="ducks")
    assert g.roll.difficulty == 5
    g.throw("gm", "0000")
    g.everyone_passes()
    # 5 against 1.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-IMP-06")
def test_other_effects_simply_happen_unless_the_gm_grants_a_roll() -> None:
    g = MagicGame("improvisational")
    cast(g, "++++", severity="Incapacitating", targets="1 person", target=WATCH)
    g.answer("gm", "resistance", "resist", trait="watchman")
    assert g.roll.difficulty == 4
    g.throw("gm", "+++0")
    events = g.everyone_passes()
    assert [event.is_resisted for event in all_of(events, MagicWorked)] == [True]
    cast(g, "++++", severity="Incapacitating", targets="1 person", target=WATCH)
    events = g.answer("gm", "resistance", "none")
    assert [event.is_resisted for event in all_of(events, MagicWorked)] == [False]


# -- research ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-11")
@pytest.mark.parametrize("way", ["research", "prepare"])
def test_a_spell_that_was_studied_is_easier_for_one_casting(way: str) -> None:
    g = MagicGame("improvisational")
    g.do("ana", study(way=way, scope="A building"))
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (3, "research")
    g.throw("ana", "+000")
    g.everyone_passes()
    (found,) = studied(g.table.state, TAMSIN)
    assert found.lowered == 1
    assert g.notes()["studied"] == "harmless, a building, a few minutes, an instant (-1)"
    assert g.refused("ana", spell(scope="A room", studied=found.id)) == "not-studied"
    g.do("ana", spell(scope="A building", studied=found.id))
    g.answer("gm", "improvised-spell", "accept", components="salt")
    assert g.roll.difficulty == 2
    g.throw("ana", "----")
    g.everyone_passes()
    assert studied(g.table.state, TAMSIN) == ()
    assert g.refused("ana", spell(scope="A building", studied=found.id)) == "not-studied"


@pytest.mark.rule("F2-IMP-11")
def test_failed_research_brings_nothing_and_researching_twice_counts_once() -> None:
    g = MagicGame("improvisational")
    g.do("ana", study(scope="A building"))
    g.throw("ana", "----")
    g.everyone_passes()
    assert studied(g.table.state, TAMSIN) == ()
    for way in ("research", "prepare"):
        g.do("ana", study(way=way, scope="A building"))
        g.throw("ana", "++00")
        g.everyone_passes()
    assert [each.lowered for each in studied(g.table.state, TAMSIN)] == [1]


@pytest.mark.rule("F2-IMP-11")
def test_an_extreme_success_may_make_it_easier_still() -> None:
    g = MagicGame("improvisational")
    g.do("ana", study())
    g.throw("ana", "+000")
    g.everyone_passes()
    g.answer("gm", "study", "more", lowered=2)
    assert [each.lowered for each in studied(g.table.state, TAMSIN)] == [2]


@pytest.mark.rule("F2-IMP-11")
def test_there_is_no_time_for_study_in_a_fight() -> None:
    g = MagicGame("improvisational")
    g.fight()
    assert g.refused("ana", study(time="A few moments")) == "not-finished"


# -- feedback ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-12")
@pytest.mark.parametrize(
    ("dice", "strikes_at", "works"),
    [
        ("+000", None, True),  # by one it is safe
        ("0000", 2, True),  # exactly: the difficulty
        ("-000", 3, False),
        ("---0", 5, False),
    ],
)
def test_without_a_box_power_strikes_back(dice: str, strikes_at: int | None, works: bool) -> None:
    """Good (+2) against 2; the defence is the level of the aspect, Good."""
    g = without_boxes(MagicGame("improvisational"))
    events = cast(g, dice, scope="A room")
    assert bool(all_of(events, MagicWorked)) is works
    if strikes_at is None:
        assert not any(roll.stage != "over" for roll in g.table.state.get(ROLLS).values())
        return
    assert (g.roll.actor, g.roll.difficulty, g.roll.efforts[0].fixed) == (TAMSIN, strikes_at, 2)


@pytest.mark.rule("F2-IMP-12")
@pytest.mark.parametrize(
    ("dice", "rows"), [("++++", []), ("0000", []), ("-000", ["Clipped"]), ("--00", ["Hurt"]), ("----", ["Hurt"])]
)
def test_feedback_wounds_by_as_much_as_the_defence_falls_short(dice: str, rows: list[str]) -> None:
    g = without_boxes(MagicGame("improvisational"))
    cast(g, "0000", scope="A room")
    g.throw("ana", dice)
    g.everyone_passes()
    assert [wound.row for wound in g.condition("tamsin").wounds] == rows


@pytest.mark.rule("F2-IMP-12")
def test_the_last_box_still_makes_a_spell_safe() -> None:
    g = MagicGame("improvisational")
    cast(g, "0000")
    cast(g, "----", scope="A room")
    assert boxes(g) == 0
    assert g.prompts() == ()
    assert not g.condition("tamsin").wounds


@pytest.mark.rule("F2-IMP-01")
@pytest.mark.rule("F2-IMP-12")
def test_without_the_aspect_the_defence_is_mediocre() -> None:
    plain = build({"magic": "improvisational"})
    tamsin = next(sheet for sheet in plain.creation.samples if sheet.name == "Tamsin")
    phases = tuple(
        msgspec.structs.replace(phase, name="Bookseller") if phase.name == "Magical Talent" else phase
        for phase in tamsin.entries["phases"]
    )
    untalented = plain.creation.finish(msgspec.structs.replace(tamsin, entries={"phases": phases}))
    g = MagicGame("improvisational", heroes=(untalented, "Finn"))
    cast(g, "0000", scope="A room")
    assert (g.roll.difficulty, g.roll.efforts[0].fixed) == (2, -1)


# -- schools -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-IMP-13")
@pytest.mark.parametrize(
    ("components", "time", "amount"),
    [
        ("Easily acquired and portable", "A few hours", 1),
        ("Easily acquired and portable", "A few minutes", 0),
        ("Nothing", "A few moments", -1),
        ("Inconvenient and hard to acquire", "A few days", 1),
        ("Nothing", "A few hours", 0),
    ],
)
def test_a_school_is_better_at_some_spells_and_worse_at_others(components: str, time: str, amount: int) -> None:
    """F2-EX-52: the Alchemists of Bin-Assam."""
    traditions = {each.aspect: each for each in read_tables().traditions}
    plan = Plan(components=components, time=time)
    assert school_modifier(TABLES, traditions["Alchemist of Bin-Assam"], plan) == amount
    assert school_modifier(TABLES, traditions["Magical Talent"], plan) == 0


@pytest.mark.rule("F2-IMP-13")
def test_the_modifier_of_a_school_is_a_part_of_the_roll() -> None:
    table = '[[tradition]]\naspect = "Magical Talent"\nskill = "Spellcasting"\nwith_components = 1\nin_haste = -1\n'
    g = MagicGame("improvisational", content={"traditions": table})
    g.do("ana", spell(time="A few hours"))
    assert {part.source: part.amount for part in g.roll.efforts[0].modifiers}["school"] == 1
