"""Wars of words with other skills than usual, where the table finds that they make sense."""

from __future__ import annotations

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.combat.social_skills import AskToUseSkill
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, MILITIA, Fight


def vote(g: Fight, *options: tuple[str, str]) -> None:
    prompt = g.prompt("by-consent")
    assert prompt is not None
    for seat, option in options:
        g.do(seat, Answer(prompt.id, option))


@pytest.mark.rule("SK-CBT-16")
def test_another_skill_attacks_composure_if_the_whole_table_consents() -> None:
    g = Fight("Gate Guard")
    assert g.cannot_strike(BRANNOC, GUARD, "leadership@words") == "unknown-trait"
    g.do("ana", AskToUseSkill(BRANNOC, "leadership", "attack"))
    vote(g, ("bo", "yes"), ("gm", "yes"))
    g.strike(BRANNOC, GUARD, "leadership@words", "0000")
    g.ward(GUARD, "willpower", "0000")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert prompt.read(DamageToTake).score == "composure"
    assert g.damage() == g.last_roll.margin, "neither weapon nor armour counts"


@pytest.mark.rule("SK-CBT-16")
def test_one_objection_is_enough_against_it() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", AskToUseSkill(BRANNOC, "leadership", "attack"))
    vote(g, ("bo", "yes"), ("gm", "no"))
    assert g.cannot_strike(BRANNOC, GUARD, "leadership@words") == "unknown-trait"


@pytest.mark.rule("SK-CBT-16")
def test_another_skill_defends_composure_if_the_whole_table_consents() -> None:
    g = Fight("Gate Guard")
    ask = AskToUseSkill(HESK, "healing", "defend")
    assert g.refused("bo", ask) == "no-such-skill", "nobody attacks her"
    g.strike(GUARD, HESK, "intimidation@words", "0000")
    defend = g.prompt("defend")
    assert defend is not None
    assert "healing" not in g.choices(defend)
    assert g.refused("ana", AskToUseSkill(BRANNOC, "leadership", "defend")) == "no-such-skill", "she is attacked"
    g.do("bo", ask)
    vote(g, ("ana", "yes"), ("gm", "yes"))
    g.ward(HESK, "healing", "0000")
    assert g.last_roll.margin == 1 - 4


@pytest.mark.rule("SK-CBT-16")
def test_if_the_table_finds_no_sense_in_it_the_defence_is_as_usual() -> None:
    g = Fight("Gate Guard")
    g.strike(GUARD, HESK, "intimidation@words", "0000")
    g.do("bo", AskToUseSkill(HESK, "healing", "defend"))
    vote(g, ("ana", "no"), ("gm", "yes"))
    defend = g.prompt("defend")
    assert defend is not None
    assert "healing" not in g.choices(defend)
    g.ward(HESK, "willpower", "0000")


@pytest.mark.rule("SK-CBT-16")
def test_a_skill_of_combat_or_magic_is_none_of_words_and_blows_are_met_as_always() -> None:
    g = Fight("Gate Guard", "Village Militia")
    g.turn_of(BRANNOC)
    assert g.refused("ana", AskToUseSkill(BRANNOC, "melee-combat", "attack")) == "no-such-skill"
    assert g.refused("ana", AskToUseSkill(BRANNOC, "charm", "attack")) == "no-such-skill"
    assert g.refused("gm", AskToUseSkill(MILITIA, "combat-skill", "attack")) == "no-such-skill"
    g.strike(GUARD, HESK, "melee-combat@Small Spear", "0000")
    assert g.refused("bo", AskToUseSkill(HESK, "healing", "defend")) == "no-such-skill"


@pytest.mark.rule("SK-CBT-16")
def test_consent_is_for_the_scene() -> None:
    g = Fight("Gate Guard")
    g.do("ana", AskToUseSkill(BRANNOC, "leadership", "attack"))
    vote(g, ("bo", "yes"), ("gm", "yes"))
    g.end_fight()
    g.do("gm", EndScene())
    g.start_scene("Another day")
    g.begin()
    assert g.cannot_strike(BRANNOC, GUARD, "leadership@words") == "unknown-trait"
