"""Invited people read what the table is about and who the characters are before they sit down."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.support.browsing import PHONE
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Visit, open_panel


def test_an_invitation_tells_of_the_table_and_of_each_character(visit: Visit, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    visitor = visit(**PHONE)
    page = visitor.page
    page.goto(f"/#join={opened['invitation']}")
    expect(page.get_by_role("heading", name=QUAY.title)).to_be_visible()
    expect(page.get_by_text("Fate Accelerated")).to_be_visible()
    expect(page.get_by_text("Officer Veld has come for the harbour papers")).to_be_visible()
    expect(page.get_by_text("Now playing: The quay")).to_be_visible()
    expect(page.get_by_role("radio", name="Reth Suncaller of the Andral Desert")).to_be_visible()
    expect(page.get_by_text("Held by a Single Slip Knot")).to_have_count(0)
    visitor.check("joining")


def test_somebody_whose_answer_is_lost_gets_the_seat_they_asked_for(visit: Visit, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    visitor = visit()
    page = visitor.page
    asked: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent = route.request.post_data_json
        assert isinstance(sent, dict)
        asked.append(sent["own_key"])
        answer = route.fetch()
        if len(asked) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/api/join", lose_the_first_answer)
    page.goto(f"/#join={opened['invitation']}")
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    # Also after the page was loaded again.
    page.reload()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("button", name="Join the table")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/#/table/{opened['table']}/ana$"))
    assert asked == [asked[0]] * 2
    visitor.faults.clear()


def test_replacing_a_link_shows_the_new_invitation(visit: Visit, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    server.join(opened["invitation"], "Ana", seat="ana")
    gm = visit()
    gm.page.goto(f"/#seat={opened['key']}")
    panel = open_panel(gm.page, "Seats")
    panel.get_by_role("listitem").filter(has_text="Reth").get_by_role("button", name="Replace link").click()
    renewed = panel.get_by_role("textbox", name=re.compile("^Invite the others"))
    expect(renewed).to_have_value(re.compile("#join="))
    gm.picture("replaced-link")
    link = renewed.input_value()
    assert opened["invitation"] not in link
    with pytest.raises(AssertionError, match="wrong-key"):
        server.join(opened["invitation"], "Bo", seat="bo")
    assert server.join(link.partition("#join=")[2], "Bo", seat="bo")["seat"] == "bo"
