"""Servants: characters with a life of their own, as long as the ranks somebody has put into them (F2-EXT-10)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, followers_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.followers import FollowerKind, Followers, Vacancy
from fatetable.rulesets.fate2.book import RULESET
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.possessions.checks import is_questioned
from fatetable.rulesets.fate2.sheet import MINION, SERVANT, extras_of, number_of_phases, servant_form

KINDS = (
    FollowerKind(kind=SERVANT, label="a servant", form="servant"),
    FollowerKind(kind=MINION, label="a minion", form="minion", leaves="scene", is_brought=False),
)


def followers(kit: FateKit) -> Followers:
    return Followers(
        ruleset=RULESET,
        kinds=KINDS,
        cites=kit.cites,
        cannot_have=partial(cannot_have, kit.dials),
        vacancies=partial(vacancies, kit.dials),
        to_agree_to=partial(to_agree_to, kit.dials),
    )


def cannot_have(dials: Dials, state: State, patron: Actor | None, sheet: Sheet) -> Refusal | None:
    """As many phases as ranks, in a servant that is not there yet, and no more than the patron has (F2-EXT-12)."""
    if patron is None or sheet.kind != SERVANT:
        return None
    phases = number_of_phases(dials, sheet)
    if phases > number_of_phases(dials, patron.sheet):
        return Refusal("servant-above-patron", f"{sheet.name} has more phases than {patron.name}.", "followers")
    if not _still_to_come(dials, state, patron)[phases]:
        ranks = "1 rank" if phases == 1 else f"{phases} ranks"
        message = f"{patron.name} has no servant of {ranks} that is not there yet, and phases come of ranks."
        return Refusal("no-ranks-in-servant", message, "followers")
    return None


def vacancies(dials: Dials, state: State, patron: Actor | None, _: FollowerKind) -> tuple[Vacancy, ...]:
    """A servant for each extra that somebody has put ranks into, as long as the ranks make it."""
    found = _still_to_come(dials, state, patron) if patron is not None else {}
    most = number_of_phases(dials, patron.sheet) if patron is not None else 0
    return tuple(
        Vacancy(servant_form(phases), f"a servant of {phases} phases" if phases > 1 else "a servant of one phase")
        for phases in sorted(found)
        if phases <= most
    )


def _still_to_come(dials: Dials, state: State, patron: Actor) -> Counter[int]:
    """For how many servants somebody has bought so many phases, who are not there yet."""
    bought = Counter(e.ranks for e in extras_of(dials, patron.sheet) if e.kind == SERVANT and not e.is_lost)
    there = Counter(number_of_phases(dials, a.sheet) for a in followers_of(state, patron.id) if a.kind == SERVANT)
    return bought - there


def to_agree_to(dials: Dials, patron: Actor | None, sheet: Sheet) -> tuple[str, ...]:
    """The GM approves every servant, and questions those of more than half the phases of their patron."""
    if patron is None or sheet.kind != SERVANT:
        return ()
    phases, most = number_of_phases(dials, sheet), number_of_phases(dials, patron.sheet)
    made = f"A servant of {phases} phases; {patron.name} has {most}."
    return (made, "That is more than half.") if is_questioned(phases, most) else (made,)
