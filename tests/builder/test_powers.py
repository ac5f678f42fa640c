"""Parts of parts through the builder: their fields, their price line by line, and the page of the sheet."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.builder import drafts
from fatetable.builder.assessment import assess
from fatetable.builder.inputs import quotes_of, with_nested
from fatetable.builder.layout import lay_out
from fatetable.builder.markdown import to_markdown
from fatetable.builder.pdf import to_pdf
from fatetable.mechanics.characters.creation import QuoteLine
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from tests.builder.phased_ruleset import LADDER, PROFESSOR, SYBIL, phase, procedure, quote
from tests.builder.tiny_ruleset import WORDS

PROCEDURE = procedure(1)
ROBUR = Sheet(
    ruleset="phased",
    name="Robur",
    entries={"phases": (phase("Inventor", "Knife", "Hide", "Riding", "Bluff"),), "powers": (PROFESSOR,)},
)
PATH = "entries.powers.0"


def priced(**changes: object) -> list[tuple[str, int]]:
    power = msgspec.structs.replace(PROFESSOR, **changes)
    found = quote(msgspec.structs.replace(ROBUR, entries={"powers": (power,)}), PATH)
    assert found is not None
    assert found.total == sum(line.amount for line in found.lines)
    return [(line.text, line.amount) for line in found.lines]


def test_the_professor_costs_what_his_parts_cost() -> None:
    found = quote(ROBUR, PATH)
    assert found is not None
    assert (found.label, found.total) == ("Cost", 9)
    assert found.lines == (
        QuoteLine("Rating", 3, "entries.powers.0.numbers.rating"),
        QuoteLine("Information", 0, "entries.powers.0.entries.trappings.0"),
        QuoteLine("Research", 1, "entries.powers.0.entries.trappings.1"),
        QuoteLine("Languages", 1, "entries.powers.0.entries.trappings.2"),
        QuoteLine("Wealth", 1, "entries.powers.0.entries.trappings.3"),
        QuoteLine("Esteem", 1, "entries.powers.0.entries.trappings.4"),
        QuoteLine("Networking", 0, "entries.powers.0.entries.trappings.5"),
        QuoteLine("Networking to Wealth", 1),
        QuoteLine("Networking to Esteem", 1),
        QuoteLine("Information to Research", 1),
        QuoteLine("Too Smart for His Own Good", -1, "entries.powers.0.entries.drawbacks.0"),
    )


def test_a_price_has_a_line_for_each_extra_and_for_the_rule_that_cuts_it() -> None:
    strike = Entry(name="strike", kind="trapping", lists={"extras": ("range", "zone")})
    with_extras = priced(entries={"trappings": (strike,)})
    assert with_extras == [("Rating", 3), ("Strike", 2), ("Strike: range", 1), ("Strike: zone", 2)]
    snags = tuple(Entry(name="Snag", kind="major") for _ in range(3))
    cut = priced(entries={"trappings": (strike,), "drawbacks": snags})
    assert sum(amount for _, amount in cut) == 3
    assert cut[-1] == ("Never less than the rating", 1)


def test_inputs_of_parts_lead_into_them_however_deep() -> None:
    powers = PROCEDURE.steps(ROBUR)[-1]
    paths = [each.path for each in with_nested(powers.inputs, ROBUR)]
    assert paths[:2] == ["entries.powers", "entries.powers.0.name"]
    assert "entries.powers.0.entries.trappings.5.lists.extras" in paths
    assert "entries.powers.0.entries.drawbacks.0.name" in paths
    assert not any(path.startswith("entries.powers.1") for path in paths)
    filled = drafts.fill(ROBUR, "entries.powers.0.entries.trappings.5.lists.extras", ["zone"])
    (changed,) = quotes_of(PROCEDURE, PROCEDURE.steps(filled), filled).values()
    assert changed.total == 11


def test_a_part_of_a_kind_that_nobody_asks_for_is_left_alone() -> None:
    strange = msgspec.structs.replace(ROBUR, entries={"powers": (Entry(name="Old", kind="relic"),)})
    assert [each.path for each in with_nested(PROCEDURE.steps(strange)[-1].inputs, strange)] == ["entries.powers"]
    page = lay_out(strange, PROCEDURE, LADDER, WORDS)
    (row,) = next(section for section in page.sections if section.field == "entries.powers").rows
    assert (row.label, row.rows) == ("Old", ())


def test_the_assessment_explains_prices_and_names_the_step_of_a_part_with_a_problem() -> None:
    found = assess(PROCEDURE, LADDER, WORDS, ROBUR)
    assert [(each.path, each.total) for each in found.prices] == [(PATH, 9)]
    assert not found.problems
    assert found.progress["powers"] == "done"
    bare = drafts.fill(drafts.fill(ROBUR, f"{PATH}.name", ""), f"{PATH}.entries.trappings", [])
    found = assess(PROCEDURE, LADDER, WORDS, bare)
    assert [(problem.code, problem.step) for problem in found.problems] == [("power-unnamed", "powers")]
    left = {each.path: each.text for each in found.remaining}
    assert left["entries.powers.0.entries.trappings"] == "1 to choose"


def test_the_page_shows_parts_below_what_they_are_in() -> None:
    page = lay_out(PROCEDURE.finish(ROBUR), PROCEDURE, LADDER, WORDS)
    by_field = {section.field: section for section in page.sections}
    (power,) = by_field["entries.powers"].rows
    assert (by_field["entries.powers"].title, power.label) == ("Powers", "Oxford Professor")
    shown = [(row.label, row.text) for row in power.rows]
    assert shown == [
        ("Cost", "9"),
        ("Theme", "Teaching and knowing."),
        ("Rating", "3"),
        ("Unique", "yes"),
        ("Trappings", ""),
        ("Drawbacks", ""),
    ]
    drawback = power.rows[-1].rows[0]
    assert (drawback.label, drawback.note) == ("Too Smart for His Own Good", "Minor drawback")


def test_the_page_shows_phases_by_aspect_and_step_and_the_level_of_each_aspect() -> None:
    made = procedure(5)
    page = lay_out(made.finish(SYBIL), made, LADDER, WORDS)
    by_field = {section.field: section for section in page.sections}
    assert [(row.text, row.note) for row in by_field["aspects"].rows] == [
        ("Herbalist", "Fair"),
        ("Gypsy", "Good"),
        ("Guild Thief", "Fair"),
        ("Hunted", "Fair"),
    ]
    first = by_field["entries.phases"].rows[0]
    assert (first.label, first.note) == ("Herbalist", "Phase 1")
    assert [(row.label, row.text) for row in first.rows] == [
        ("What happened", "Raised by the healer of Simbul."),
        ("Ranks", "Knife 1, Healing 1, Herb Lore 1, Alertness 1"),
    ]
    assert ("Herb Lore", "Average (+0)") in [(row.label, row.text) for row in by_field["traits"].rows]
    assert [row.label for row in by_field["numbers"].rows] == ["Fate points"]


def test_a_level_without_a_figure_is_a_bare_number() -> None:
    plain = msgspec.structs.replace(procedure(5), figures=lambda sheet: ())
    page = lay_out(plain.finish(SYBIL), plain, LADDER, WORDS)
    assert [row.note for row in page.sections[0].rows] == ["level 1", "level 2", "level 1", "level 1"]


def test_markdown_has_parts_as_lists_in_lists_and_nothing_in_them_becomes_markup() -> None:
    sly = drafts.fill(ROBUR, f"{PATH}.entries.drawbacks.0.name", "<b>*Sly*</b>\n# Title")
    written = to_markdown(lay_out(sly, PROCEDURE, LADDER, WORDS))
    assert "\n- **Oxford Professor**\n  - **Cost** (" in written
    assert "\n  - **Trappings**\n    - **Information**\n" in written
    assert "\n    - **\\<b\\>\\*Sly\\*\\</b\\> \\# Title** (Minor drawback)\n" in written


def test_parts_of_parts_can_be_printed() -> None:
    deep = Entry(name="bottom", texts={"words": "x" * 300})
    for _ in range(5):
        deep = Entry(name="#set page(fill: red)", entries={"inside": (deep, deep)})
    printed = msgspec.structs.replace(ROBUR, entries={**ROBUR.entries, "odd": (deep,)})
    assert to_pdf(lay_out(printed, PROCEDURE, LADDER, WORDS), "Phased").startswith(b"%PDF")


@pytest.mark.parametrize("where", ["entries.powers.0.entries.trappings.1.name", "entries.powers", "entries.powers.0"])
def test_a_problem_anywhere_in_a_part_belongs_to_the_step_that_asks_for_it(where: str) -> None:
    wrong = Problem("error", "odd", where, "It is odd.")
    broken = msgspec.structs.replace(PROCEDURE, problems=lambda sheet: (wrong,))
    found = assess(broken, LADDER, WORDS, ROBUR)
    assert [problem.step for problem in found.problems] == ["powers"]
    assert found.progress["powers"] == "open"
