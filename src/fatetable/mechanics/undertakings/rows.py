"""Procedures as rows of a table: what is rolled against what, what counts for it, how long it takes, what it gives."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.engine.offers import Verb
from fatetable.mechanics.modifiers.menus import MenuRow
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.undertaking import CALLED


class Rung(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One difficulty of a table; with `or_more` it is the least there can be.

    `scale` is its step where a game has several; `time` is how long it takes, where the table says so.
    """

    name: str
    difficulty: int
    scale: int = 0
    time: str = ""
    or_more: bool = False

    @property
    def label(self) -> str:
        return f"Set {self.difficulty:+d}: {self.name}"


class Span(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long one sort of work takes."""

    name: str
    time: str

    @property
    def label(self) -> str:
        return f"{self.name} ({self.time})"


class Yield(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a success brings from so many shifts up; `{number}` in it is one more for `every` so many beyond."""

    shifts: int
    says: str
    every: int = 0

    def told(self, margin: int) -> str:
        return self.says.format(number=1 + (margin - self.shifts) // self.every if self.every else 1)


class Procedure(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"rungs": "rung", "modifiers": "modifier", "spans": "span", "yields": "yield"},
):
    """Something people do by a roll, as a row says it.

    It is rolled with one of the `skills`, or with any if none is named.  The opposition is a `difficulty`; or one of
    the `rungs`, or the highest of several figures (`highest_of`), which the game master names when asked the question
    `asks`; or else whom it is done to, who may answer with what it is `opposed_by`, or what code knows it is against,
    once the game master agrees where something is asked.  What stands `alone` is against nothing yet; a difficulty on
    its `own_scale` is on that of what is rolled with.  Of each `further` thing that the game master counts, the
    difficulty is one more.
    `words` describe it where nobody has to, with `{name}` and `{target}`.  What takes `calm` is not done in an
    encounter; what is done `once` in a while is done so to each target.  Where it makes an aspect, the row says what
    the `aspect` is called that people word; what they pick before, from what code lists, it calls `picks`.  The
    modifiers that `always` count are not claimed.  With a rating that much above the difficulty it is `easy` and needs
    no roll.  It costs as many fate points as its `price`.
    It takes `time`, or what the game master says of the `spans`; with `time_at` that is the time for this difficulty,
    and each point more or less is a step more or less.  The log tells the time under the name it is `called` by.
    A success is faster by a step for each shift, `saves` steps at most.  A failure is made good by taking up to
    `extends` steps longer, one for each shift that is missing, or by lowering what `lowers` names by as much.
    What a success `yields` is a fact from then on; with `spares` only the shifts beyond what that takes save time.
    """

    id: str
    label: str
    topic: str
    verb: Verb = "overcome"
    skills: tuple[str, ...] = ()
    action: str = CALLED
    takes_action: bool = True
    price: int = 0
    target: Literal["", "other"] = ""
    target_label: str = "whom"
    words: str = ""
    aspect: str = ""
    picks: str = ""
    difficulty: int | None = None
    opposed_by: tuple[str, ...] = ()
    alone: bool = False
    own_scale: bool = False
    calm: bool = False
    once: Literal["", "turn", "scene", "session", "story"] = ""
    rungs: tuple[Rung, ...] = ()
    highest_of: tuple[str, ...] = ()
    asks: str = ""
    further: str = ""
    modifiers: tuple[MenuRow, ...] = ()
    always: tuple[MenuRow, ...] = ()
    easy: tuple[Yield, ...] = ()
    time: str = ""
    called: str = ""
    spans: tuple[Span, ...] = ()
    time_at: int | None = None
    saves: int = 0
    extends: int = 0
    lowers: str = ""
    yields: tuple[Yield, ...] = ()
    spares: bool = False

    @property
    def is_asked(self) -> bool:
        """Does the game master say what it is against, or whether it may be tried?"""
        return self.difficulty is None and bool(self.rungs or self.highest_of or self.asks)

    def yielded(self, margin: int) -> str:
        """What a success by so much brings."""
        found = _reached(self.yields, margin)
        return found.told(margin) if found is not None else ""

    def made_easy(self, ahead: int) -> str:
        """How somebody does it without a roll whose rating is that much above the difficulty; nothing, if they roll."""
        found = _reached(self.easy, ahead)
        return found.told(ahead) if found is not None else ""

    def use_of(self, target: str) -> str:
        """What doing it once is called in the ledger of uses."""
        return f"{self.label} {target}".strip()

    def usual_time(self, track: TimeTrack, difficulty: int, said: str = "") -> str:
        """How long it takes if it goes neither well nor badly, as was `said` or as the row has it."""
        time = said or self.time
        if not time or self.time_at is None:
            return time
        return track.moved(time, difficulty - self.time_at)

    def time_taken(self, track: TimeTrack, usual: str, margin: int) -> str:
        needed = _reached(self.yields, margin) if self.spares else None
        left = margin - (needed.shifts if needed is not None else 0)
        return track.moved(usual, -min(max(0, left), self.saves)) if usual else ""

    def ways_to_make_up(self, missing: int, most_lowered: int | None = None) -> tuple[tuple[int, int], ...]:
        """The ways to make up for so many missing shifts: how many steps longer, and how much is lowered."""
        longest = min(self.extends, missing)
        lowest = missing if most_lowered is None else most_lowered
        least = max(0, missing - lowest) if self.lowers else missing
        return tuple((steps, missing - steps) for steps in range(longest, least - 1, -1))


def _reached(rows: tuple[Yield, ...], shifts: int) -> Yield | None:
    return next((each for each in reversed(rows) if shifts >= each.shifts), None)
