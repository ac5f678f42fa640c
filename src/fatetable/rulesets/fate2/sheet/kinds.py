"""The kinds of characters, and what each is made of."""

from __future__ import annotations

HERO, NAMED, MINOR, MINION, SERVANT, ORGANISATION = ("hero", "named", "minor", "minion", "servant", "organisation")
KINDS = {
    HERO: "Hero",
    NAMED: "Named character",
    MINOR: "Minor character",
    MINION: "Minion",
    SERVANT: "Servant",
    ORGANISATION: "Organisation",
}
PHASED = (HERO, NAMED, SERVANT)
"""Made of phases, with skills; the others are aspects alone (F2-GM-02), a fighter of little skill (F2-EXT-14), or no
person at all."""
OF_THE_GM = (NAMED, MINOR, MINION, SERVANT, ORGANISATION)


def servant_form(phases: int) -> str:
    """What the builder fills for a servant of so many phases."""
    return f"{SERVANT}-{phases}"


def phases_of_form(form: str) -> int:
    """Of how many phases a servant is who is made for this form; 0 if any number will do."""
    kind, _, phases = form.partition("-")
    return int(phases) if kind == SERVANT and phases.isdecimal() else 0
