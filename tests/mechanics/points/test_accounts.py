"""Points move from account to account, and all accounts together sum to zero."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import CAST, NOBODY
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    POINTS,
    POOL,
    LedgerEntry,
    PointsMoved,
    account_label,
    account_of,
    balance,
    ledger,
    locked_for,
    move,
    move_all,
    owed_to,
    purse,
    read_account,
    staked_on,
)
from tests.mechanics.small_game import RETH, THUG, SmallGame


def test_what_one_account_loses_another_gains() -> None:
    g = SmallGame()
    g.tell(PointsMoved(BANK, POOL, 3, "a start"))
    g.tell(PointsMoved(POOL, purse(RETH), 2, "a gift"))
    assert g.state.get(POINTS) == {BANK: -3, POOL: 1, purse(RETH): 2}
    entries = list(ledger(g.log))
    assert [(entry.source, entry.target, entry.amount) for entry in entries] == [
        (BANK, POOL, 3),
        (POOL, purse(RETH), 2),
    ]
    assert entries[1] == LedgerEntry(5, POOL, purse(RETH), 2, "a gift")


@pytest.mark.parametrize("account", [purse(RETH), owed_to(RETH), locked_for(RETH)])
def test_points_somebody_has_or_is_to_get_are_theirs(account: str) -> None:
    assert read_account(account).owner == RETH


@pytest.mark.parametrize("account", [BANK, POOL, DEFERRED, staked_on(RETH)])
def test_points_in_common_accounts_and_stakes_are_nobodys(account: str) -> None:
    assert read_account(account).owner == NOBODY


def test_players_have_a_purse_and_the_game_masters_people_share_the_pool() -> None:
    cast = SmallGame().scene().state.get(CAST)
    assert [account_of(cast[actor]) for actor in (RETH, THUG)] == [purse(RETH), POOL]


def test_accounts_are_named_in_the_words_of_the_book() -> None:
    state = SmallGame().scene().state
    accounts = (BANK, POOL, DEFERRED, purse(RETH), owed_to(RETH), locked_for(RETH), staked_on("c1"))
    assert [account_label(state, account, Words({"gm": "Keeper"})) for account in accounts] == [
        "the bank",
        "the Keeper's pool",
        "the pool of the next scene",
        "Reth",
        "Reth (when the scene ends)",
        "Reth (when the conflict ends)",
        "the compel",
    ]


@pytest.mark.parametrize(
    ("amount", "why"),
    [(1, "There is not 1 fate point to spend."), (2, "There are not 2 fate points to spend.")],
)
def test_an_account_other_than_the_bank_never_goes_below_zero(amount: int, why: str) -> None:
    g = SmallGame()
    with pytest.raises(RuleViolation) as refusal:
        g.run(lambda decision: move(decision, POOL, BANK, amount, "a test", "invoke"))
    assert (refusal.value.code, refusal.value.message) == ("not-enough-fate-points", why)
    assert g.state.get(POINTS) == {}


def test_what_moves_names_its_reason_and_its_rules() -> None:
    g = SmallGame()
    g.run(lambda decision: move(decision, BANK, POOL, 3, "a start", "invoke"))
    moved = g.log[-1].event
    assert moved == PointsMoved(BANK, POOL, 3, "a start", ("S-1",))


def test_nothing_moves_for_nothing() -> None:
    g = SmallGame()
    before = len(g.log)
    for amount in (0, -2):
        g.run(lambda decision, amount=amount: move(decision, BANK, POOL, amount, "a test", "invoke"))  # type: ignore[misc]
    g.run(lambda decision: move_all(decision, POOL, BANK, "a test", "invoke"))
    assert (len(g.log), g.state.get(POINTS)) == (before, {})


def test_all_of_an_account_moves_at_once() -> None:
    g = SmallGame()
    g.tell(PointsMoved(BANK, POOL, 3, "a start"))
    g.run(lambda decision: move_all(decision, POOL, DEFERRED, "a test", "invoke"))
    assert (balance(g.state, POOL), balance(g.state, DEFERRED)) == (0, 3)


def test_an_account_of_another_kind_is_called_what_it_is() -> None:
    assert account_label(SmallGame().state, "jar:red", Words({"gm": "Keeper"})) == "jar:red"
