"""Guided creation in the terminal asks for whatever a procedure may want: groups of traits, long lists, blanks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
import msgspec
from click.testing import CliRunner, Result

from fatetable.adapters.cli.chosen_ruleset import ruleset_with
from fatetable.adapters.cli.dialogs.guided_creation import Guide
from fatetable.builder.sheet_files import read_sheet, write_sheet
from fatetable.engine.offers import Choice
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    CreationProcedure,
    FeaturesInput,
    FeatureTemplate,
    FlagInput,
    Input,
    Step,
    TemplateField,
    TextInput,
)
from fatetable.mechanics.characters.effects import Catalogued, Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import TraitGroup

CRAFT = TraitGroup("craft", "Craft", "Which craft", ("Glass",))
SKILLS = tuple(Choice(f"skill-{number}", f"Skill {number:02}") for number in range(1, 15))
TALENTS = AllocateInput("traits", "Talents", (Choice("wit", "Wit"),), (3, 2, 1), groups=(CRAFT,))
MANY_TALENTS = AllocateInput("traits", "Talents", SKILLS, (2, 1))
GOODS = tuple(Choice(f"Thing {number:02}") for number in range(1, 15))
SHOPPING = ChooseInput("lists.goods", "Goods", GOODS, repeats=True, own_words=True)
PLAIN = Feature(name="Plain", text="Nothing to fill in.")
STYLE = FeatureTemplate(
    "style",
    "Style: a way of fighting",
    "Fights with {weapon}.",
    (
        TemplateField("weapon", "Weapon"),
        TemplateField("mode", "Mode", (Choice("fast"), Choice("slow")), optional=True),
        TemplateField("motto", "Motto", optional=True),
    ),
)
TRICKS = FeaturesInput("features", "Tricks", (), (PLAIN,), listed=(STYLE,))


def compose(template: str, values: Mapping[str, str]) -> Feature:
    filled = {name: value for name, value in values.items() if value}
    return Feature(name="Style", text=f"Fights with {values['weapon']}.", effects=(Catalogued(template, filled),))


def made_by_answering(wanted: Input, lines: Sequence[str], start: Sheet | None = None) -> tuple[Sheet, Result]:
    """The sheet that comes of a procedure with one input, asked of somebody who types these lines."""
    procedure = CreationProcedure(
        kinds=(Choice("clown", "Clown"),),
        steps=lambda kind: (Step(id="only", title="Only", help="The only step.", inputs=(wanted,)),),
        blank=lambda kind: Sheet(ruleset="tiny", name="Bo", kind=kind),
        problems=lambda sheet: (),
        compose=compose,
        finish=lambda sheet: sheet,
    )
    game = msgspec.structs.replace(ruleset_with(None), creation=procedure, ladder=Ladder.of({}))

    @click.command()
    def guide() -> None:
        sheet = Guide(game, start or procedure.blank("clown"), in_colour=False).run()
        click.echo(f"SHEET{write_sheet(sheet)}")

    result = CliRunner().invoke(guide, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return read_sheet(result.output.partition("SHEET")[2]), result


def test_what_a_choice_of_a_long_list_is_about_is_told_to_whoever_asks() -> None:
    hints = {"skill-3": "What the third is for."}
    wanted = AllocateInput("traits", "Talents", SKILLS, (2, 1), hints=hints)
    sheet, result = made_by_answering(wanted, ["? skill 03", "?4", "3", "4"])
    assert result.output.count("What the third is for.") == 1
    assert "Nothing more is to be said." in result.output
    assert sheet.traits == {"skill-3": 2, "skill-4": 1}


def test_the_beginning_of_several_names_is_answered_with_those_names() -> None:
    sheet, result = made_by_answering(AllocateInput("traits", "Talents", SKILLS, (2, 1)), ["skill 1", "skill 12", "2"])
    assert "That could be Skill 10 or Skill 11 or Skill 12 or Skill 13 or Skill 14." in result.output
    assert sheet.traits == {"skill-12": 2, "skill-2": 1}


def test_a_group_of_traits_is_taken_several_times_under_different_names() -> None:
    sheet, result = made_by_answering(TALENTS, ["craft", "Glass", "craft", "Glass", "craft", "Bone [old]", "wit"])
    assert sheet.traits == {"craft [Glass]": 3, "craft [Bone old]": 2, "wit": 1}
    assert "craft [Glass] has a rating already." in result.output
    assert "Which craft (such as Glass)" in result.output
    assert "Craft [Bone old]: +2" in result.output


def test_ratings_go_to_a_few_of_many_traits_and_a_long_list_is_shown_once() -> None:
    sheet, result = made_by_answering(MANY_TALENTS, ["3", "3", "skill 14"])
    assert sheet.traits == {"skill-3": 2, "skill-14": 1}
    assert result.output.count("14 Skill 14") == 1
    assert "skill-3 has a rating already." in result.output


def test_a_long_list_is_shown_again_on_request() -> None:
    _, result = made_by_answering(MANY_TALENTS, ["1", "what", "?", "2"])
    assert result.output.count("14 Skill 14") == 2
    assert "(? lists them again)" in result.output


def test_ratings_that_are_there_may_be_kept_or_handed_out_again() -> None:
    start = Sheet(ruleset="tiny", name="Bo", kind="clown", traits={"craft [Glass]": 3, "wit": 2})
    kept, result = made_by_answering(TALENTS, [""], start)
    assert kept.traits == start.traits
    assert "keep Craft [Glass] +3, Wit +2" in result.output
    again, _ = made_by_answering(TALENTS, ["1", "wit", "craft", "Glass", "craft", "Bone"], start)
    assert again.traits == {"wit": 3, "craft [Glass]": 2, "craft [Bone]": 1}


def test_entries_are_chosen_one_by_one_repeated_worded_freely_and_dropped() -> None:
    lines = ["thing 02", "thing 02", "thing 05", "something else", "A hat", "drop", "1", ""]
    sheet, result = made_by_answering(SHOPPING, lines)
    assert sheet.lists == {"goods": ("Thing 02", "Thing 05", "A hat")}
    assert "Goods: nothing yet" in result.output
    assert result.output.count("14 Thing 14") == 1


def test_an_option_that_does_not_repeat_is_offered_once() -> None:
    wanted = ChooseInput("lists.goods", "Goods", (Choice("Hat"), Choice("Stick")), "Pack")
    sheet, result = made_by_answering(wanted, ["hat", "hat", "stick", ""])
    assert sheet.lists == {"goods": ("Hat", "Stick")}
    assert "Type a number from 1 to 2" in result.output


def test_nothing_chosen_leaves_no_list_behind() -> None:
    sheet, _ = made_by_answering(SHOPPING, ["1", "drop", "1", ""])
    assert sheet.lists == {}


def test_a_listed_feature_asks_for_its_blanks_and_lets_optional_ones_go() -> None:
    sheet, result = made_by_answering(TRICKS, ["take", "style", "two daggers", "", "", "y", "take", "plain", ""])
    style, plain = sheet.features
    assert style.effects == (Catalogued("style", {"weapon": "two daggers"}),)
    assert plain == PLAIN
    assert "Fights with two daggers." in result.output
    filled, _ = made_by_answering(TRICKS, ["take", "style", "a net", "slow", "Patience", "y", ""])
    assert filled.features[0].effects == (
        Catalogued("style", {"weapon": "a net", "mode": "slow", "motto": "Patience"}),
    )


def test_of_a_feature_taken_twice_one_can_be_dropped() -> None:
    sheet, _ = made_by_answering(TRICKS, ["take", "plain", "take", "plain", "drop", "1", ""])
    assert sheet.features == (PLAIN,)


def test_a_passage_of_text_is_asked_for_and_kept() -> None:
    sheet, result = made_by_answering(TextInput("texts.tale", "Your tale"), ["Born at sea."])
    assert sheet.texts == {"tale": "Born at sea."}
    assert "Background:\n  Your tale: Born at sea." in result.output


def test_whether_something_is_so_is_asked_as_such() -> None:
    wanted = FlagInput("numbers.late", "Late for everything", "even the circus")
    sheet, result = made_by_answering(wanted, ["1", "y"])
    assert "Late for everything (even the circus)? [y/N]" in result.output
    assert sheet.numbers == {"late": 1}
    assert made_by_answering(wanted, [""], sheet)[0].numbers == {"late": 1}
    assert made_by_answering(wanted, ["n"], sheet)[0].numbers == {"late": 0}
    assert "Late for everything: yes" in result.output


IDEAS = (Choice("Gambler", "Gambler: plays, and cannot stop"), Choice("Hunted"))
MOTTO = TextInput("aspects.motto", "Motto", suggestions=IDEAS)


def test_suggestions_for_a_text_are_listed_on_request_and_taken_by_number() -> None:
    sheet, result = made_by_answering(MOTTO, ["?", "1"])
    assert sheet.aspects == {"motto": "Gambler"}
    assert "Gambler: plays, and cannot stop" in result.output


def test_other_words_than_those_suggested_are_as_good() -> None:
    assert made_by_answering(MOTTO, ["2"])[0].aspects == {"motto": "2"}
    assert made_by_answering(MOTTO, ["?", "3"])[0].aspects == {"motto": "3"}
    unasked, result = made_by_answering(MOTTO, ["Never Again"])
    assert unasked.aspects == {"motto": "Never Again"}
    assert "Gambler" not in result.output
