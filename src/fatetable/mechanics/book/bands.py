"""From a margin to an outcome: the table of thresholds a ruleset reads its rolls with.

`book.grants` says what an outcome grants.
"""

from bisect import bisect_right
from itertools import pairwise

from msgspec import Struct


class Bands(Struct, frozen=True):
    """Outcomes from worst to best, each with the lowest margin that still belongs to it (inclusive).

    The first band has no lowest margin (`None`), so that every margin has an outcome.

    >>> bands = Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed")
    >>> bands.outcome(2), bands.outcome(3), bands.outcome(-7)
    ('succeed', 'style', 'fail')
    >>> bands.succeeds(0), bands.succeeds(3)
    (False, True)
    """

    rows: tuple[tuple[int | None, str], ...]
    success: str
    """The least outcome that counts as a success."""

    def __post_init__(self) -> None:
        if not self.rows or self.rows[0][0] is not None:
            raise ValueError("the first band must be open below, or some margins have no outcome")
        if any(lowest is None for lowest, _ in self.rows[1:]):
            raise ValueError("only the first band may be open below")
        if any(lower >= upper for lower, upper in pairwise(self.thresholds)):
            raise ValueError("bands must be listed from the lowest margin up")
        if len(set(self.outcomes)) != len(self.rows):
            raise ValueError("each outcome may have one band only")
        if self.success not in self.outcomes:
            raise ValueError(f"{self.success!r} is none of the outcomes")

    @property
    def outcomes(self) -> tuple[str, ...]:
        """All outcomes, worst first."""
        return tuple(outcome for _, outcome in self.rows)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The lowest margins of all bands but the first."""
        return tuple(lowest for lowest, _ in self.rows if lowest is not None)

    def outcome(self, margin: int) -> str:
        """The outcome a margin gives."""
        return self.rows[bisect_right(self.thresholds, margin)][1]

    @property
    def successes(self) -> tuple[str, ...]:
        """All outcomes that count as a success, worst first."""
        return self.outcomes[self.outcomes.index(self.success) :]

    def succeeds(self, margin: int) -> bool:
        return self.outcome(margin) in self.successes

    def lowest_margin(self, outcome: str) -> int | None:
        """The margin from which on an outcome, or a better one, is reached; `None` if every margin reaches it."""
        for lowest, name in self.rows:
            if name == outcome:
                return lowest
        raise KeyError(outcome)
