"""The log: a roll is one card, and a screen reader hears it as one sentence."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.support.browsing import SHOTS
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

SENTENCE = re.compile(r"^Voltaire: .+ vs .+\. (?:Success|Success with style|Tie|Fail).* \([+-]\d+\)\.$")


def heard(seat: Seat) -> list[str]:
    return seat.page.locator("#log [role=log] p").all_inner_texts()


def test_a_roll_is_one_card_and_one_spoken_sentence(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, bo = table.gm, table.bo
    assert heard(bo) == [], "what happened before the page was opened is not news"
    table.do(bo, "Attack", {"how": "leaps from a bollard", "approach": "Flashy", "target|whom": "Veld"})
    card = bo.page.locator("#log li.roll").first
    table.play(lambda seat, glance: table.do(seat, go_on(glance)), lambda: card.count() > 0)
    expect(card.locator(".outcome")).to_have_text(SENTENCE)
    assert [line for line in heard(bo) if SENTENCE.match(line)], heard(bo)
    assert not [line for line in heard(bo) if "rolls [" in line], "single steps are not spoken"
    card.locator("summary").first.click()
    expect(card.locator("details .line", has_text=re.compile("defends? with")).first).to_be_visible()
    gm.page.get_by_label("Say something").fill("Well struck!")
    gm.page.get_by_role("button", name="Say", exact=True).click()
    expect(bo.page.locator("#log .bubble", has_text="Well struck!")).to_be_visible()
    expect(bo.page.locator("#log [role=log] p", has_text="Maria: Well struck!")).to_have_count(1)
    bo.visitor.check("log-wide")
    if SHOTS:
        for name, (width, height) in {"laptop": (1280, 720), "phone": (390, 844)}.items():
            bo.page.set_viewport_size({"width": width, "height": height})
            if name == "phone":
                bo.page.get_by_role("tab", name="Log").click()
            bo.visitor.check(f"log-{name}")
