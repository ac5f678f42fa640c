"""A campaign has one of the six magics or none, each with its own skills, offers and ready-made mage."""

from __future__ import annotations

import pytest

from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MAGES, MagicGame
from fatetable.rulesets.fate2.tests.support.playing import Game

SKILLS = {
    "level": {"cast-cantrips", "first-circle", "ninth-circle"},
    "combinative": {"evocation", "summoning", "mastery", "dispelling"},
    "improvisational": {"spellcasting", "old-magick", "thaumaturgy", "alchemy"},
    "stunts": {"pyromancy"},
    "interpretive": {"sorcery"},
    "minor-powers": {"weasel-mobility", "skunk-spray", "clairvoyance"},
}


def magical_skills(magic: str) -> set[str]:
    game = Game(magic=magic, scene=False)
    traits = game.ruleset.presenting.rules.traits(game.actor("cyrus"), "overcome")
    return {trait.id for trait in traits} & set().union(*SKILLS.values())


@pytest.mark.rule("F2-MAG-01")
@pytest.mark.parametrize("magic", sorted(SKILLS))
def test_each_magic_has_its_own_skills_and_no_others(magic: str) -> None:
    if magic == "minor-powers":
        # Skills of a shape are there while somebody is in it.
        assert magical_skills(magic) == {"clairvoyance"}
    else:
        assert magical_skills(magic) == SKILLS[magic]
    assert magical_skills("none") == set()


@pytest.mark.rule("F2-MAG-01")
@pytest.mark.parametrize("magic", sorted(MAGES))
def test_each_magic_has_a_mage_who_is_offered_it(magic: str) -> None:
    g = MagicGame(magic)
    offered = [offer.label for offer in g.offers("ana") if offer.group == "magic" or "fire" in offer.label]
    assert offered
    assert not [offer for offer in g.offers("bo") if offer.group == "magic"]
    names = {sheet.name for sheet in build({"magic": magic}).creation.samples}
    assert names & set(MAGES.values()) == {MAGES[magic]}


@pytest.mark.rule("F2-MAG-01")
@pytest.mark.parametrize("table", ["circles", "spells", "traditions", "animals", "powers"])
def test_a_campaign_adapts_its_magic_by_tables_of_its_own(table: str) -> None:
    ruleset = build({})
    own = next(each for each in ruleset.own_tables if each.name == table)
    adapted = build({"magic": "level"}, {table: own.example})
    assert adapted.content == {table: own.example}


def test_without_magic_there_is_none() -> None:
    g = Game()
    for seat in ("gm", "ana", "bo"):
        assert not [offer for offer in g.offers(seat) if offer.group == "magic"]
