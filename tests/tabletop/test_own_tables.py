"""A campaign's own tables are chosen when a table is opened, and the log of the game keeps them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable import rulesets
from fatetable.adapters.library import open_table
from fatetable.engine.codec import unseal
from fatetable.engine.errors import InvalidContent
from fatetable.engine.messages import Record
from fatetable.engine.opening import TABLE, TableOpened
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.playthroughs.yaml_values import Unreadable
from fatetable.tabletop.table import Table
from fatetable.tabletop.told_log import check_bodies

OFFERED = [pytest.param(each, id=each) for each in rulesets.folders() if rulesets.load(each).own_tables]
SEATS = {"gm": "gm", "ana": "player"}
WEAVING = rulesets.load("skein").own_tables[0].example


def skills(game: Ruleset) -> set[str]:
    """Every skill that the steps of creation name."""
    written = msgspec.json.encode(game.creation.steps(game.creation.blank("hero")), enc_hook=dict).decode()
    return {name for name in ("weaving", "awareness") if f'"{name}"' in written}


@pytest.mark.parametrize("ruleset_id", OFFERED)
def test_every_example_of_a_table_can_be_used(ruleset_id: str) -> None:
    usual = rulesets.load(ruleset_id)
    content = {table.name: table.example for table in usual.own_tables}
    own = rulesets.load(ruleset_id, content=content)
    assert own.content == content
    assert own is rulesets.load(ruleset_id, {}, dict(content))
    assert own is not usual
    assert rulesets.load(ruleset_id).content == {}
    known = {rule.id for rule in rulesets.rulebook(ruleset_id).rules}
    for table in own.own_tables:
        assert set(table.cites) <= known
        assert table.meaning.endswith(".")


def test_what_a_table_adds_is_there_from_creation_on_and_for_that_table_only() -> None:
    assert skills(rulesets.load("skein", content={"skills": WEAVING})) == {"weaving", "awareness"}
    assert skills(rulesets.load("skein")) == {"awareness"}


def test_the_log_keeps_the_tables_of_the_campaign() -> None:
    table = open_table("skein", {"gm": "gm", "ana": "player"}, content={"skills": WEAVING})
    assert table.state.get(TABLE).content == {"skills": WEAVING}
    again = Table.load(table.dump())
    assert again.ruleset is table.ruleset
    assert again.state == table.state
    told = [table.ruleset.codec.write(record) for record in table.told("ana")]
    assert check_bodies(told).faults == ()


def test_a_log_of_an_earlier_version_has_none() -> None:
    opened = b'{"type":"table-opened/1","table":"t","ruleset":"skein","dials":{},"title":"","floor":2}'
    assert msgspec.json.decode(opened, type=TableOpened).content == {}


def test_a_log_without_tables_of_its_own_says_so() -> None:
    (first, *_) = unseal(Table.open("fae", {"gm": "gm"}).dump())
    assert msgspec.json.decode(first, type=Record[TableOpened]).event.content == {}


@pytest.mark.parametrize(
    ("ruleset_id", "content", "problem"),
    [
        ("skein", {"skill": WEAVING}, 'skill: a campaign has no such table of its own; did you mean "skills"'),
        ("skein", {"skills": "[[skill]]"}, "skills: row 1: Object missing required field `id`"),
        ("skein", {"skills": WEAVING.replace("weaving", "Weaving [x]")}, "needs a name, and an id of small letters"),
        ("skein", {"skills": "replaces = true\n" + WEAVING}, "which is no skill"),
        ("fae", {"stunts": "[[stunt]]"}, "stunts: row 1: Object missing required field `name`"),
    ],
)
def test_what_cannot_be_used_is_refused_before_there_is_a_table(
    ruleset_id: str, content: dict[str, str], problem: str
) -> None:
    with pytest.raises(InvalidContent) as refusal:
        open_table(ruleset_id, {"gm": "gm"}, content=content)
    assert problem in refusal.value.message
    assert len(refusal.value.message) < 1000


PLAYTHROUGH = """
title: Weavers
ruleset: skein
seats: {gm: gm}
content:
  skills: |
    [[skill]]
    id = "weaving"
    name = "Weaving"
    category = "mental"
    text = "Making cloth."
steps:
  - as: gm
    do: start-session
"""


def test_a_playthrough_brings_its_tables_along() -> None:
    result = run(read_playthrough(PLAYTHROUGH, "weavers"))
    assert result.mismatches == ()
    assert skills(result.table.ruleset) == {"weaving", "awareness"}


def test_a_playthrough_with_a_table_that_cannot_be_used_says_where() -> None:
    with pytest.raises(Unreadable, match=r"weavers.*5.*category"):
        run(read_playthrough(PLAYTHROUGH.replace("mental", "sober"), "weavers"))
