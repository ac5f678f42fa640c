"""A handout is shown to one player and hidden again, anybody stops play unnamed, and people take a recap home."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

TITLE, TEXT = "A letter from the duke", "Burn this <b>letter</b>.\nThe ship leaves at dawn."


def open_journal(seat: Seat) -> None:
    seat.page.get_by_role("button", name="Journal").first.click()
    expect(seat.dialog.get_by_role("heading", name="Journal", exact=True)).to_be_visible()


def write(seat: Seat, what: str, title: str, text: str) -> None:
    seat.dialog.get_by_role("button", name=what).click()
    seat.dialog.get_by_label("Title").fill(title)
    seat.dialog.get_by_label("Text").fill(text)
    seat.dialog.get_by_role("button", name="Save").click()
    seat.answered()


def close(seat: Seat) -> None:
    seat.dialog.get_by_role("button", name="Close").click()


def keep_what_is_heard(seat: Seat) -> list[str]:
    heard: list[str] = []
    seat.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    seat.page.reload()
    seat.arrive()
    return heard


def test_a_handout_is_shown_to_one_player_and_hidden_again(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, ana, bo = table.seats
    heard = keep_what_is_heard(bo)
    open_journal(gm)
    write(gm, "Write a handout", TITLE, TEXT)
    expect(gm.dialog.get_by_text("hidden")).to_be_visible()
    gm.visitor.check("journal-gm")
    gm.dialog.get_by_role("button", name="Ana", exact=True).click()
    # Bo's page is not sent anything at all.
    gm.answered()
    ana.catch_up()
    expect(gm.dialog.get_by_text("shown to Ana")).to_be_visible()

    card = ana.page.get_by_role("region", name="A handout")
    expect(card.get_by_text(TITLE)).to_be_visible()
    ana.visitor.check("handout-shown")
    card.get_by_role("button", name="Read it").click()
    expect(ana.dialog.get_by_text("Burn this <b>letter</b>.")).to_be_visible()
    ana.visitor.check("journal-ana")
    close(ana)
    expect(card).to_have_count(0)

    gm.dialog.get_by_role("button", name="Hide again").click()
    gm.answered()
    ana.catch_up()
    open_journal(ana)
    expect(ana.dialog.get_by_text(TITLE)).to_have_count(0)
    write(ana, "Write a note", "What we owe", "two horses")
    ana.answered()
    table.together()
    open_journal(bo)
    expect(bo.dialog.get_by_text("two horses")).to_be_visible()
    expect(bo.dialog.get_by_role("button", name="Edit What we owe")).to_have_count(0)
    assert heard
    assert not [frame for frame in heard if "duke" in frame or "dawn" in frame]


def test_somebody_stops_play_unnamed_and_anybody_continues(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, Bo=PHONE)
    gm, ana, bo = table.seats
    open_journal(gm)
    gm.dialog.get_by_role("button", name="Write a note").click()
    gm.dialog.get_by_label("Title").fill("Half a thought")
    bo.page.get_by_role("button", name="Stop here").press("Enter")
    bo.answered()
    table.together()
    for seat in table.seats:
        expect(seat.page.get_by_role("heading", name="Someone asks to stop here.")).to_be_visible()
        expect(seat.page.locator("dialog[open]")).to_have_count(0)
        expect(seat.page.locator("section.bar")).to_have_count(0)
    assert ana.log()[0] == "Someone asks to stop here."
    ana.visitor.check("stopped")
    bo.visitor.check("stopped-phone")
    expect(ana.page.get_by_role("button", name="Say that it was me")).to_have_count(0)
    expect(bo.page.get_by_role("button", name="Say that it was me")).to_be_visible()
    ana.page.get_by_role("button", name="Continue").click()
    ana.answered()
    table.together()
    expect(bo.page.get_by_role("heading", name="Someone asks to stop here.")).to_have_count(0)
    open_journal(gm)
    gm.dialog.get_by_role("button", name="Write a note").click()
    expect(gm.dialog.get_by_label("Title")).to_have_value("Half a thought")


def test_the_table_is_paused_and_resumed_by_anybody(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, ana, bo = table.seats
    ana.page.get_by_role("button", name="Pause the table").click()
    ana.answered()
    table.together()
    expect(bo.page.get_by_role("heading", name="Ana has paused the table.")).to_be_visible()
    assert not bo.look().asks
    bo.visitor.check("paused")
    gm.page.get_by_role("button", name="Resume").click()
    gm.answered()
    table.together()
    assert bo.look().asks


def test_a_recap_and_a_sheet_are_taken_home(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    ana = table.seats[1]
    open_journal(ana)
    with ana.page.expect_download() as taken:
        ana.dialog.get_by_role("button", name="Whole game").click()
    recap = Path(taken.value.path()).read_text(encoding="utf-8")
    assert taken.value.suggested_filename == "a-fight-on-the-quay-recap.md"
    assert "### Scene 1: The quay" in recap
    assert "Slick Wet Planks" in recap
    assert "Held by a Single Slip Knot" not in recap, "it is hidden"
    close(ana)
    ana.page.locator("#me").get_by_text("Download sheet").click()
    with ana.page.expect_download() as sheet:
        ana.page.get_by_role("button", name="Markdown").click()
    assert Path(sheet.value.path()).read_text(encoding="utf-8").startswith("# Reth")
    ana.visitor.check("sheet-taken")
