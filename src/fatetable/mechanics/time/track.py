"""The time track of a book: named steps from the shortest to the longest, along which durations move."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class TimeTrack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seconds` say how much each step counts for where spans add up; `aliases` are other names for steps.

    Success moves a duration by `steps_per_degree` for each point of it, `most_steps` at most.

    >>> track = TimeTrack(
    ...     track=("An instant", "A minute", "An hour", "A day"), seconds=(0, 60, 3600, 86400), most_steps=2
    ... )
    >>> track.step_for(90)
    'An hour'
    >>> track.shortened("A day", 1), track.shortened("A day", 9), track.lengthened("An hour", 5)
    ('An hour', 'A minute', 'A day')
    """

    track: tuple[str, ...]
    seconds: tuple[int, ...] = ()
    steps_per_degree: int = 1
    most_steps: int = 4
    aliases: Mapping[str, str] = {}

    def __contains__(self, step: str) -> bool:
        return step in self.track or step in self.aliases

    def index(self, step: str) -> int:
        return self.track.index(self.aliases.get(step, step))

    def moved(self, step: str, steps: int) -> str:
        """So many steps longer, or shorter if negative; past the ends it stays on the last step or the first."""
        return self.track[min(max(0, self.index(step) + steps), len(self.track) - 1)]

    def shortened(self, step: str, degree: int, least: str = "") -> str:
        """How long something takes that succeeds by so much; no less than `least`, if that is given."""
        fewer = min(max(0, degree) * self.steps_per_degree, self.most_steps)
        least_index = min(self.index(least or self.track[0]), self.index(step))
        return self.track[max(least_index, self.index(step) - fewer)]

    def lengthened(self, step: str, steps: int) -> str:
        return self.moved(step, max(0, steps))

    def between(self, first: str, second: str) -> int:
        """How many steps the second is longer than the first; negative if it is shorter."""
        return self.index(second) - self.index(first)

    def shorter_of(self, first: str, second: str) -> str:
        return first if self.between(first, second) >= 0 else second

    def seconds_of(self, step: str) -> int:
        """How many seconds a step stands for; 0 on a track without any."""
        return self.seconds[self.index(step)] if self.seconds else 0

    def step_for(self, seconds: int) -> str:
        """The least step that is as long, or the longest there is."""
        return next((step for step in self.track if self.seconds_of(step) >= seconds), self.track[-1])
