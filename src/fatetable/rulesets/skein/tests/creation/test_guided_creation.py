"""A player character, an animal and a warband of Skein made in the terminal, answer by answer."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec
from click.testing import CliRunner

from fatetable.adapters.cli.chosen_ruleset import ruleset_with
from fatetable.adapters.cli.dialogs.guided_creation import Guide
from fatetable.builder.layout import lay_out
from fatetable.builder.sheet_files import read_sheet, write_sheet
from fatetable.engine.words import Words
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets.skein.book.lexicon import LEXICON
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.procedure import creation
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES

TALES = [
    *("Born on a ferry.", "Ferry Child"),
    *("The battle at the Ford", "I watched.", "Saw Too Much at the Ford"),
    *("I sang for a king.", "The King's Own Voice"),
    *("We fled together.", "Ilfrin Owes Me", "Ilfrin, Hesk"),
]
OATH = ["I Will Not Sing for Him Again", "", "The king's cook"]
SKILLS = [
    "hand out",
    *("performance", "charm", "empathy"),
    *("glamour", "awareness", "lore", "The Fae"),
    *("wealth", "agility", "languages", "deception"),
    *("gaming", "stealth", "willpower", "profession", "harper", "riding"),
]
LANGUAGES = ["River speech", "Coastal", "Runes", ""]
STUNTS = [
    *("take", "fae-blooded", "1", "", "y"),
    *("take", "elegant"),
    *("take", "extra refresh"),
    *("take", "song of battle", "3", "", "y"),
    *("compose: special", "Lullaby", "Performance", "the listener is tired", "no", "no", "y"),
    "",
]
FOLLOWERSS = [
    "Harper",
    *("musical instrument (cost 2)", "work/travel", ""),
    *("embroidered", "something else", "A ring (cost 2)", ""),
]


def game() -> Ruleset:
    return msgspec.structs.replace(ruleset_with(None), creation=creation(TABLES, Dials()), ladder=Ladder.of({}))


def made(kind: str, lines: Sequence[str]) -> tuple[Sheet, str]:
    @click.command()
    def guide() -> None:
        ruleset = game()
        sheet = Guide(ruleset, ruleset.creation.blank(kind), in_colour=False).run()
        click.echo(f"SHEET{write_sheet(sheet)}")

    result = CliRunner().invoke(guide, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    shown, _, sheet = result.output.partition("SHEET")
    return read_sheet(sheet), shown


def test_skills_can_be_taken_as_a_ready_made_spread() -> None:
    no_languages, no_stunts, no_belongings = ["", "", "", ""], ["", "n"], ["", "", ""]
    lines = ["Talan", "Thin.", *TALES, *OATH, "Never Sleeps Alone", "captain"]
    sheet, _ = made("hero", [*lines, *no_languages, *no_stunts, *no_belongings, ""])
    assert sheet.traits == sample(TABLES, "Brannoc of the Ford").traits


def test_a_player_character_is_made_from_tales_to_belongings() -> None:
    lines = ["Talan", "Thin.", *TALES, *OATH, "Never Sleeps Alone", *SKILLS, *LANGUAGES, *STUNTS, *FOLLOWERSS]
    sheet, shown = made("hero", lines)
    assert problems(TABLES, sheet, Dials()) == game().creation.problems(sheet)
    assert [problem for problem in problems(TABLES, sheet, Dials()) if problem.severity == "error"] == []
    assert sheet.aspects == {
        "tale-1": "Ferry Child",
        "tale-2": "Saw Too Much at the Ford",
        "tale-3": "The King's Own Voice",
        "tale-4": "Ilfrin Owes Me",
        "oath": "I Will Not Sing for Him Again",
        "free": "Never Sleeps Alone",
    }
    assert sheet.traits["performance"] == 5
    assert sheet.traits["lore [The Fae]"] == 3
    assert sheet.traits["profession [harper]"] == 1
    assert sheet.features == (
        compose(TABLES, "fae-blooded", {"aspect": "tale-1"}),
        compose(TABLES, "elegant", {}),
        compose(TABLES, "extra-refresh", {}),
        compose(TABLES, "song-of-battle", {"aspect": "tale-3"}),
        compose(
            TABLES,
            "specialism",
            {
                "name": "Lullaby",
                "skill": "performance",
                "use": "the listener is tired",
                "narrow": "no",
                "strong": "no",
            },
        ),
    )
    assert sheet.numbers == {"health": 3, "composure": 4, "refresh": 6}
    assert sheet.lists["items"] == ("Embroidered Robe", "A ring (cost 2)")
    assert "Step 13 of 13: Belongings" in shown
    assert "Further items, none dearer than that: 2" in shown
    assert "Lore [The Fae]: +3" in shown


def test_an_animal_is_made_from_numbers_and_stunts() -> None:
    lines = ["Badger", "Badger", "2", "3", "3", "2", "2", "2", "take", "natural weapons", ""]
    sheet, shown = made("animal", lines)
    assert problems(TABLES, sheet, Dials()) == ()
    assert sheet.traits == {"awareness": 3, "brawling": 3, "survival": 2, "agility": 2, "stealth": 2, "strength": 2}
    assert sheet.numbers == {"stress": 4, "absorption": 0, "damage": 2}
    assert "Stress: 4" in shown


def test_a_warband_is_made_from_a_number_a_skill_and_arms() -> None:
    lines = ["Raiders", "Drunk on Victory", "", "", "", "8", "2", "battleaxe", ""]
    sheet, shown = made("warband", lines)
    assert problems(TABLES, sheet, Dials()) == ()
    assert (sheet.traits, sheet.numbers) == ({"combat-skill": 2}, {"size": 8})
    assert sheet.lists == {"gear": ("Battleaxe",)}
    assert "Stress of each member: 2" in shown


def test_a_sheet_is_laid_out_with_the_names_of_skills_and_lists() -> None:
    page = lay_out(sample(TABLES, "Sunnifa Stonecutter"), creation(TABLES, Dials()), Ladder.of({}), Words(LEXICON))
    sections = {section.title: [row.label for row in section.rows] for section in page.sections}
    assert page.kind == "Player character"
    assert sections["Skills"][0] == "Rune Magic"
    assert "Lore [Old Inscriptions]" in sections["Skills"]
    assert {"Alphabets", "Gear of the occupation", "Further items"} <= set(sections["Abilities"])
    assert {"Health", "Composure", "Refresh Rate"} <= set(sections["Figures"])


def test_every_ready_made_sheet_survives_a_file() -> None:
    for sheet in creation(TABLES, Dials()).samples:
        assert read_sheet(write_sheet(sheet)) == sheet
