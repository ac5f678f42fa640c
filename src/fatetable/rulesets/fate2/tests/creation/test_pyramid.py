"""Ranks and the pyramid of skills, against the book's own figures and against every pyramid there is."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from fatetable.builder.drafts import fill
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.ranks import RankRules, together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import rank_rules, traits_of
from fatetable.rulesets.fate2.tests.support.making import (
    HER_SKILLS,
    SYBIL,
    advice,
    errors,
    life,
    phase,
    problems,
    procedure,
    tables,
)

LEVELS = ("Average", "Fair", "Good", "Great", "Superb", "Epic", "Legendary")
FIRST = ("brawler", "bluff", "hide", "sneak")


def rules(**dials: Any) -> RankRules:
    return rank_rules(tables(**dials), Dials(**dials))


def marks(*counts: int) -> dict[str, int]:
    """So many skills with one mark, with two, with three and so on."""
    return {f"{number} {at}": number for number, count in enumerate(counts, start=1) for at in range(count)}


def finished(sheet: Sheet) -> Sheet:
    return procedure(HER_SKILLS).finish(sheet)


# -- what ranks buy ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-PYR-02")
@pytest.mark.parametrize(("ranks", "level"), list(enumerate(LEVELS, start=1)))
def test_the_first_rank_makes_a_skill_average_and_each_more_raises_it_a_step(ranks: int, level: str) -> None:
    rating = rules().rating("brawler", ranks)
    assert tables().ladder.word(rating) == level
    assert rating == ranks - 1


@pytest.mark.rule("F2-PYR-02")
def test_skills_come_from_the_list_of_the_campaign_or_with_consent() -> None:
    assert errors(life(phase("Fop", *FIRST[:3], "snooker")), phases=1) == [
        ("unknown-skill", "entries.phases.0.numbers.snooker")
    ]
    own = life(phase("Fop", *FIRST[:3], "other [Snooker]"))
    assert errors(own, phases=1) == []
    assert errors(own, phases=1, own_skills="never") == [
        ("unknown-skill", "entries.phases.0.numbers.other [Snooker]"),
    ]


@pytest.mark.rule("F2-PYR-01")
def test_ranks_go_into_skills_or_into_extras() -> None:
    assert errors(life(phase("Fop", *FIRST[:3], extras=1)), phases=1) == []
    assert errors(life(phase("Fop", *FIRST[:1], extras=3)), phases=1) == []


@pytest.mark.rule("F2-PYR-03", "F2-PYR-01")
@pytest.mark.parametrize(
    ("skills", "extras", "code"),
    [(3, 0, "ranks-left"), (2, 1, "ranks-left"), (4, 1, "ranks-too-many"), (0, 5, "ranks-too-many")],
)
def test_a_phase_has_exactly_four_ranks(skills: int, extras: int, code: str) -> None:
    assert errors(life(phase("Fop", *FIRST[:skills], extras=extras)), phases=1) == [
        (code, "entries.phases.0.numbers"),
    ]


@pytest.mark.rule("F2-PYR-03", "F2-META-02")
def test_a_campaign_may_have_another_number_of_ranks() -> None:
    assert errors(life(phase("Fop", *FIRST[:2])), phases=1, ranks_per_phase=2) == []
    assert errors(life(phase("Fop", *FIRST)), phases=1, ranks_per_phase=2) == [
        ("ranks-too-many", "entries.phases.0.numbers")
    ]
    [ranks] = [
        each.ranks
        for step in procedure(phases=1, ranks_per_phase=6).steps(life())
        for each in step.inputs
        if each.path == "entries.phases.0.numbers" and hasattr(each, "ranks")
    ]
    assert ranks == 6


@pytest.mark.rule("F2-PYR-04")
def test_what_was_not_bought_is_mediocre_and_can_be_rolled() -> None:
    sheet = procedure().finish(life(phase("Fop", "brawler", "brawler", "bluff", "hide")))
    hero = Actor(id=ActorId("fop"), sheet=sheet)
    held = {trait.id: trait.rating for trait in traits_of(tables(), hero)}
    assert [held[skill] for skill in ("brawler", "bluff", "hide")] == [1, 0, 0]
    unlearnt = {skill: rating for skill, rating in held.items() if skill not in sheet.traits}
    assert len(unlearnt) > 40
    assert set(unlearnt.values()) == {-1}
    assert tables().ladder.word(held["lore"]) == "Mediocre"


# -- the pyramid ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-PYR-05", "F2-PYR-07")
@pytest.mark.parametrize(
    ("counts", "is_balanced"),
    [
        ((4,), True),
        ((4, 2), True),
        ((3, 3, 1), False),
        ((5, 2, 1), True),
        ((2, 2), False),
        ((3, 2, 2), False),
        ((4, 3, 2), True),
        ((4, 3, 2, 1), True),
        ((5, 2, 2), False),
        ((6, 0, 1), False),
        ((0, 1), False),
    ],
)
def test_each_level_needs_one_skill_more_on_the_level_below(counts: tuple[int, ...], is_balanced: bool) -> None:
    assert (not rules().gaps(marks(*counts))) is is_balanced


@pytest.mark.rule("F2-PYR-07")
def test_marks_are_ranks_and_three_rows_show_what_is_missing() -> None:
    assert rules().ratings(marks(1, 1, 1)) == {"1 0": 0, "2 0": 1, "3 0": 2}
    gaps = rules().gaps(marks(3, 3, 1))
    assert [(gap.level, gap.number, gap.below, gap.needed) for gap in gaps] == [(1, 3, 3, 4)]
    spoilt = (*SYBIL[:2], phase("Gypsy", "knife", "bluff", "alertness", "move-silently"))
    told = [each.message for each in problems(life(*spoilt), HER_SKILLS, phases=3) if each.severity == "error"]
    assert told == ["3 at Fair (+1) needs 4 at Average (+0), and there is 3."]


@pytest.mark.rule("F2-PYR-06", "F2-CHAR-06")
def test_the_pyramid_is_checked_at_the_end_of_every_phase() -> None:
    early = (phase("Fop", "brawler", "brawler", "bluff", "bluff"), phase("Fop", "hide", "sneak", "spot", "charm"))
    assert errors(life(*early), phases=2) == [("pyramid-unbalanced", "entries.phases.0.numbers")]
    late = (phase("Fop", "brawler", "brawler", "bluff", "hide"), phase("Fop", "bluff", "sneak", "spot", "charm"))
    assert finished(life(*early)).traits == finished(life(*late)).traits
    assert errors(life(*late), phases=2) == []


@pytest.mark.rule("F2-PYR-06")
def test_within_a_phase_it_may_be_broken_for_a_moment() -> None:
    draft = life(phase("Fop", "brawler", "brawler"))
    assert ("pyramid-unbalanced", "entries.phases.0.numbers") in errors(draft, phases=1)
    for skill in ("bluff", "hide"):
        draft = fill(draft, f"entries.phases.0.numbers.{skill}", 1)
    assert errors(draft, phases=1) == []


@pytest.mark.rule("F2-PYR-08")
def test_what_would_carry_a_skill_is_named_its_own_kind_first_then_learning() -> None:
    draft = life(phase("Soldier", "footman", "footman", "footman", "knight"))
    [support] = [each for each in problems(draft, phases=1) if each.code == "support"]
    assert support.where == "entries.phases.0.numbers"
    assert support.message == "Good support at Fair would be Knight."
    narrow = life(phase("Fop", "bluff", "bluff", "charm", "charm"))
    [first] = [each.message for each in problems(narrow, phases=1) if each.code == "support"]
    assert first == "Good support at Average would be Gossip, Intimidate, Leadership."
    only_two: dict[str, Any] = {
        **dict.fromkeys(("social", "combat_skills", "professional"), "none"),
        "academic": "broad",
    }
    alone = life(phase("Sage", "lore", "lore", "hide", "hide"))
    [learnt] = [each.message for each in problems(alone, phases=1, **only_two) if each.code == "support"]
    assert learnt == "Good support at Average would be Languages, Research, Teaching."
    assert advice(life(*SYBIL), HER_SKILLS) == []


# -- every pyramid there is -------------------------------------------------------------------------------------------

Counts = tuple[int, ...]


def balanced(counts: Counts, more: int = 1) -> bool:
    """Said otherwise than the engine says it: from the top down, each row against the one below."""
    rows = zip(counts[1:], counts, strict=False)
    return all(below >= above + more for above, below in rows if above)


def learn(counts: Counts) -> Iterator[Counts]:
    """Every pyramid with one rank more: a new skill, or one on some level raised."""
    yield (counts[0] + 1, *counts[1:])
    for level, number in enumerate(counts[:-1]):
        if number:
            yield (*counts[:level], number - 1, counts[level + 1] + 1, *counts[level + 2 :])


def lived(before: Iterable[Counts], ranks: int, more: int) -> frozenset[Counts]:
    found = frozenset(before)
    for _ in range(ranks):
        found = frozenset(after for counts in found for after in learn(counts))
    return frozenset(counts for counts in found if balanced(counts, more))


@functools.cache
def reachable(phases: int, more: int = 1) -> frozenset[Counts]:
    return lived(reachable(phases - 1, more) if phases else (), 4, more) if phases else frozenset({(0,) * 7})


@pytest.mark.rule("F2-PYR-05", "F2-PYR-10")
@pytest.mark.parametrize(("structure", "more"), [("pyramid", 1), ("column", 0)])
def test_the_engine_agrees_with_a_count_from_the_top_down(structure: str, more: int) -> None:
    judge = rules(skill_structure=structure)
    shapes = {(a, b, c, d) for a in range(6) for b in range(5) for c in range(4) for d in range(3)}
    assert len(shapes) == 360
    wrong = [counts for counts in shapes if (not judge.gaps(marks(*counts))) is not balanced(counts, more)]
    assert wrong == []


@pytest.mark.rule("F2-PYR-09")
@pytest.mark.parametrize(
    ("structure", "ranks"),
    [("pyramid", (1, 4, 10, 20, 35, 56, 84)), ("column", (1, 3, 6, 10, 15, 21, 28))],
)
def test_the_cheapest_support_of_one_skill(structure: str, ranks: tuple[int, ...]) -> None:
    judge = rules(skill_structure=structure)
    for top, cost in enumerate(ranks):
        counts = [top + 1 - level if structure == "pyramid" else 1 for level in range(top + 1)]
        whole = marks(*counts)
        assert sum(whole.values()) == cost
        assert judge.gaps(whole) == ()
        for level in range(top):
            thinner = [count - (at == level) for at, count in enumerate(counts)]
            assert judge.gaps(marks(*thinner))


@pytest.mark.rule("F2-PYR-09")
@pytest.mark.parametrize(("level", "phase_number"), list(enumerate((1, 1, 3, 5, 9, 15))))
def test_the_first_phase_that_reaches_a_level(level: int, phase_number: int) -> None:
    assert any(counts[level] for counts in reachable(phase_number))
    assert not any(counts[level] for before in range(1, phase_number) for counts in reachable(before))


@pytest.mark.rule("F2-PYR-10")
def test_a_column_needs_only_as_many_below_and_is_checked_at_the_end_of_each_phase() -> None:
    steep = (phase("Duke", "bluff", "bluff", "hide", "spot"), phase("Duke", "bluff", "hide", "charm", "lie"))
    assert errors(life(*steep), phases=2, skill_structure="column") == []
    assert [code for code, _ in errors(life(*steep), phases=2)] == ["pyramid-unbalanced"]
    spike = life(phase("Duke", "bluff", "bluff", "bluff", "hide"))
    assert ("column-unbalanced", "entries.phases.0.numbers") in errors(spike, phases=1, skill_structure="column")
    first = [
        next(number for number in range(1, 9) if any(row[level] for row in reachable(number, 0)))
        for level in range(1, 5)
    ]
    assert first == [1, 2, 3, 4]


@pytest.mark.rule("F2-PYR-12")
def test_the_shorthand_costs_four_ranks_a_phase_balances_and_is_the_best_there_is() -> None:
    spreads = tables().spreads
    assert [spread.phases for spread in spreads] == list(range(1, 16))
    before: tuple[int, ...] = ()
    for spread in spreads:
        learnt = marks(*spread.skills)
        assert sum(learnt.values()) == 4 * spread.phases
        assert rules().gaps(learnt) == ()
        counts = (*spread.skills, *(0,) * (7 - len(spread.skills)))
        assert max(reachable(spread.phases), key=lambda row: row[::-1]) == counts
        rows = sorted(learnt.values(), reverse=True)
        assert all(now >= then for now, then in zip(rows, before, strict=False))
        before = tuple(rows)


# -- difficult skills and pyramids apart ------------------------------------------------------------------------------


@pytest.mark.rule("F2-PYR-11", "F2-META-02")
@pytest.mark.parametrize(("begins", "ranks"), [("mediocre", 1), ("poor", 2), ("terrible", 3), ("abysmal", 4)])
def test_a_difficult_skill_needs_more_ranks_to_become_average(begins: str, ranks: int) -> None:
    judge = rules(magic="stunts", magic_skills_begin=begins)
    assert judge.rating("pyromancy", ranks) == 0
    assert judge.rating("pyromancy", 0) == -ranks
    assert judge.rating("bluff", 1) == 0


@pytest.mark.rule("F2-PYR-11", "F2-PYR-04")
def test_below_average_it_neither_needs_nor_gives_support() -> None:
    judge = rules(magic="stunts", magic_skills_begin="terrible")
    assert judge.gaps({"pyromancy": 2}) == ()
    assert judge.gaps({"bluff": 2, "hide": 1, "pyromancy": 2}) != ()
    assert judge.gaps({"bluff": 2, "hide": 1, "pyromancy": 3}) == ()
    dials: dict[str, Any] = {"magic": "stunts", "magic_skills_begin": "terrible"}
    hero = Actor(id=ActorId("fop"), sheet=procedure(**dials).finish(life(phase("Fop", *FIRST))))
    held = {trait.id: trait.rating for trait in traits_of(tables(**dials), hero)}
    assert held["pyromancy"] == -3


SUITES = """
[[skill]]
id = "fire"
name = "Fire"
category = "magical"
pyramid = "Magic"

[[skill]]
id = "water"
name = "Water"
category = "magical"
pyramid = "Magic"

[[skill]]
id = "luck"
name = "Luck"
category = "magical"
pyramid = "none"

[[skill]]
id = "summoning"
name = "Summoning"
category = "magical"
asks = "Of whom"
pyramid = "none"
"""


@pytest.mark.rule("F2-EXT-06")
def test_special_skills_stand_in_a_pyramid_of_their_own_or_in_none() -> None:
    own = {"skills": SUITES}
    assert errors(life(phase("Witch", "fire", "fire", "bluff", "hide")), own, phases=1) == [
        ("pyramid-unbalanced", "entries.phases.0.numbers")
    ]
    assert errors(life(phase("Witch", "fire", "fire", "water", "water")), own, phases=1) != []
    assert errors(life(phase("Witch", "luck", "luck", "luck", "luck")), own, phases=1) == []
    imps = life(phase("Witch", *("summoning [Imps]",) * 4))
    assert errors(imps, own, phases=1) == []
    assert errors(life(phase("Witch", "bluff", "bluff", "luck", "luck")), own, phases=1) != []
    plain = {"skills": SUITES.replace('pyramid = "Magic"', "")}
    assert errors(life(phase("Witch", "fire", "fire", "bluff", "hide")), plain, phases=1) == []


@pytest.mark.rule("F2-PYR-01")
def test_ranks_of_extras_count_in_the_sum_and_not_in_the_pyramid() -> None:
    sheet = finished(life(*(phase("Fop", "bluff", extras=3), phase("Fop", "bluff", "hide", "spot", "lie"))))
    assert sheet.traits == {"bluff": 1, "hide": 0, "lie": 0, "spot": 0}
    assert together(each.numbers for each in sheet.entries["phases"]) == {"bluff": 2, "hide": 1, "spot": 1, "lie": 1}
    assert errors(sheet, phases=2) == []
