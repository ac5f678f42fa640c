"""A line that breaks in the middle of a roll: the page says so, comes back by itself, nothing is lost or doubled."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.support.driving import Seat, labelled
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

LOST = "Connection lost"


def open_a_roll(table: Table) -> None:
    """Voltaire has attacked, everybody has had their say, and the dice can be rolled."""
    table.do(table.bo, "Attack", {"how": "cuts a rope"})
    table.play(lambda seat, glance: table.do(seat, go_on(glance)), lambda: "Roll the dice" in table.bo.look().answers)
    for seat in table.seats:
        seat.page.evaluate("() => { window.isStillTheSamePage = true; }")


def count(seat: Seat, words: str) -> int:
    return sum(words in line for line in seat.log())


def all_agree(table: Table) -> None:
    """Nobody's page was loaded anew, and every player has read the same story, once."""
    for seat in table.seats:
        assert seat.page.evaluate("() => window.isStillTheSamePage")
        assert count(seat, "Voltaire rolls [")
    assert table.ana.log() == table.bo.log()


def test_a_server_that_dies_while_a_roll_is_open_is_caught_up_with(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, by_hand=True)
    open_a_roll(table)
    server.kill()
    for seat in table.seats:
        expect(seat.page.get_by_text(LOST)).to_be_visible()
    sent = table.bo.page.evaluate("() => window.line.sent.length")
    table.bo.touch(labelled(table.bo.bar, "Roll the dice"))
    expect(table.bo.page.get_by_role("status").get_by_text("Sending…")).to_be_visible()
    expect(labelled(table.bo.bar, "Roll the dice")).to_be_disabled()
    assert count(table.bo, "Voltaire rolls [") == 0, "nothing is shown as done before it is"
    table.bo.visitor.picture("line-lost")
    server.restart()
    for seat in table.seats:
        expect(seat.page.get_by_text(LOST)).to_be_hidden(timeout=30_000)
    table.bo.page.wait_for_function("(n) => window.line.sent.length > n", arg=sent)
    table.bo.answered()
    table.together()
    expect(table.bo.page.get_by_text("Sending…")).to_have_count(0)
    all_agree(table)
    table.play(
        lambda seat, glance: table.do(seat, go_on(glance)), lambda: not table.bo.page.locator(".roll.open").count()
    )


def test_an_answer_that_gets_lost_does_not_make_anything_happen_twice(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, by_hand=True)
    open_a_roll(table)
    ana = table.ana.page
    ana.evaluate("() => { window.line.isDown = true; window.line.sockets.at(-1).close(); }")
    expect(ana.get_by_text(LOST)).to_be_visible()
    table.bo.page.evaluate("() => { window.line.isCutAfterSending = true; }")
    table.bo.touch(labelled(table.bo.bar, "Roll the dice"))
    table.bo.answered()
    table.bo.catch_up()
    table.gm.catch_up()
    assert table.bo.page.evaluate("() => window.line.sockets.length") > 1
    # The page shows who is away, and they find everything when they come back.
    expect(table.gm.page.get_by_role("button", name="Ana away")).to_be_visible()
    assert count(table.ana, "Voltaire rolls [") == 0
    ana.evaluate("() => { window.line.isDown = false; }")
    table.ana.catch_up()
    all_agree(table)
    table.do(table.ana, "Keep result")


def test_what_was_said_stays_in_its_field_until_a_silent_server_answers(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    page = table.ana.page
    words = page.get_by_role("textbox", name="Say something")
    expect(words).to_be_visible()
    server.hold()
    try:
        words.fill("Anybody there?")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").get_by_text("Sending…")).to_be_visible()
        expect(words).to_have_value("Anybody there?")
        table.ana.visitor.picture("line-slow")
        expect(page.get_by_text(LOST)).to_be_visible(timeout=30_000)
        table.ana.visitor.picture("line-silent")
        expect(words).to_have_value("Anybody there?")
    finally:
        server.go_on()
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=30_000)
    expect(words).to_have_value("")
    expect(page.locator("#log ol ol > li").filter(has_text="Anybody there?")).to_have_count(1)
