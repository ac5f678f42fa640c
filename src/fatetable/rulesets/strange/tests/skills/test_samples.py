"""The ready-made skills: 45 of the 51 totals of the book are ours too, and the other six are explained."""

from __future__ import annotations

import pytest

from fatetable.mechanics.book.own_tables import with_content
from fatetable.rulesets.strange.book import OWN_TABLES, HeldDrawback, HeldTrapping, SampleSkill
from fatetable.rulesets.strange.sheet import sample_entry, skill_of
from fatetable.rulesets.strange.skills import boxes_of, builds, diagram_of, price_of, trapping_cost
from fatetable.rulesets.strange.tests.support.book import TABLES

SHAPES = {
    "Under Class": ("Beggar", "Pickpocket", "Lady of the Night"),
    "Working Class": ("Police Officer", "Servant", "Carpenter"),
    "Middle Class": ("Physician", "Barrister", "Clergyman"),
    "Upper Class": ("Knight of the Realm", "Wealthy Socialite", "Archbishop of York"),
    "Adept": ("Iron Robe Style", "Flying Crane Technique", "The Voice of Ra"),
    "Alien": ("Argonian Vision", "Martian Metamorphosis", "Jupiterian Body"),
    "Anachronist": ("Electro-Static Discharge Cannon", "Scientific Genius", "Clockwork Wings"),
    "Artificial": ("Man of Iron", "E Unum Pluribus", "Automechanical Programming"),
    "Faerie": ("Faerie Swarm", "Gossamer Wings", "Changeling Deceit", "Faerie Glamour"),
    "Godling": ("God of Strength", "Divine Luck", "Commanding Presence"),
    "Changed": ("Test Subject", "The Beast Within", "Feline Reflexes"),
    "Human Oddity": ("Human Pretzel", "Protean Flesh", "Grotesque Elongation"),
    "Magus": ("Grip of the Hundred-Hand Giant", "Far Step", "Helm of Minerva", "Hellfire"),
    "Mutant": ("Concussive Eye Beams", "Accelerated Healing", "Gigantic Size", "Forceful Telepathy"),
    "Super-Normal": ("Strength Training", "Man of Action", "Mistress of All Pursuits"),
}

# Boxes, lines, extras, drawbacks, and the price of the trappings.
COUNTED = {
    "Beggar": (5, 3, 0, 1, 7),
    "Pickpocket": (4, 2, 0, 1, 5),
    "Lady of the Night": (4, 1, 0, 2, 3),
    "Police Officer": (4, 0, 0, 1, 3),
    "Servant": (3, 0, 0, 1, 2),
    "Carpenter": (4, 1, 0, 1, 4),
    "Physician": (5, 1, 0, 2, 4),
    "Barrister": (3, 3, 0, 2, 4),
    "Clergyman": (5, 3, 0, 2, 6),
    "Knight of the Realm": (8, 7, 0, 2, 13),
    "Wealthy Socialite": (11, 6, 1, 1, 17),
    "Archbishop of York": (15, 12, 0, 1, 26),
    "Iron Robe Style": (3, 0, 0, 1, 2),
    "Flying Crane Technique": (5, 4, 0, 1, 8),
    "The Voice of Ra": (4, 0, 5, 1, 8),
    "Argonian Vision": (3, 4, 2, 1, 8),
    "Martian Metamorphosis": (7, 0, 1, 1, 7),
    "Jupiterian Body": (7, 7, 3, 1, 16),
    "Electro-Static Discharge Cannon": (3, 0, 4, 4, 3),
    "Scientific Genius": (8, 3, 0, 2, 9),
    "Clockwork Wings": (3, 3, 1, 4, 3),
    "Man of Iron": (5, 5, 0, 1, 9),
    "E Unum Pluribus": (2, 0, 1, 3, 0),
    "Automechanical Programming": (12, 0, 0, 4, 8),
    "Faerie Swarm": (5, 5, 3, 2, 11),
    "Gossamer Wings": (2, 1, 1, 1, 3),
    "Changeling Deceit": (3, 0, 1, 2, 2),
    "Faerie Glamour": (3, 4, 5, 2, 10),
    "God of Strength": (7, 4, 0, 2, 9),
    "Divine Luck": (6, 7, 0, 2, 11),
    "Commanding Presence": (4, 3, 6, 2, 11),
    "Test Subject": (4, 0, 0, 1, 3),
    "The Beast Within": (3, 3, 0, 5, 1),
    "Feline Reflexes": (4, 1, 0, 1, 4),
    "Human Pretzel": (3, 4, 1, 2, 6),
    "Protean Flesh": (1, 0, 1, 5, 0),
    "Grotesque Elongation": (5, 7, 4, 3, 13),
    "Grip of the Hundred-Hand Giant": (4, 7, 6, 2, 15),
    "Far Step": (2, 2, 1, 2, 3),
    "Helm of Minerva": (7, 4, 0, 2, 9),
    "Hellfire": (11, 0, 0, 4, 7),
    "Concussive Eye Beams": (2, 0, 2, 3, 1),
    "Accelerated Healing": (4, 0, 1, 1, 4),
    "Gigantic Size": (4, 7, 2, 1, 12),
    "Forceful Telepathy": (2, 1, 2, 2, 3),
    "Strength Training": (4, 4, 0, 1, 7),
    "Man of Action": (10, 7, 0, 2, 15),
    "Mistress of All Pursuits": (6, 0, 0, 1, 5),
}
BY_OURSELVES = {
    "Jupiterian Body": (15, 16),
    "Electro-Static Discharge Cannon": (1, 3),
    "Grotesque Elongation": (12, 13),
    "Hellfire": (6, 7),
    "Concussive Eye Beams": (0, 1),
}


def counted(sample: SampleSkill) -> tuple[int, int, int, int, int]:
    skill = skill_of(TABLES, sample_entry(TABLES, sample))
    boxes = lines = extras = drawbacks = 0
    for line in price_of(TABLES, skill).lines[1:]:
        if line.text.startswith("Lines to"):
            lines += line.amount
        elif line.marks:
            boxes += line.amount
        elif line.amount < 0:
            drawbacks -= line.amount
        elif " on " in line.text:
            extras += line.amount
    return boxes, lines, extras, drawbacks, trapping_cost(TABLES, skill)


@pytest.mark.rule("SF-UNI-02", "SF-UNI-03", "SF-UNI-04", "SF-UNI-05", "SF-DIAG-02")
@pytest.mark.rule("SF-STR-02", "SF-STR-03", "SF-STR-04", "SF-STR-05", "SF-STR-06", "SF-STR-07", "SF-STR-08")
@pytest.mark.rule("SF-STR-09", "SF-STR-10", "SF-STR-11", "SF-STR-12")
@pytest.mark.parametrize("sample", TABLES.samples, ids=lambda sample: sample.name)
def test_each_ready_made_skill_costs_what_the_diagram_makes_of_it(sample: SampleSkill) -> None:
    """SF-EX-60 to SF-EX-107; five totals that the book prints are not what its own prices add up to."""
    assert sample.name in SHAPES[sample.group]
    assert counted(sample) == COUNTED[sample.name]
    printed, ours = BY_OURSELVES.get(sample.name, (sample.printed, sample.printed))
    assert (sample.printed, COUNTED[sample.name][-1]) == (printed, ours)
    assert bool(sample.erratum) == (printed != ours)


@pytest.mark.rule("SF-UNI-01", "SF-STR-01")
def test_there_are_twelve_unique_and_thirty_six_strange_ones() -> None:
    kinds = [sample.kind for sample in TABLES.samples]
    assert (kinds.count("unique"), kinds.count("strange")) == (12, 36)
    assert {group: tuple(s.name for s in TABLES.samples if s.group == group) for group in SHAPES} == SHAPES
    assert {sample.tier for sample in TABLES.samples if sample.kind == "unique"} == {0}
    tiers = {sample.name: sample.tier for sample in TABLES.samples}
    assert (tiers["God of Strength"], tiers["Jupiterian Body"], tiers["Hellfire"], tiers["Man of Action"]) == (
        4,
        3,
        2,
        1,
    )


REFRESH = {
    1: (
        *("Flying Crane Technique", "Martian Metamorphosis", "Electro-Static Discharge Cannon", "Clockwork Wings"),
        *("E Unum Pluribus", "Automechanical Programming", "Gossamer Wings", "Feline Reflexes", "Human Pretzel"),
        *("Grotesque Elongation", "Strength Training", "Man of Action", "Mistress of All Pursuits"),
    ),
    2: (
        *("Iron Robe Style", "The Voice of Ra", "Argonian Vision", "Scientific Genius", "Man of Iron"),
        *("Faerie Swarm", "Changeling Deceit", "Divine Luck", "Test Subject", "The Beast Within", "Protean Flesh"),
        *("Grip of the Hundred-Hand Giant", "Helm of Minerva", "Hellfire", "Concussive Eye Beams"),
        *("Accelerated Healing", "Gigantic Size", "Forceful Telepathy"),
    ),
    4: ("Jupiterian Body", "Commanding Presence", "Far Step"),
    6: ("God of Strength",),
}


@pytest.mark.rule("SF-REF-01", "SF-STR-01")
def test_each_is_on_the_tier_of_the_book_and_costs_its_refresh() -> None:
    found = {sample.name: TABLES.tiers[sample.tier].refresh for sample in TABLES.samples}
    expected = {name: refresh for refresh, names in REFRESH.items() for name in names}
    assert found == dict.fromkeys(found, 0) | expected, "Unique ones, and Faerie Glamour, take any tier"


@pytest.mark.rule("SF-UNI-01", "SF-STR-01")
def test_the_rating_comes_on_top_of_what_is_printed() -> None:
    beggar = skill_of(TABLES, sample_entry(TABLES, TABLES.sample("Beggar"), rating=3))
    assert price_of(TABLES, beggar).total == 7 + 3


@pytest.mark.rule("SF-DIAG-03", "SF-DIAG-02")
def test_with_shoot_at_one_two_more_totals_come_out_and_two_others_no_longer_do() -> None:
    table = next(table for table in OWN_TABLES if table.name == "boxes")
    changed = with_content(TABLES, OWN_TABLES, {"boxes": table.example})

    def cost(name: str) -> int:
        return trapping_cost(changed, skill_of(changed, sample_entry(changed, changed.sample(name))))

    assert (cost("Hellfire"), cost("Concussive Eye Beams"), cost("Electro-Static Discharge Cannon")) == (6, 0, 2)
    assert (cost("Argonian Vision"), cost("The Voice of Ra")) == (7, 7)


@pytest.mark.rule("SF-DIAG-03", "SF-BUILD-09", "SF-BUILD-08")
def test_the_oxford_professor_costs_nine_where_the_text_adds_up_to_eight() -> None:
    professor = SampleSkill(
        name="Oxford Professor",
        kind="unique",
        group="",
        printed=5,
        trappings=tuple(
            HeldTrapping(id=name) for name in ("information", "research", "languages", "wealth", "esteem", "networking")
        ),
        drawbacks=(HeldDrawback(id="minor-complication", text="Too Smart for His Own Good"),),
    )
    skill = skill_of(TABLES, sample_entry(TABLES, professor, rating=3))
    amounts = {line.text: line.amount for line in price_of(TABLES, skill).lines}
    assert amounts["Information"] == amounts["Networking"] == 0
    assert amounts["Wealth"] + amounts["Esteem"] + amounts["Lines to Wealth"] + amounts["Lines to Esteem"] == 4
    assert amounts["Languages"] == 1
    assert amounts["Research"] + amounts["Lines to Research"] == 2
    assert price_of(TABLES, skill).total == 9


@pytest.mark.rule("SF-BUILD-06")
def test_the_archbishop_pays_for_each_line_once() -> None:
    skill = skill_of(TABLES, sample_entry(TABLES, TABLES.sample("Archbishop of York")))
    chains = builds(diagram_of(TABLES.boxes, TABLES.lines), boxes_of(TABLES, skill))
    crossed = [line for chain in chains for step in chain[0].steps for line in step.crossed]
    assert len(crossed) == len(set(crossed)) == 9
