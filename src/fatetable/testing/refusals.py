"""What a refusal must look like to be read by people."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.errors import RuleViolation


def faults_of_refusal(refusal: RuleViolation) -> Iterator[str]:
    """A refusal is one plain sentence with a code.

    >>> list(faults_of_refusal(RuleViolation("no-ladder", "There is no ladder to climb.")))
    []
    >>> list(faults_of_refusal(RuleViolation("no-ladder", "there is no ladder")))
    ["'there is no ladder' does not begin like a sentence", "'there is no ladder' does not end like a sentence"]
    """
    sentence = str(refusal)
    if not sentence or not (sentence[0].isupper() or not sentence[0].isalpha()):
        yield f"{sentence!r} does not begin like a sentence"
    if not sentence.endswith("."):
        yield f"{sentence!r} does not end like a sentence"
    if sentence.isupper():
        yield f"{sentence!r} shouts"
    if refusal.code != refusal.code.lower() or " " in refusal.code or not refusal.code:
        yield f"{refusal.code!r} is no code"
