"""The wound track: which row a margin marks, what full rows do, and what wounds take off."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.taking_sides import LeaveConflict
from fatetable.mechanics.harm.penalties import penalties
from fatetable.mechanics.harm.state import TAKEN_OUT, Wound
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.combat import harm_rules
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import KINDS
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, WATCH = ActorId("cyrus"), ActorId("city-watch")


def fight(**dials: Any) -> Game:
    g = Game(foes=("City Watch",), **dials)
    g.fight_by_turns()
    return g


def marked(*margins: int, **dials: Any) -> list[str]:
    """The rows that blows of these margins have marked."""
    g = fight(**dials)
    for margin in margins:
        g.blow(margin)
    return g.rows("city-watch")


@pytest.mark.rule("F2-WND-01", "F2-COMB-03", "F2-COMB-02")
@pytest.mark.parametrize(
    ("margin", "rows"),
    [(-1, []), (0, []), (1, ["Clipped"])]
    + [(margin, ["Hurt"]) for margin in (2, 3, 4)]
    + [(margin, ["Injured"]) for margin in (5, 6)]
    + [(margin, ["Taken Out"]) for margin in (7, 8, 10)],
)
def test_the_margin_of_the_better_roll_marks_its_row(margin: int, rows: list[str]) -> None:
    g = fight()
    g.blow(margin)
    assert g.rows("city-watch") == rows
    assert g.rows("cyrus") == []
    assert (g.condition("city-watch").out == TAKEN_OUT) == (margin >= 7)


@pytest.mark.rule("F2-WND-01")
def test_every_character_has_the_track_of_the_book() -> None:
    harm = harm_rules(read_tables(), Dials())
    for kind in set(KINDS) - {"organisation"}:
        rows = [(row.name, row.least, row.boxes) for row in harm[kind].rows(None)]  # type: ignore[arg-type]
        assert rows == [("Scratched", 0, 0), ("Clipped", 1, 2), ("Hurt", 2, 2), ("Injured", 5, 2), ("Taken Out", 7, 1)]


@pytest.mark.rule("F2-WND-02", "F2-COMB-04")
def test_a_full_row_passes_the_mark_on_until_somebody_is_taken_out() -> None:
    """F2-EX-42; the book speaks of three boxes of Hurt and prints two."""
    assert marked(2, 2, 2) == ["Hurt", "Hurt", "Injured"]
    assert marked(2, 2, 2, 2, 2) == ["Hurt", "Hurt", "Injured", "Injured", "Taken Out"]
    assert marked(5, 5, 5) == ["Injured", "Injured", "Taken Out"]


@pytest.mark.rule("F2-WND-14")
def test_without_overflow_a_full_row_takes_no_mark_and_only_seven_takes_out() -> None:
    assert marked(2, 2, 2, 5, 5, 5, wound_overflow=False) == ["Hurt", "Hurt", "Injured", "Injured"]
    assert marked(5, 5, 7, wound_overflow=False) == ["Injured", "Injured", "Taken Out"]


@pytest.mark.rule("F2-WND-13")
@pytest.mark.parametrize(("dial", "margin", "row"), [("hurt_boxes", 2, "Hurt"), ("injured_boxes", 5, "Injured")])
@pytest.mark.parametrize("boxes", [1, 3])
def test_a_campaign_may_have_more_or_fewer_boxes(dial: str, margin: int, row: str, boxes: int) -> None:
    rows = marked(*[margin] * (boxes + 1), **{dial: boxes})
    assert (rows.count(row), len(rows)) == (boxes, boxes + 1)


@pytest.mark.rule("F2-WND-13")
def test_so_many_clips_are_held_as_the_campaign_says() -> None:
    assert marked(1, 1, clipped_boxes=1) == ["Clipped", "Hurt"]
    assert marked(1, 1, 1, clipped_boxes=3) == ["Clipped"] * 3


# -- penalties ---------------------------------------------------------------------------------------------------------


def off(clipped: int, hurt: int, injured: int) -> int:
    rows = harm_rules(read_tables(), Dials())["hero"].rows(None)  # type: ignore[arg-type]
    marks = {"Clipped": clipped, "Hurt": hurt, "Injured": injured}
    wounds = tuple(Wound(row, since=1) for row, number in marks.items() for _ in range(number))
    return sum(part.amount for part in penalties(rows, wounds, 2))


@pytest.mark.rule("F2-WND-03", "F2-WND-04", "F2-WND-05", "F2-WND-06")
def test_penalties_of_rows_add_up_and_only_injuries_count_each() -> None:
    for clipped, hurt, injured in product(range(3), repeat=3):
        assert off(clipped, hurt, injured) == -(clipped > 0) - (hurt > 0) - injured
    assert off(2, 2, 2) == -4, "the most there is"


@pytest.mark.rule("F2-WND-04", "F2-WND-05", "F2-WND-06")
def test_wounds_are_taken_off_rolls_of_every_kind() -> None:
    g = fight()
    g.blow(2, by="city-watch", to="cyrus")
    g.blow(5, by="city-watch", to="cyrus")
    g.come_to("cyrus")
    g.do("ana", Overcome(actor=CYRUS, trait="running", description="leaps up"))
    parts = {part.label: part.amount for part in g.roll.efforts[0].modifiers}
    assert (parts["Hurt"], parts["Injured"]) == (-1, -1)


@pytest.mark.rule("F2-WND-03", "F2-COMB-17")
def test_by_turns_clipped_counts_for_the_next_attack_alone() -> None:
    g = fight()
    g.blow(1, by="city-watch", to="cyrus")
    g.come_to("city-watch")
    g.do("gm", Attack(actor=WATCH, target=CYRUS, trait="watchman", description="strikes"))
    g.answer("ana", "defend", "defend", trait="footman", description="parries")
    assert g.roll.efforts[1].fixed == 3, "not for a defence"
    g.throw_for(-1)
    g.come_to("cyrus")
    g.do("ana", Overcome(actor=CYRUS, trait="footman", description="cuts the rope"))
    assert g.roll.efforts[0].fixed == 3, "not for anything else"
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    g.everyone_passes()
    assert g.rows("cyrus") == ["Clipped"]
    g.come_to("cyrus")
    g.do("ana", Attack(actor=CYRUS, target=WATCH, trait="footman", description="strikes"))
    assert g.roll.efforts[0].fixed == 2
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw_for(-1)
    assert g.rows("cyrus") == [], "it has been suffered"


@pytest.mark.rule("F2-WND-04", "F2-WND-05")
def test_with_the_scene_go_all_but_injuries() -> None:
    g = Game(foes=("City Watch", "Caravan Guard"))
    g.fight_by_turns()
    for margin in (1, 2, 5, 7):
        g.blow(margin)
    g.do("gm", LeaveConflict(ActorId("caravan-guard")))
    g.do("gm", EndScene())
    assert g.rows("city-watch") == ["Injured"]
    assert not g.condition("city-watch").out


@pytest.mark.rule("F2-WND-08")
def test_the_gm_rules_that_a_wound_does_not_hinder_here() -> None:
    g = Game()
    g.choose("gm", "Mark a wound of Cyrus", row="Injured", words="a broken leg", reason="the fall")
    g.do("ana", Overcome(actor=CYRUS, trait="gossip", description="listens from his bed"))
    assert g.refused("ana", Disallow(g.roll.id, 0, "Injured")) == "gm-only"
    assert g.roll.efforts[0].fixed == -1
    g.do("gm", Disallow(g.roll.id, 0, "Injured"))
    assert g.roll.efforts[0].fixed == 0


@pytest.mark.rule("F2-COMB-19")
def test_a_debate_is_fought_as_a_fight_is() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns(kind="debate")
    g.blow(2)
    assert (g.conflict.kind, g.rows("city-watch")) == ("debate", ["Hurt"])
