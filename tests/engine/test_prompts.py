"""Questions to people: who is asked, what they may answer, and who gets to see it."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.chance import Scripted
from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import (
    PROMPTS,
    Answer,
    Prompt,
    PromptAnswered,
    PromptId,
    PromptOpened,
    PromptWithdrawn,
    is_blocked,
    open_about,
    withdraw,
)
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, HandOver
from fatetable.engine.state import State
from tests.engine.counting_game import SUM, TOASTS, WHISPERS, AskFor, CountingTable, CountUp, EndRound


def asked(table: CountingTable, what: str) -> Prompt:
    table.do("kim", AskFor(what))
    *_, prompt = table.state.get(PROMPTS).values()
    return prompt


def refusal(table: CountingTable, seat: str, prompt: str, option: str, **fill: Any) -> str:
    before = table.state
    with pytest.raises(RuleViolation) as refused:
        table.do(seat, Answer(PromptId(prompt), option, fill))
    assert table.state is before
    return refused.value.code


def view(table: CountingTable, seat: str) -> State:
    return table.engine.fold(tuple(told_all(table.log, table.state.get(SEATS)[SeatId(seat)])))


def test_the_first_answer_closes_a_question() -> None:
    table = CountingTable()
    prompt = asked(table, "toast")
    news = table.do("mo", Answer(prompt.id, "speak", {"words": " To counting! "}))
    assert news[0].event == PromptAnswered(prompt.id, SeatId("mo"), "speak", "Speak", {"words": " To counting! "})
    assert table.state.get(TOASTS) == {"mo": "To counting!"}
    assert table.state.get(PROMPTS) == {}
    assert refusal(table, "lou", prompt.id, "no") == "prompt-closed"


def test_a_question_is_answered_by_those_it_is_put_to() -> None:
    table = CountingTable()
    assert refusal(table, "lou", asked(table, "bet").id, "stake", stake=3) == "not-asked"


def test_a_question_to_the_game_master_follows_the_chair() -> None:
    table = CountingTable()
    prompt = asked(table, "bet")
    table.do("kim", HandOver(SeatId("lou")))
    assert refusal(table, "kim", prompt.id, "stake", stake=3) == "not-asked"
    table.do("lou", Answer(prompt.id, "stake", {"stake": 3}))
    assert table.state.get(WHISPERS).numbers == (3,)


@pytest.mark.parametrize(
    ("option", "fill", "code"),
    [
        ("sing", {}, "no-such-answer"),
        ("no", {"words": "but"}, "no-such-answer"),
        ("speak", {"words": "cheers", "volume": 11}, "no-such-answer"),
        ("speak", {}, "bad-answer"),
        ("speak", {"words": "  "}, "bad-answer"),
        ("speak", {"words": 5}, "bad-answer"),
        ("speak", {"words": ["a"]}, "bad-answer"),
        ("speak", {"words": "x" * 401}, "bad-answer"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(option: str, fill: dict[str, Any], code: str) -> None:
    table = CountingTable()
    assert refusal(table, "lou", asked(table, "toast").id, option, **fill) == code


@pytest.mark.parametrize("stake", [0, 10, True, "3", None])
def test_a_number_that_does_not_fit_is_refused(stake: object) -> None:
    table = CountingTable()
    assert refusal(table, "kim", asked(table, "bet").id, "stake", stake=stake) == "bad-answer"


def test_a_question_to_everybody_waits_for_all_of_them() -> None:
    table = CountingTable()
    table.do("lou", CountUp(5))
    prompt = asked(table, "vote")
    assert [record.event for record in table.do("kim", Answer(prompt.id, "yes"))] == [
        PromptAnswered(prompt.id, SeatId("kim"), "yes", "Yes", {}, is_closed=False)
    ]
    assert table.state.get(PROMPTS)[prompt.id].answered == {"kim": "yes"}
    assert refusal(table, "kim", prompt.id, "no") == "already-answered"
    assert not any(isinstance(offer.command, Answer) for offer in table.offers("kim"))
    table.do("lou", Answer(prompt.id, "yes"))
    assert table.state.get(SUM).total == 5
    table.do("mo", Answer(prompt.id, "yes"))
    assert (table.state.get(SUM).total, table.state.get(PROMPTS)) == (0, {})


def test_one_voice_against_is_counted_too() -> None:
    table = CountingTable()
    table.do("lou", CountUp(5))
    prompt = asked(table, "vote")
    for seat, option in (("kim", "yes"), ("mo", "no"), ("lou", "yes")):
        table.do(seat, Answer(prompt.id, option))
    assert table.state.get(SUM).total == 5


def test_every_answer_is_an_offer_with_what_it_leaves_open() -> None:
    table = CountingTable()
    prompt = asked(table, "toast")
    offers = [offer for offer in table.offers("lou") if offer.group == "answer"]
    assert [offer.label for offer in offers] == ["A toast? → Speak", "A toast? → Not me"]
    command = offers[0].fill(words="Cheers")
    assert command == Answer(prompt.id, "speak", {"words": "Cheers"})
    assert offers[0].matches(command)
    table.do("lou", command)
    assert table.state.get(TOASTS) == {"lou": "Cheers"}


def test_outsiders_see_that_a_secret_is_asked_but_not_what_may_be_answered() -> None:
    table = CountingTable()
    prompt = asked(table, "bet")
    seen = view(table, "lou").get(PROMPTS)[prompt.id]
    assert (seen.question, seen.options, seen.seats) == ("How much?", (), prompt.seats)
    table.do("kim", Answer(prompt.id, "stake", {"stake": 7}))
    assert view(table, "lou").get(PROMPTS) == {}
    assert "7" not in str(view(table, "lou").get(WHISPERS))


def test_a_secret_question_can_hide_what_it_is_about() -> None:
    table = CountingTable()
    prompt = asked(table, "riddle")
    seen = view(table, "mo").get(PROMPTS)[prompt.id]
    assert (seen.question, dict(seen.about)) == ("The table is waiting for a decision.", {})
    assert view(table, "kim").get(PROMPTS)[prompt.id] == prompt
    news = table.do("kim", Answer(prompt.id, "no"))
    assert news[0].face == PromptAnswered(prompt.id, SeatId("kim"), "")


def test_only_a_blocking_question_holds_things_up() -> None:
    table = CountingTable()
    asked(table, "nudge")
    assert not is_blocked(table.state)
    table.do("lou", EndRound())
    asked(table, "toast")
    assert is_blocked(table.state)
    with pytest.raises(RuleViolation):
        table.do("lou", EndRound())


def test_questions_are_found_by_what_they_are_about() -> None:
    table = CountingTable()
    vote = asked(table, "vote")
    asked(table, "nudge")
    assert list(open_about(table.state, on="round")) == [vote]
    assert list(open_about(table.state, on="breakfast")) == []
    assert [prompt.kind for prompt in open_about(table.state)] == ["vote"]
    assert [prompt.kind for prompt in open_about(table.state, blocking_only=False)] == ["vote", "nudge"]


def test_questions_are_withdrawn_by_what_they_are_about() -> None:
    table = CountingTable()
    vote, toast = asked(table, "vote"), asked(table, "toast")
    kim = table.state.get(SEATS)[SeatId("kim")]
    decision = Decision(table.engine, table.state, kim, Scripted(), None)
    withdraw(decision, on="round")
    assert [record.event for record in decision.records] == [PromptWithdrawn(vote.id)]
    assert decision.state.get(PROMPTS) == {toast.id: toast}


def test_news_of_a_question_nobody_was_told_of_changes_nothing() -> None:
    engine = CountingTable().engine
    answered = PromptAnswered(PromptId("p1"), SeatId("kim"), "yes", is_closed=False)
    assert engine.evolve(State(), answered, 1).get(PROMPTS) == {}


def test_a_prompt_knows_its_options() -> None:
    opened = asked(CountingTable(), "vote")
    assert opened.option("maybe") is None
    found = opened.option("yes")
    assert found is not None
    assert found.label == "Yes"
    assert PromptOpened(opened).prompt is opened
