"""Level-based magic: circles that initiation opens, spells that are prepared for the day and gone once cast."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.creation import RanksInput
from fatetable.mechanics.points.limited_uses import CallBreak
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets.fate2.magic.level.recital import CastSpell, EaseCasting, MakeCastingHard
from fatetable.rulesets.fate2.magic.level.spells import prepared_by
from fatetable.rulesets.fate2.magic.level.study import PrepareSpells
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame, problems_of

HOW = "in a whisper"
ISAURA, WATCH = ActorId("isaura"), ActorId("city-watch")
FOUR_CIRCLES = "replaces = true\n" + "\n".join(
    f'[[circle]]\nid = "circle-{number}"\nname = "Circle {number}"\nopens_at = {number}\n'
    f"levels = {list(range(number * 5 - 4, number * 5 + 1))}"
    for number in range(1, 5)
)


def ready(g: MagicGame) -> dict[str, tuple[str, ...]]:
    return {circle: spells for circle, spells in prepared_by(g.table.state, ISAURA).spells.items() if spells}


def prepare(g: MagicGame) -> None:
    g.do("ana", PrepareSpells(ISAURA, "first-circle", ("Dart of Force", "Dart of Force#2", "Feather Step")))


# -- becoming a mage ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-LVL-01")
@pytest.mark.rule("F2-MAG-02")
def test_talent_opens_cantrips_and_initiation() -> None:
    assert problems_of("level", ("Magical Talent", {"cast-cantrips": 1})) == []
    assert problems_of("level", ("Brawler", {"cast-cantrips": 1})) == [
        ("not-open", "entries.phases.0.numbers.cast-cantrips")
    ]
    assert problems_of("level", ("Brawler", {}), ("Magical Initiation", {})) == [("not-open", "entries.phases.1.name")]
    assert problems_of("level", ("Magical Talent", {}), ("magical initiation", {})) == []


@pytest.mark.rule("F2-MAG-02")
@pytest.mark.rule("F2-LVL-02")
def test_each_level_of_initiation_opens_one_circle_more() -> None:
    talent: tuple[str, dict[str, int]]
    talent, initiation = ("Magical Talent", {}), "Magical Initiation"
    assert problems_of("level", talent, (initiation, {"first-circle": 1})) == []
    early = problems_of("level", talent, (initiation, {"second-circle": 1}), (initiation, {}))
    assert early == [("not-open", "entries.phases.1.numbers.second-circle")]
    assert problems_of("level", talent, (initiation, {}), (initiation, {"second-circle": 1})) == []
    # Nine levels open the ninth circle, and there is no tenth.
    nine = (talent, *[(initiation, {})] * 8, (initiation, {"ninth-circle": 1}))
    assert problems_of("level", *nine) == []
    assert problems_of("level", *nine, (initiation, {})) == [("too-many-levels", "entries.phases")]


@pytest.mark.rule("F2-LVL-05")
@pytest.mark.rule("F2-LVL-02")
def test_the_book_has_a_skill_for_each_of_ten_levels_of_spells() -> None:
    """F2-EX-46: one talent and nine circles are ten aspects, for ten levels of spells."""
    skills = [choice.value for choice in _skills(build({"magic": "level"}))]
    circles = [skill for skill in skills if skill.endswith("-circle")]
    assert len(circles) == 9
    assert "cast-cantrips" in skills
    assert "cast-cantrips" not in [choice.value for choice in _skills(build({}))]


@pytest.mark.rule("F2-LVL-05")
def test_a_longer_list_of_spells_has_several_levels_in_a_circle() -> None:
    """F2-EX-47: twenty levels of spells at five to a circle make four circles."""
    ruleset = build({"magic": "level"}, {"circles": FOUR_CIRCLES})
    circles = [choice.label for choice in _skills(ruleset) if choice.value.startswith("circle-")]
    assert circles == ["Circle 1", "Circle 2", "Circle 3", "Circle 4"]


def _skills(ruleset: Ruleset) -> tuple[Choice, ...]:
    """What the first phase can be spent on."""
    steps = ruleset.creation.steps(ruleset.creation.blank("hero"))
    return next(each.traits for step in steps for each in step.inputs if isinstance(each, RanksInput))


# -- preparing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-LVL-03")
def test_one_spell_more_than_the_level_of_the_skill_can_be_ready() -> None:
    """Isaura's First Circle Spellcasting is Great (+3), her cantrips Good (+2)."""
    g = MagicGame("level")
    prepared = g.notes()
    assert prepared["First Circle Spellcasting"] == "0 of 4 ready"
    assert prepared["Cast Cantrips"] == "0 of 3 ready"
    five = ("Dart of Force", "Dart of Force#2", "Dart of Force#3", "Dart of Force#4", "Feather Step")
    assert g.refused("ana", PrepareSpells(ISAURA, "first-circle", five)) == "too-many-spells"
    g.do("ana", PrepareSpells(ISAURA, "first-circle", five[:4]))
    assert ready(g) == {"first-circle": ("Dart of Force",) * 4}
    assert g.notes()["First Circle Spellcasting"].startswith("4 of 4 ready: Dart of Force")


@pytest.mark.rule("F2-LVL-03")
def test_a_circle_holds_its_own_spells_only_and_nobody_studies_what_they_cannot_cast() -> None:
    g = MagicGame("level")
    assert g.refused("ana", PrepareSpells(ISAURA, "first-circle", ("Mend",))) == "no-such-spell"
    assert g.refused("ana", PrepareSpells(ISAURA, "ninth-circle", ("The Last Word",))) == "no-such-magic-known"
    assert g.refused("bo", PrepareSpells(ISAURA, "first-circle", ("Feather Step",))) == "not-yours"


@pytest.mark.rule("F2-LVL-03")
def test_spells_are_prepared_at_the_start_of_a_day() -> None:
    g = MagicGame("level")
    prepare(g)
    assert g.refused("ana", PrepareSpells(ISAURA, "first-circle", ("Feather Step",))) == "studied-already"
    g.do("gm", CallBreak("day"))
    g.fight()
    assert g.refused("ana", PrepareSpells(ISAURA, "first-circle", ("Feather Step",))) == "not-finished"


# -- casting -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-LVL-04")
@pytest.mark.rule("F2-LVL-03")
def test_a_spell_needs_no_roll_and_is_gone_until_the_next_day() -> None:
    g = MagicGame("level")
    prepare(g)
    g.do("ana", CastSpell(actor=ISAURA, spell="Feather Step", description=HOW))
    assert ready(g) == {"first-circle": ("Dart of Force", "Dart of Force")}
    assert not g.table.state.get(ROLLS)
    assert g.refused("ana", CastSpell(actor=ISAURA, spell="Feather Step", description=HOW)) == "not-prepared"
    g.do("gm", CallBreak("day"))
    assert g.refused("ana", CastSpell(actor=ISAURA, spell="Feather Step", description=HOW)) == "not-prepared"
    g.do("ana", PrepareSpells(ISAURA, "first-circle", ("Feather Step",)))
    assert ready(g) == {"first-circle": ("Feather Step",)}


@pytest.mark.rule("F2-LVL-04")
@pytest.mark.rule("F2-MAG-02")
def test_a_spell_that_is_aimed_is_an_attack_with_the_skill_of_its_circle() -> None:
    g = MagicGame("level")
    prepare(g)
    assert (
        g.refused("ana", CastSpell(actor=ISAURA, spell="Dart of Force", target=WATCH, description=HOW)) == "no-conflict"
    )
    g.fight()
    assert (
        g.refused("ana", CastSpell(actor=ISAURA, spell="Dart of Force", target=ActorId("finn"), description=HOW))
        == "bad-target"
    )
    g.do("ana", CastSpell(actor=ISAURA, spell="Dart of Force", target=WATCH, description=HOW))
    g.answer("gm", "defend", "defend", trait="watchman", description="ducks")
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    # Great (+3) against the Watchman's Fair (+1): two more is Hurt.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]
    assert ready(g) == {"first-circle": ("Dart of Force", "Feather Step")}


@pytest.mark.rule("F2-LVL-04")
def test_under_very_hard_circumstances_every_spell_takes_a_roll() -> None:
    g = MagicGame("level")
    prepare(g)
    g.do("gm", MakeCastingHard(4))
    g.do("ana", CastSpell(actor=ISAURA, spell="Feather Step", description=HOW))
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (4, "first-circle")
    g.throw("ana", "0000")
    g.everyone_passes()
    assert g.last_roll.outcome == "fail"
    assert "Feather Step" not in ready(g)["first-circle"]
    g.do("gm", EaseCasting())
    assert g.refused("gm", EaseCasting()) == "not-hard"


@pytest.mark.rule("F2-MAG-02")
def test_harm_is_what_the_roll_has_reached_once_it_has_met_its_difficulty() -> None:
    g = MagicGame("level")
    prepare(g)
    g.do("gm", MakeCastingHard(3))
    g.fight()
    g.do("ana", CastSpell(actor=ISAURA, spell="Dart of Force", target=WATCH, description=HOW))
    g.throw("ana", "++00")
    g.everyone_passes()
    assert g.prompt("strike") is not None
    g.answer("gm", "strike", "defend", trait="watchman", description="ducks")
    assert g.roll.difficulty == 5  # Great and two pluses
    g.throw("gm", "+000")
    g.everyone_passes()
    # 5 against 2 is three more.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-MAG-02")
def test_a_casting_that_fails_does_nothing() -> None:
    g = MagicGame("level")
    prepare(g)
    g.do("gm", MakeCastingHard(3))
    g.fight()
    g.do("ana", CastSpell(actor=ISAURA, spell="Dart of Force", target=WATCH, description=HOW))
    g.throw("ana", "-000")
    g.everyone_passes()
    assert g.prompts() == ()
    assert not g.condition("city-watch").wounds


@pytest.mark.rule("F2-MAG-02")
def test_a_skill_of_magic_is_no_weapon_and_no_shield_by_itself() -> None:
    g = MagicGame("level")
    rules = g.ruleset.presenting.rules
    actor = g.actor("isaura")
    for action in ("attack", "defend"):
        assert not {trait.id for trait in rules.traits(actor, action)} & {"first-circle", "cast-cantrips"}
    assert "first-circle" in {trait.id for trait in rules.traits(actor, "overcome")}
