"""Errors are one sentence and a code, and survive a journey between processes."""

import pickle

import pytest

from fatetable.engine.errors import (
    CorruptLog,
    FatetableError,
    InvalidDials,
    MalformedCommand,
    RuleViolation,
    StaleStream,
    UnknownRuleset,
    UnknownSlice,
)

EXAMPLES: list[tuple[FatetableError, str, str]] = [
    (RuleViolation("too-late", "The dice are down.", ("X-1",)), "too-late", "The dice are down."),
    (MalformedCommand("no-such-field", "There is no such field."), "no-such-field", "There is no such field."),
    (UnknownRuleset("chess", ("a", "b")), "unknown-ruleset", 'There is no ruleset "chess"; installed: a, b.'),
    (UnknownRuleset("chess", ()), "unknown-ruleset", 'There is no ruleset "chess"; installed: none.'),
    (UnknownSlice("harn", ("scene", "harm")), "unknown-slice", 'The state has no part "harn"; there are: harm.'),
    (UnknownSlice("xyz", ("b", "a")), "unknown-slice", 'The state has no part "xyz"; there are: a, b.'),
    (InvalidDials(["a is 0.", "b is odd"]), "invalid-dials", "These dials cannot be used: a is 0; b is odd."),
    (StaleStream(4, 6), "stale-stream", "Someone else was first: this step expected the table at 4, but it is at 6."),
    (CorruptLog(12, "it is cut off."), "corrupt-log", "Line 12 of the log cannot be read: it is cut off."),
]


@pytest.mark.parametrize(("error", "code", "sentence"), EXAMPLES)
def test_an_error_is_one_sentence_with_a_code(error: FatetableError, code: str, sentence: str) -> None:
    assert error.code == code
    assert str(error) == error.message == sentence


@pytest.mark.parametrize("error", [example[0] for example in EXAMPLES])
def test_an_error_raised_in_another_process_arrives_whole(error: FatetableError) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert type(arrived) is type(error)
    assert vars(arrived) == vars(error)


def test_a_violation_names_the_rules_it_rests_on() -> None:
    assert RuleViolation("too-late", "The dice are down.", ["X-1", "X-2"]).cites == ("X-1", "X-2")
    assert RuleViolation("too-late", "The dice are down.").cites == ()
