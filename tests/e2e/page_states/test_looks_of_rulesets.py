"""What only some games have, on the page: changed dice, an exchange of hidden intents, a challenge of several rolls."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.driving import Group, Seat
from tests.e2e.support.looking import DARK, LIGHT, look_over
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import Visit, go_on


def around(visit: Visit, server: Serving, ruleset: str, scene: str, *players: str, **dials: object) -> Group:
    """A ready-made scene with a game master and these players, each in a browser of their own."""
    opened = server.open_table(ruleset=ruleset, scene=scene, dials=dials)
    seats = [Seat(visit(**WIDE), name) for name in ("Maria", *players)]
    seats[0].sit_down(opened["key"])
    for seat in seats[1:]:
        seat.sit_down(server.join(opened["invitation"], seat.name, seat=seat.name.lower())["key"])
    table = Group(*seats)
    table.together()
    return table


def test_a_roll_says_which_dice_were_replaced_and_what_that_does(visit: Visit, server: Serving) -> None:
    table = around(visit, server, "strange", "after-closing-time", "Ana", "Bo")
    gm, ana, _ = table.seats
    table.do(ana, "Attack The Wax Executioner")
    table.do(gm, go_on(gm.look()))
    changes = ana.page.get_by_role("region", name="Changed dice").first
    expect(changes).to_contain_text("Superhuman against Extraordinary: 1 die became a six-sider.")
    expect(changes).to_contain_text("Usual dice")
    expect(changes).to_contain_text("Failure 42 %")
    look_over(ana.visitor, "roll-of-two-tiers")


def test_what_everybody_does_in_an_exchange_is_hidden_until_all_have_said_it(visit: Visit, server: Serving) -> None:
    # Before dice fall, everybody is asked: so the page holds still when all have said it.
    table = around(visit, server, "fate2", "tavern-fight", "Ana", "Bo", ask_before_throw=True)
    _, ana, bo = table.seats
    deeds = [seat.page.get_by_role("region", name="Exchange 1: what everybody does") for seat in (ana, bo)]
    expect(deeds[0]).to_contain_text("of 5 have said")
    table.do(ana, ana.look().answer("^Attack"))
    expect(deeds[0]).to_contain_text("only you see this yet")
    expect(deeds[1]).to_contain_text("has said what they do")
    expect(deeds[1]).not_to_contain_text("Attack")
    look_over(ana.visitor, "exchange-hidden")
    table.play(
        lambda seat, glance: table.do(seat, go_on(glance)),
        until=lambda: deeds[1].get_by_text("All have said").is_visible(),
    )
    expect(deeds[1]).to_contain_text("Attack")
    look_over(bo.visitor, "exchange-revealed")


@pytest.mark.parametrize(
    ("ruleset", "scene"),
    [
        ("fate2", "chess-match"),
        ("fate2", "fire-in-the-barn"),
        ("fate2", "spies-in-the-circus"),
        ("strange", "the-last-waltz"),
        ("strange", "the-long-gallery"),
    ],
)
def test_their_scenes_look_well(visit: Visit, server: Serving, ruleset: str, scene: str) -> None:
    table = around(visit, server, ruleset, scene, "Ana")
    gm, ana = table.seats
    look_over(gm.visitor, f"{scene}-gm", (LIGHT,))
    look_over(ana.visitor, f"{scene}-player", (DARK,), tabs=("Scene", "Me"))
