"""Single deeds at a table of three, press by press, in a fight of Fate Accelerated."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tests.e2e.costs.conftest import Play
from tests.e2e.costs.figures import count
from tests.e2e.costs.playing import PlayedTable, Press
from tests.e2e.support.known_dice import ReadyTable

QUAY = ReadyTable("fae", "fight-on-the-quay")
HEROES = ("Reth", "Voltaire")


class Counter:
    """Counts what a deed takes at all pages of a table."""

    def __init__(self, table: PlayedTable) -> None:
        self.table = table

    def deed(self, *presses: tuple[str, str]) -> tuple[int, int]:
        """Presses this, each at a seat, until nobody is asked anything about it: all presses, and the first seat's."""
        players = self.table.players
        first = presses[0][0]
        before, own = self.table.presses, players[first].presses
        for seat, pattern in presses:
            players[seat].press_label(pattern)
        self.table.wait_until(lambda: self.table.is_quiet)
        return self.table.presses - before, players[first].presses - own


def test_overcoming_creating_and_invoking(play: Play) -> None:
    # With these dice the first rolls succeed and the third fails by little.
    table = play(ReadyTable("fae", "fight-on-the-quay", seed="1"))
    counter = Counter(table)
    everybody, own = counter.deed(("bo", "^Overcome"), ("bo", "Flashy"), ("gm", r"^\+0"))
    count("Overcome", everybody)
    count("… of which the player's", own)
    create, _ = counter.deed(("ana", "^Create advantage"), ("ana", "Forceful"), ("gm", r"^\+0"))
    count("Create an advantage", create)
    for pattern in ("^Pass", "^Pass"):
        table.players["gm"].press_label(pattern)
    invoked, _ = counter.deed(("bo", "^Overcome"), ("bo", "Flashy"), ("gm", r"^\+4"), ("bo", "Feline Captain"))
    count("A deed with an invocation, more", invoked - everybody)
    assert not table.moved


def test_a_fight_is_a_few_presses_for_each_attack(play: Play) -> None:
    table = play(QUAY)
    page = table.players["gm"].page
    page.locator("section.order").wait_for()
    table.play(lambda: not page.locator("section.order").count(), most=300)
    assert not table.moved, "the bar keeps its height"
    attacks = attacks_in(table.done)
    plain = [attack for attack in attacks if not any(press.label.startswith("Deal ") for press in attack)]
    count("Attack on a nameless opponent", most(plain, lambda target: not target))
    count("Attack on a named opponent", most(plain, lambda target: bool(target) and target not in HEROES))
    count("Attack on a player's character", most(plain, lambda target: target in HEROES))
    count("… with style, more", most(attacks, bool) - most(plain, bool))
    count("An exchange of three attacks", sum(len(attack) for attack in attacks[:3]))


def attacks_in(done: Sequence[Press]) -> list[list[Press]]:
    """The presses of each attack: from the one that begins it to the next turn."""
    attacks: list[list[Press]] = []
    is_attack = False
    for press in done:
        if press.question.startswith("What does "):
            is_attack = press.label.startswith("Attack")
            if is_attack:
                attacks.append([])
        if is_attack:
            attacks[-1].append(press)
    return attacks


def defender(attack: Sequence[Press]) -> str:
    """Who was asked how to defend; nobody is where a nameless opponent defends by itself."""
    found = (re.search(r"attacks (.*)\. Defend how", press.question) for press in attack)
    return next((match[1] for match in found if match), "")


def most(attacks: Sequence[Sequence[Press]], fits: Callable[[str], bool]) -> int:
    return max(len(attack) for attack in attacks if fits(defender(attack)))
