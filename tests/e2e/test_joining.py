"""Whoever is invited reads what the table is about and who the characters are before they sit down."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browsing import PHONE
from tests.e2e.serving import Serving
from tests.e2e.tables import QUAY, Visit


def test_an_invitation_tells_of_the_table_and_of_each_character(visit: Visit, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    visitor = visit(**PHONE)
    page = visitor.page
    page.goto(f"/#join={opened['invitation']}")
    expect(page.get_by_role("heading", name=QUAY.title)).to_be_visible()
    expect(page.get_by_text("Fate Accelerated")).to_be_visible()
    expect(page.get_by_text("Officer Veld has come for the harbour papers")).to_be_visible()
    expect(page.get_by_text("Being played: The quay")).to_be_visible()
    expect(page.get_by_role("radio", name="Reth Suncaller of the Andral Desert")).to_be_visible()
    expect(page.get_by_text("Held by a Single Slip Knot")).to_have_count(0)
    visitor.check("joining")
