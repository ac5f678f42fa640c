"""Parts and ranks in the terminal: added, changed, moved and dropped; spent one after the other and shown in levels."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec
import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.chosen_ruleset import ruleset_with
from fatetable.adapters.cli.dialogs.asking_ranks import ask_ranks
from fatetable.adapters.cli.dialogs.guided_creation import Guide
from fatetable.builder.sheet_files import read_sheet, write_sheet
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import CreationProcedure, RanksInput
from fatetable.mechanics.characters.ranks import RankRules
from fatetable.mechanics.characters.sheet import Entry, Sheet
from tests.builder.phased_ruleset import LADDER, PROFESSOR, SKILLS, SYBIL, phase, procedure

SPENT = {"healing": 1, "knife": 2, "riding": 1}


def answered(made: CreationProcedure, start: Sheet, lines: Sequence[str]) -> tuple[Sheet, str]:
    game = msgspec.structs.replace(ruleset_with(None), creation=made, ladder=LADDER)

    @click.command()
    def guide() -> None:
        click.echo(f"SHEET{write_sheet(Guide(game, start, in_colour=False).run())}")

    result = CliRunner().invoke(guide, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    shown, _, written = result.output.partition("SHEET")
    return read_sheet(written), shown


@pytest.fixture
def blank() -> Sheet:
    return procedure(2).blank("hero")


def test_phases_are_asked_one_after_the_other_and_ranks_show_the_levels_they_make(blank: Sheet) -> None:
    one = ["She grew up.", "Herbalist", "Knife", "Heal", "Herb", "Alert"]
    two = ["She ran away.", "Gypsy", "Knife", "Bluff", "Pickp", "Heal"]
    sheet, shown = answered(procedure(2), blank, ["Sybil", *one, *two, ""])
    assert [entry.name for entry in sheet.entries["phases"]] == ["Herbalist", "Gypsy"]
    assert sheet.entries["phases"][1].numbers == {"knife": 1, "bluff": 1, "pickpocket": 1, "healing": 1}
    assert sheet.levels == {"herbalist": 1, "gypsy": 1}
    assert "Step 3 of 4: Phase 2" in shown
    assert "Fair (+1): Knife, Healing\n  Average (+0): Herb Lore, Alertness, Bluff, Pickpocket" in shown


def test_a_phase_out_of_balance_is_asked_again_with_what_is_wrong(blank: Sheet) -> None:
    first = ["", "Herbalist", "Knife", "Knife", "Knife", "Heal"]
    again = ["y", "", "", "1", "Knife", "Heal", "Herb", "Alert"]
    second = ["", "Gypsy", "Knife", "Bluff", "Pickp", "Heal"]
    sheet, shown = answered(procedure(2), blank, ["Sybil", *first, *again, *second, ""])
    assert sheet.entries["phases"][0].numbers == {"knife": 1, "healing": 1, "herb-lore": 1, "alertness": 1}
    assert "1 at Good (+2) needs 2 at Fair (+1), and there is 0." in shown
    assert shown.count("Step 2 of 4") == 1


def test_traits_apart_from_the_pyramid_are_shown_behind_it() -> None:
    rules = RankRules(start=-1, bottom=0, apart={"healing": "Magic", "riding": ""})
    wanted = RanksInput(path="entries.phases.0.numbers", label="Ranks", ranks=4, rules=rules, traits=SKILLS)
    spend = click.Command("spend", callback=lambda: ask_ranks(wanted, SPENT, LADDER.label))
    shown = CliRunner().invoke(spend, input="\n").output
    assert shown.startswith("  Fair (+1): Knife\n  Average (+0): Riding\n  Magic, Average (+0): Healing\n")


def test_what_a_trait_is_for_is_told_while_ranks_are_spent() -> None:
    many = (*SKILLS, *(Choice(f"craft-{number}", f"Craft {number}") for number in range(12)))
    wanted = RanksInput(
        path="entries.phases.0.numbers",
        label="Ranks",
        ranks=1,
        rules=RankRules(),
        traits=many,
        hints={"bluff": "Stories told with a straight face."},
    )
    spend = click.Command("spend", callback=lambda: ask_ranks(wanted, {}, LADDER.label))
    shown = CliRunner().invoke(spend, input="?Bluff\nBluff\n").output
    assert "Stories told with a straight face." in shown


def test_ranks_that_are_spent_can_be_kept() -> None:
    sheet, _ = answered(procedure(5), SYBIL, [""] * 17)
    kept, before = sheet.entries["phases"], SYBIL.entries["phases"]
    assert [(each.name, each.numbers) for each in kept] == [(each.name, each.numbers) for each in before]


def test_a_power_is_built_of_parts_of_parts_and_its_price_is_explained() -> None:
    made = procedure(0)
    built = [
        *("1", "Claws", "Bestial", "3", "n"),
        *("1", "strike", "range", "", ""),
        *("2", "Only by night", ""),
    ]
    sheet, shown = answered(made, made.blank("hero"), ["Reth", *built, ""])
    assert sheet.entries["powers"] == (
        Entry(
            name="Claws",
            kind="power",
            numbers={"rating": 3, "unique": 0},
            texts={"theme": "Bestial"},
            entries={
                "trappings": (Entry(name="strike", kind="trapping", lists={"extras": ("range",)}),),
                "drawbacks": (Entry(name="Only by night", kind="major"),),
            },
        ),
    )
    assert "Cost: 4\n   +3 Rating\n   +2 Strike\n   +1 Strike: range\n   -2 Only by night\n" in shown
    assert "Trappings, 0 so far, 1 to go" in shown


def test_parts_are_changed_moved_and_dropped() -> None:
    made = procedure(0)
    powers = tuple(Entry(name=name, kind="power", numbers={"rating": 1}) for name in ("Claws", "Fangs", "Wings"))
    start = msgspec.structs.replace(made.blank("hero"), name="Reth", entries={"powers": powers})
    move, drop, change = ["2", "1", "3"], ["3", "1"], ["2", "1", "Horns", "-", "2", "n", "", ""]
    sheet, shown = answered(made, start, ["", *move, *drop, *change, ""])
    assert [(power.name, power.numbers["rating"]) for power in sheet.entries["powers"]] == [("Horns", 2), ("Claws", 1)]
    assert "Add: Power" in shown.partition("3. Claws")[2], "there is room again once one is dropped"
    assert "Add: Power" not in shown.partition("3. Wings")[0]


def test_a_part_is_offered_once_unless_it_repeats() -> None:
    made = procedure(0)
    start = msgspec.structs.replace(made.blank("hero"), name="Reth", entries={"powers": (PROFESSOR,)})
    sheet, shown = answered(made, start, ["", "2", "1", "", "", "3", "y", "1", "", "", "", ""])
    assert sheet.entries["powers"] == (PROFESSOR,)
    assert "\n   1 Strike\nTrapping (Enter: none)" in shown


def test_what_a_story_says_is_shown_without_its_control_characters() -> None:
    made = procedure(1)
    start = msgspec.structs.replace(
        made.blank("hero"),
        name="Reth",
        entries={"phases": (phase("Bad \x1b[31m", "Knife", "Hide", "Riding", "Bluff"),)},
    )
    _, shown = answered(made, start, ["", "", "Herbalist", "", "", ""])
    assert "\x1b" not in shown.partition("Step 3")[2]
