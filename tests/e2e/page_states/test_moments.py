"""The moments of play that other tests do not stop at: every kind of question, own dice, a milestone, a refusal."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.support.driving import Glance, Seat, labelled
from tests.e2e.support.looking import LIGHT, look_over
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

QUESTIONS = 4
"""How many kinds of questions are looked at."""


def kind(glance: Glance) -> str:
    """A question without the names in it."""
    return " ".join(re.sub(r"\b[A-Z]\w+|“[^”]*”|[\d+−-]+", "", glance.question).split())


def test_questions_are_fit_for_everybody(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, by_hand=True)
    seen: set[str] = set()

    def decide(seat: Seat, glance: Glance) -> None:
        if kind(glance) not in seen:
            seen.add(kind(glance))
            look_over(seat.visitor, f"question-{len(seen)}-{seat.name.lower()}")
        for field in seat.bar.locator("input[type=text]").locator("visible=true").all():
            field.fill("a bruise")
        wishes = {"approach": "Flashy", "target|whom": "Veld|Voltaire|Reth"}
        table.do(seat, glance.answer("Attack", go_on(glance)), wishes)

    table.play(decide, lambda: len(seen) >= QUESTIONS)


def test_an_ending_and_a_milestone_are_fit_for_everybody(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, bo = table.gm, table.bo
    over = gm.page.locator("section.order")

    def give_up(seat: Seat, glance: Glance) -> None:
        if seat is gm and glance.question.startswith("What does"):
            gm.press_listed("concede")
            table.together()
        else:
            table.do(seat, go_on(glance))

    table.play(give_up, lambda: not over.count())
    ending = gm.page.get_by_role("region", name="How it ended")
    expect(ending).to_contain_text("The heroes win.")
    expect(ending).to_contain_text("Gang of Thugs")
    expect(ending.get_by_role("button", name="End the scene")).to_be_visible()
    look_over(bo.visitor, "ending", tabs=("Scene", "Log"))
    look_over(gm.visitor, "ending-gm", (LIGHT,))
    for moment in ("End the scene", "End the session"):
        row, _ = table.move_on(moment)
        gm.press_button(row.locator("button").first)
        table.together()
    table.do(gm, "A significant milestone")
    expect(bo.next.get_by_role("button", name="Raise an approach")).to_be_visible()
    card = bo.page.get_by_role("region", name="Milestone")
    expect(card.get_by_text("Significant milestone")).to_be_visible()
    expect(gm.page.get_by_role("region", name="Milestone").get_by_role("listitem")).to_have_count(2)
    look_over(bo.visitor, "milestone", tabs=("Scene", "Me"))
    look_over(gm.visitor, "milestone-gm", (LIGHT,))
    labelled(card, "Raise an approach").click()
    look_over(bo.visitor, "milestone-form")
    bo.press_button(bo.dialog.get_by_role("button", name="Raise an approach"))
    own = card.get_by_role("listitem").filter(has_text="Voltaire")
    expect(own).to_contain_text("May still: make a small change")
    expect(own.get_by_role("button", name="Raise an approach")).to_have_count(0)


def test_real_dice_are_typed_in(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    bo = table.bo
    # It concerns nobody else, and nobody else is told.
    bo.press_listed("Roll my own dice")
    # A nameless opponent defends by itself; then the page asks for the dice.
    bo.press("Attack", {"target|whom": "Gang", "approach": "Flashy"})
    bo.bar.get_by_role("button", name="Enter your dice").click()
    expect(bo.dialog.get_by_label("Or type them")).to_be_visible()
    look_over(bo.visitor, "own-dice")
    bo.dialog.get_by_label("Or type them").fill("++0-")
    bo.dialog.get_by_role("button", name="Enter dice").click()
    bo.answered()
    table.together()
    rolled = bo.page.locator("article.roll").first
    expect(rolled.get_by_role("img", name="plus, plus, blank, minus").first).to_be_visible()


def test_a_refusal_is_fit_for_everybody(visit: Visit, server: Serving) -> None:
    bo = Table(visit, QUAY, server=server).bo
    bo.page.evaluate(
        """() => window.line.sockets.at(-1).send(JSON.stringify(
          { t: "do", id: "nonsense", seat: "", command: { type: "pass-turn", actor: "veld" } }))"""
    )
    expect(bo.page.locator(".toast")).to_be_visible()
    look_over(bo.visitor, "refusal")
