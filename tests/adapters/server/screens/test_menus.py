"""Offers come later than what they belong to, so a page is told for which position it knows them."""

from __future__ import annotations

from tests.adapters.server.support.groups import sitting
from tests.adapters.server.support.visiting import Server


def test_a_page_learns_that_its_offers_stay_the_same_after_a_command(server: Server) -> None:
    with sitting(server) as (gm, ana, *_):
        gm.wait(lambda page: page.menu)
        ana.wait(lambda page: page.menu)
        before = list(ana.menu)
        id = ana.send({"type": "say", "words": "Who goes there?"})
        done = ana.next("done")
        assert done["id"] == id
        ana.wait(lambda page: page.messages[-1].get("same_menu"))
        assert ana.messages[-1] == {"t": "patch", "seq": done["seq"], "same_menu": True}
        assert ana.menu == before
