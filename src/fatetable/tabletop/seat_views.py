"""What each seat knows: the fold of the records it was told.

Seats that know the same hold the same `State` object.  `ViewGroups` of the server builds on this: it groups seats by
their state object, and never has to compare states.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import Seat
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.fold_memo import MOST_KEPT, FoldMemo
from fatetable.tabletop.history import History, rewinds
from fatetable.tabletop.snapshot import Snapshot

ANONYMOUS = Seat(SeatId(""), "spectator")
"""A viewer without a seat; sees public records only."""


class News(NamedTuple):
    """The records a seat was told after position `after`; `is_public` if every seat was told the same ones."""

    records: tuple[LogRecord, ...]
    after: int
    is_public: bool


class _SeatView(NamedTuple):
    """What a seat knows at position `seq`."""

    seq: int
    seat: Seat
    state: State


class SeatViews:
    """The views of one table; a view is brought up to date when it is asked for."""

    def __init__(self, ruleset: Ruleset, history: History) -> None:
        self._history = history
        self._views: dict[SeatId, _SeatView] = {}
        self._memo = FoldMemo(ruleset)
        self._seq = len(history.records)
        self._step_began = 0
        self._public = News((), 0, is_public=False)
        """The public news that were asked for last; they go up to `_public_upto`."""
        self._public_upto = 0

    # -- what happened -------------------------------------------------------------------------------------------

    def hear(self, news: Sequence[LogRecord], *, is_rewind: bool) -> None:
        """These records were added to the log in one step.

        If everybody is told all of them, all views that are up to date advance at once, each distinct state once.
        Otherwise `of` advances one seat at a time.
        """
        self._step_began, self._seq = self._seq, len(self._history.records)
        if not news or is_rewind:
            return
        before = news[0].seq - 1
        # A private record just before may have made views differ that are equal again now: `of` unites them.
        if any(record.to is not None for record in (*self._history.records[before - 1 : before], *news)):
            return
        afters: dict[int, State] = {}
        for seat, (known, viewer, state) in self._views.items():
            if known == before:
                after = afters.get(id(state))
                if after is None:
                    after = state
                    for record in news:
                        after = self._memo.after(after, record)
                    afters[id(state)] = after
                self._views[seat] = _SeatView(self._seq, viewer, after)

    def forget_folds(self) -> None:
        """Free what was kept so that several seats can share it: all of them have been shown the present."""
        self._memo.clear()

    # -- what was told -------------------------------------------------------------------------------------------

    def news(self, viewer: Seat, after: int) -> News:
        """The records after a position as the viewer was told them."""
        public = self._public_records_since(after)
        if public.is_public:
            return public
        return News(tuple(told_all(self._history.records[after:], viewer)), after, is_public=False)

    def _public_records_since(self, after: int) -> News:
        """All records after a position, if everybody was told every one of them.

        A rewind is never public: people may have been told different parts of what counts after it.
        """
        if self._public.after != after or self._public_upto != self._seq:
            records = tuple(self._history.records[after:])
            is_public = all(record.to is None for record in records) and not rewinds(records)
            self._public, self._public_upto = News(records if is_public else (), after, is_public), self._seq
        return self._public

    # -- what is known -------------------------------------------------------------------------------------------

    def of(self, viewer: Seat) -> State:
        """What the viewer knows now."""
        known, as_whom, state = self._views.get(viewer.id, (0, viewer, EMPTY))
        if known == self._seq and as_whom.is_gm == viewer.is_gm:
            return state
        heard = self.news(viewer, known).records if known else ()
        is_anew = not known or as_whom.is_gm != viewer.is_gm or rewinds(heard)
        if is_anew:
            state = self._fold(self._history.snapshot, self._history.path, viewer)
        else:
            for record in heard:
                state = self._memo.after(state, record)
        if not viewer.is_gm and (is_anew or self._may_have_parted(known)):
            state = self._united(state)
        self._views[viewer.id] = _SeatView(self._seq, viewer, state)
        return state

    def at(self, viewer: Seat, position: int) -> State:
        """What the viewer would know if the log ended at this position."""
        return self._fold(*self._history.path_to(position), viewer)

    def after(self, state: State, heard: LogRecord) -> State:
        """A viewer's state after one more record."""
        return self._memo.after(state, heard)

    def _fold(self, snapshot: Snapshot, path: Sequence[LogRecord], viewer: Seat) -> State:
        known = snapshot.known_to(viewer)
        if known is None:
            path = self._history.whole_path_to(path[-1].seq if path else snapshot.seq)
            known = EMPTY
        return self._memo.fold(tuple(told_all(path, viewer)), known)

    def _may_have_parted(self, position: int) -> bool:
        """May a viewer who was at this position know the same as others without sharing their state object?

        That happens to viewers who come late, and after private records that made no lasting difference, at the
        latest one step later.
        """
        if position < self._step_began or self._seq - position > MOST_KEPT // 4:
            return True
        return any(record.to is not None for record in self._history.records[max(0, position - 1) :])

    def _united(self, state: State) -> State:
        """The state object of another player who knows the same, if there is one."""
        others = [other for at, whom, other in self._views.values() if at == self._seq and not whom.is_gm]
        return next((other for other in others if other == state), state)
