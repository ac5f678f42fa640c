"""Corners that playing at random has led into, each kept as a small game."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.mechanics.acting import Overcome
from fatetable.mechanics.blocks import WaitingBlock
from fatetable.mechanics.cast import NOBODY, ActorId
from fatetable.mechanics.casting import AddOpponent, BringCharacter
from fatetable.mechanics.scenes import LeaveScene
from fatetable.rulesets.skein.figures import OATH
from fatetable.rulesets.skein.ordeals import CallEndurance
from fatetable.rulesets.skein.ruleset import build
from fatetable.rulesets.skein.shapes import PrepareSkin
from fatetable.rulesets.skein.tests.playing import Game
from fatetable.rulesets.skein.warband_orders import NameLeader
from fatetable.tabletop.table import Table

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")


def offered(g: Game, seat: str, command: Command) -> bool:
    return any(offer.matches(command) for offer in g.table.offers(seat))


def waiting(g: Game, seat: str) -> WaitingBlock:
    return next(block for block in g.table.present(seat) if isinstance(block, WaitingBlock))


# -- ready-made sheets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dials", [{}, {"starting_oaths": "none"}, {"peers": False}])
def test_every_ready_made_sheet_can_be_played_at_the_table_that_offers_it(dials: dict[str, str | bool]) -> None:
    table = Table.open(build(dials), {"gm": "gm", "ana": "player"}, dials=dials)
    for sheet in table.ruleset.forms("opponent"):
        table.send("gm", AddOpponent(sheet))  # type: ignore[arg-type]
    for sheet in table.ruleset.forms("hero"):
        again = Table.open(table.ruleset, {"gm": "gm", "ana": "player"}, dials=dials)
        again.send("ana", BringCharacter(sheet, "ana"))  # type: ignore[arg-type]


def test_a_ready_made_hero_leaves_the_oath_for_later_where_oaths_are_sworn_in_play() -> None:
    def brannoc(**dials: str) -> dict[str, str]:
        sheets = build(dials).creation.samples
        return dict(next(sheet for sheet in sheets if sheet.name == "Brannoc of the Ford").aspects)

    sworn, unsworn = brannoc(), brannoc(starting_oaths="none")
    assert sworn.pop(OATH)
    assert sworn == unsworn


def test_no_equal_of_the_heroes_is_ready_made_where_there_are_none() -> None:
    def names(**dials: bool) -> set[str]:
        return {sheet.name for sheet in build(dials).creation.samples}

    assert names() - names(peers=False) == {"Ysolt of the Drowned Bell"}


# -- whom the table waits for ----------------------------------------------------------------------------------------


def test_nobody_is_waited_for_who_has_to_finish_a_roll_first() -> None:
    g = Game()
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="climbs"))
    g.do("gm", CallEndurance(actors=(BRANNOC,), trait="strength", difficulty=2, score="health", cause="the cold"))
    assert g.prompt("endure") is not None
    assert waiting(g, "ana").seats == ("gm",), "who says how hard the climb is"
    g.answer("gm", "opposition", "difficulty", value=1)
    g.throw("ana", "0000")
    assert waiting(g, "bo").seats == ("ana",)
    g.answer("ana", "endure", "endure")


# -- what is offered is what may be done -----------------------------------------------------------------------------


def test_nobody_is_named_leader_of_a_warband_that_is_not_there() -> None:
    g = Game(foes=("Village Militia",))
    nobody = NameLeader(ActorId("village-militia"), NOBODY)
    assert offered(g, "gm", nobody)
    g.do("gm", LeaveScene(ActorId("village-militia")))
    assert not offered(g, "gm", nobody)
    assert g.refused("gm", nobody) == "no-leader"


def test_a_warband_with_nobody_about_to_lead_it_needs_no_naming() -> None:
    g = Game(foes=("Village Militia",))
    for hero in (BRANNOC, HESK):
        g.do("gm", LeaveScene(hero))
    assert g.refused("gm", NameLeader(ActorId("village-militia"), NOBODY)) == "no-leader"
    assert not g.offers("gm", NameLeader)


def groups(g: Game, seat: str, kind: type[Command]) -> set[str]:
    found: tuple[Offer, ...] = g.offers(seat, kind)
    return {offer.group for offer in found}
