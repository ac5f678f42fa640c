"""View groups: seats that see the same, so that their blocks and patches are computed once for all of them.

The way from the state of a table to the message for one page:

1. `Table.view` gives the state that a seat knows; seats that know the same get the same object.
2. `ViewGroups.group_of` finds the group of that state, or makes it: its blocks (`block_sets.py`) and its people.
3. `ViewGroup.patch_from` gives the patch from the group a seat was in before to this one (`patches.py`).
4. `SeatScreen.advance` (`seat_screen.py`) marks what is the seat's own in that patch, if anything is.

A seat that knows something else has another state, and therefore another group: nothing secret can pass between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fatetable.adapters.server.screens.block_sets import BlockSet
from fatetable.adapters.server.screens.patches import SharedPatch, encode_patch
from fatetable.adapters.server.screens.people import Presence, people_of
from fatetable.adapters.server.screens.stirring import has_same_stirring, stirring_of
from fatetable.adapters.server.wire import LogLine, Person, Stirring
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.view.ownership import owners_in
from fatetable.tabletop.seat_views import News
from fatetable.tabletop.table import Table

NOBODY: frozenset[str] = frozenset()


class ViewGroup:
    """Seats that see the same at one position: what they know, the blocks they see, and the people at the table.

    The game master has a group of their own, even if they know no more than the players: their blocks are others.
    """

    __slots__ = ("_patches", "blocks", "is_gm", "number", "people", "presence", "seats", "seq", "state", "stirring")

    def __init__(
        self,
        number: int,
        seq: int,
        state: State,
        blocks: BlockSet,
        presence: Presence,
        people: tuple[Person, ...],
        stirring: Stirring,
        *,
        is_gm: bool,
    ) -> None:
        self.number = number
        self.seq = seq
        self.state = state
        self.blocks = blocks
        self.presence = presence
        self.people = people
        self.stirring = stirring
        self.is_gm = is_gm
        self.seats: set[SeatId] = set()
        self._patches: dict[tuple[int, int, int], SharedPatch] = {}
        """By the number of the group before, the position up to which its seats had heard, and how far they count."""

    def patch_from(
        self,
        before: ViewGroup | None,
        news: News,
        compose: Callable[[Iterable[LogRecord]], tuple[LogLine, ...]],
        place: int,
    ) -> SharedPatch:
        """What changed for a seat that was in `before` and has been told `news`, of which `compose` makes lines.

        `place` is how far the seat has counted now.  Seats that come from the same group, were told the same public
        news and have counted as far share the patch.
        """
        is_shared = news.is_public and (before is not None or not news.records)
        key = (before.number if before else 0, news.after, place)
        patch = self._patches.get(key) if is_shared else None
        if patch is None:
            patch = self._patch(before, compose(news.records), place)
            if is_shared:
                self._patches[key] = patch
        return patch

    def _patch(self, before: ViewGroup | None, lines: tuple[LogLine, ...], place: int) -> SharedPatch:
        old = before.blocks if before else None
        blocks = self.blocks.changed_since(old)
        order = self.blocks.order if old is None or self.blocks.order is not old.order else None
        people = self.people if before is None or self.people != before.people else None
        stirring = self.stirring if before is None or self.stirring != before.stirring else None
        is_empty = not (lines or blocks) and order is None and people is None and stirring is None
        encoded = None if is_empty else encode_patch(place, blocks, order, lines, people, stirring=stirring)
        owners = NOBODY
        if not self.is_gm:
            shown = [self.blocks.blocks[key] for key in blocks] + [line.roll for line in lines if line.roll]
            owners = frozenset([owner for block in shown for owner in owners_in(block)])
        return SharedPatch(lines, blocks, order, people, stirring, owners, encoded)

    def release(self) -> None:
        """Free what is kept for seats that are still to be shown the same."""
        self._patches.clear()
        self.blocks.release()


class ViewGroups:
    """The view groups of one table at its present position."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._groups: list[ViewGroup] = []
        self._seq = 0
        self._made = 0

    def group_of(self, seat: Seat, state: State, before: ViewGroup | None, presence: Presence) -> ViewGroup:
        """The group of a seat that knows `state` now and was in `before`."""
        if self._seq != self._table.state.seq:
            self._seq = self._table.state.seq
            self._groups.clear()
        found = None
        for group in self._groups:
            if group.state is state and group.is_gm == seat.is_gm:
                found = group
        if found is None or found.presence != presence:
            found = self._make(seat, state, before, presence, replacing=found)
        found.seats.add(seat.id)
        return found

    def _make(
        self, seat: Seat, state: State, before: ViewGroup | None, presence: Presence, *, replacing: ViewGroup | None
    ) -> ViewGroup:
        self._made += 1
        if replacing is None:
            common = self._table.common_blocks(seat.id)
            blocks = BlockSet(self._made, common, before.blocks if before else None)
        else:
            # Somebody came or left; what the table shows stays the same.
            blocks = replacing.blocks
            self._groups.remove(replacing)
        is_same = before is not None and before.presence == presence and _has_same_people(before.state, state)
        people = before.people if before is not None and is_same else people_of(state, presence)
        is_stirring = before is not None and has_same_stirring(before.state, state)
        stirring = before.stirring if before is not None and is_stirring else stirring_of(state)
        group = ViewGroup(self._made, self._seq, state, blocks, presence, people, stirring, is_gm=seat.is_gm)
        self._groups.append(group)
        return group

    def release(self) -> None:
        """All seats have been shown the present: free what was kept to be shared."""
        for group in self._groups:
            group.release()


def _has_same_people(before: State, now: State) -> bool:
    """Slices are replaced and never changed, so it is enough to compare the objects."""
    return now.get(SEATS) is before.get(SEATS) and now.get(CAST) is before.get(CAST)
