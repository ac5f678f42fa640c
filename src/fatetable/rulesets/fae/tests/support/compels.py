"""Shorthand for tests of compels: offering them, and following where their points went."""

from __future__ import annotations

from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.fae.tests.support.playing import Game


def compelling(
    g: Game,
    target: ActorId,
    aspect: str,
    text: str = "she nods off",
    *,
    decision: bool = False,
    takes_action: bool = False,
) -> OfferCompel:
    return OfferCompel(
        target=target,
        aspect=g.card(aspect).id,
        kind="decision" if decision else "event",
        text=text,
        takes_action=takes_action,
    )


def compel_id(g: Game) -> str:
    (only,) = g.table.state.get(COMPELS)
    return only


def moves(g: Game, since: int) -> list[tuple[str, str]]:
    """Where points went, from a place in the ledger on, the stake on the table written without its number."""
    return [(_short(entry.source), _short(entry.target)) for entry in g.table.ledger()[since:]]


def _short(account: str) -> str:
    return "stake" if account.startswith("stake:") else account


def suggesting(g: Game, target: ActorId, aspect: str, text: str = "they are here") -> SuggestCompel:
    return SuggestCompel(target=target, aspect=g.card(aspect).id, kind="decision", text=text, takes_action=True)
