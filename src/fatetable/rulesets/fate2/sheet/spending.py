"""Spending ranks so that the skills stay balanced: for ready-made characters and quick ones."""

from __future__ import annotations

from collections.abc import Iterable

from fatetable.mechanics.characters.ranks import RankRules, Ranks, together


def spend(rules: RankRules, before: Ranks, wanted: Iterable[str], others: Iterable[str], ranks: int) -> dict[str, int]:
    """What so many ranks go into: into what is wanted if that balances, or else into as much of it as does.

    What is left goes into the others; where nothing balances, some is left over.

    >>> spend(RankRules(), {"knife": 1}, ("knife", "hide"), ("bluff", "move"), 3)
    {'hide': 1, 'bluff': 1, 'knife': 1}
    """
    wanted = tuple(wanted)[:ranks]
    exact = together({name: 1} for name in wanted)
    if len(wanted) == ranks and not rules.gaps(together((before, exact))):
        return exact
    spent: dict[str, int] = {}
    candidates = list(dict.fromkeys((*wanted, *others)))
    waiting = list(wanted)
    for _ in range(ranks):
        found = _fitting(rules, together((before, spent)), (*waiting, *candidates))
        if found is None:
            break
        if found in waiting:
            waiting.remove(found)
        spent[found] = spent.get(found, 0) + 1
    return spent


def _fitting(rules: RankRules, held: Ranks, candidates: Iterable[str]) -> str | None:
    """The first of these that can rise by a rank without a gap below it."""
    return next((name for name in candidates if not rules.gaps(together((held, {name: 1})))), None)
