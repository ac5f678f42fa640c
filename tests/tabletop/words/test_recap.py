"""A recap tells what one seat knows: scenes, rolls in one line, points, harm and milestones, and nothing undone."""

from __future__ import annotations

import pytest

from fatetable import rulesets
from fatetable.adapters.recap_markdown import to_markdown
from fatetable.engine.opening import Rewind
from fatetable.engine.speaking import Say
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.journal.handouts import ShowHandout, WriteHandout
from fatetable.mechanics.journal.state import HANDOUTS
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene, StartSession
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.table import Table
from fatetable.tabletop.words import recap as recaps
from fatetable.tabletop.words.recap import recap

NOON = 1_700_000_000
"""2023-11-14 22:13 UTC."""


def played(name: str) -> Table:
    return run(read_playthrough(rulesets.playthroughs("fae")[name], name)).table


def told(table: Table, seat: str = "ana", *, since_session: bool = False) -> str:
    return to_markdown(recap(table, seat, since_session=since_session))


def test_a_conflict_is_told_with_its_aspects_rolls_points_and_harm() -> None:
    text = told(played("conflict-on-the-quay"))
    assert "### Scene 1: The quay\n\nAspects: *Slick Wet Planks*, *Stacked Powder Kegs*" in text
    assert (
        "- Voltaire: Attack on Veld with Flashy (+3) and Swashbuckling Swordswoman (+2): "
        "Superb (+5) vs Veld's Fair (+2). Success with style (+3).\n"
    ) in text
    assert "- Reth pays 1 fate point (invoked My Kung Fu Is The Strongest).\n" in text
    assert "- Veld takes a mild consequence: “Slashed Sword Arm”\n" in text
    assert "- Gang of Thugs are taken out.\n" in text
    assert "- Veld concedes.\n" in text


def test_milestones_are_told_and_a_recap_can_begin_with_the_last_session() -> None:
    table = played("two-evenings")
    whole, last = told(table), told(table, since_session=True)
    assert "- Milestone reached: minor.\n" in whole
    assert ("## Session 1" in whole, "## Session 1" in last) == (True, False)
    assert "## Session 2" in last
    assert whole.endswith(last.partition("## Session 2")[2])


@pytest.mark.parametrize("ruleset", rulesets.folders())
def test_every_playthrough_can_be_told_to_every_seat(ruleset: str) -> None:
    for name, script in rulesets.playthroughs(ruleset).items():
        table = run(read_playthrough(script, name)).table
        for seat in table.state.slices["seats"]:
            assert "### Scene 1" in told(table, seat)


def opened() -> Table:
    table = Table.open("fae", {"gm": "gm", "ana": "player", "bo": "player"}, title="<b>Friday</b>")
    table.send("gm", StartSession(), at=NOON)
    table.send("gm", StartScene("A [mill](http://x) at night"), at=NOON + 60)
    return table


def test_times_are_told_where_they_were_written_down() -> None:
    text = told(opened())
    assert "## Session 1 (2023-11-14 22:13 UTC)" in text
    assert "(2023-11-14 22:14 UTC)" in text
    assert "UTC" not in told(played("compels"))


def test_what_people_wrote_is_never_markup() -> None:
    table = opened()
    table.send("gm", PlaceAspect(words="*Dark* `and` <i>cold</i>\\: #1"))
    text = told(table)
    assert "# \\<b\\>Friday\\</b\\>" in text
    assert "A \\[mill\\](http\\://x) at night" in text
    assert "*\\*Dark\\* \\`and\\` \\<i\\>cold\\</i\\>\\\\\\: \\#1*" in text


def test_a_seat_is_told_only_what_it_knows() -> None:
    table = opened()
    table.send("gm", PlaceAspect(words="Trapdoor", is_hidden=True))
    table.send("gm", WriteHandout("The ransom note"))
    (entry,) = table.state.get(HANDOUTS)
    table.send("gm", ShowHandout(entry, ("ana",)))  # type: ignore[arg-type]
    assert "Trapdoor" in told(table, "gm")
    assert "Trapdoor" not in told(table, "ana")
    assert ["The ransom note" in told(table, seat) for seat in ("ana", "bo")] == [True, False]


def test_what_was_undone_and_what_was_said_are_left_out() -> None:
    table = opened()
    before = table.state.seq
    table.send("gm", PlaceAspect(words="Locked Door"))
    table.send("ana", Say("I kick it in"))
    table.send("gm", Rewind(before))
    table.send("gm", PlaceAspect(words="Open Door"))
    text = told(table)
    assert "Open Door" in text
    assert "Locked Door" not in text
    assert "kick" not in text


def test_of_a_very_long_log_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened()
    table.send("gm", EndScene())
    table.send("gm", StartScene("The end"))
    monkeypatch.setattr(recaps, "MOST_RECORDS", 1)
    text = told(table)
    assert "The beginning of this long game is left out." in text
    assert "The end" in text
    assert "at night" not in text


@pytest.mark.parametrize("kept", range(1, 12))
def test_a_table_that_went_back_to_before_the_part_that_is_told_is_told_rightly(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened()
    before = table.state.seq
    table.send("gm", PlaceAspect(words="Locked Door"))
    table.send("gm", PlaceAspect(words="Barred Window"))
    table.send("gm", Rewind(before))
    table.send("gm", EndScene())
    table.send("gm", StartScene("Elsewhere"))
    monkeypatch.setattr(recaps, "MOST_RECORDS", kept)
    text = told(table)
    assert "Elsewhere" in text
    assert "Locked Door" not in text
    assert "Barred Window" not in text
