"""Parts that stand on a diagram, through the builder: their fields, what is paid for, and the page of the sheet."""

from __future__ import annotations

from fatetable.builder import drafts
from fatetable.builder.assessment import assess
from fatetable.builder.inputs import with_nested
from fatetable.builder.layout import lay_out
from fatetable.builder.markdown import to_markdown
from tests.builder.graph_ruleset import DIAGRAM, PATH, RETH, procedure
from tests.builder.phased_ruleset import LADDER
from tests.builder.tiny_ruleset import WORDS

PROCEDURE = procedure()


def test_each_part_is_asked_what_its_node_asks_and_then_what_all_are_asked() -> None:
    draft = drafts.fill(RETH, f"{PATH}.2", {"kind": "lantern"})
    paths = [each.path for each in with_nested(PROCEDURE.steps(draft)[0].inputs, draft)]
    assert [path for path in paths if path.startswith(f"{PATH}.")] == [
        f"{PATH}.0.lists.extras",
        f"{PATH}.0.texts.note",
        f"{PATH}.1.lists.extras",
        f"{PATH}.1.texts.note",
        f"{PATH}.2.texts.of",
        f"{PATH}.2.lists.extras",
        f"{PATH}.2.texts.note",
    ]
    assert [form.kind for form in DIAGRAM.forms] == ["rope", "hook", "lantern"]


def test_the_price_marks_what_is_paid_for_and_tells_what_more_would_cost() -> None:
    (price,) = assess(PROCEDURE, LADDER, WORDS, RETH).prices
    assert (price.path, price.total, price.more) == (PATH, 3, {"lantern": 2})
    assert [line.marks for line in price.lines] == [("rope",), ("hook",), ("rope--hook",)]
    fewer = drafts.fill(RETH, f"{PATH}.1", None)
    assert assess(PROCEDURE, LADDER, WORDS, fewer).prices[0].more == {"lantern": 2, "hook": 2}


def test_the_page_of_the_sheet_lists_the_nodes_by_their_labels() -> None:
    draft = drafts.fill(RETH, f"{PATH}.0.lists.extras", ("long",))
    written = to_markdown(lay_out(draft, PROCEDURE, LADDER, WORDS))
    assert "**Climber**" in written
    assert "Rope" in written
    assert "**Extras**: Long" in written
    assert "lantern" not in written
    sized = drafts.fill(draft, "entries.kits.0.numbers.size", 2)
    assert "**Size**: Large" in to_markdown(lay_out(sized, PROCEDURE, LADDER, WORDS))


def test_a_ready_made_part_is_one_to_begin_with() -> None:
    form = PROCEDURE.steps(RETH)[0].inputs[1].forms[0]  # type: ignore[union-attr]
    taken = drafts.fill(PROCEDURE.blank("hero"), "entries.kits.0", form.ready[0])
    assert taken.entries == RETH.entries
