"""What was paid for on an open roll: aspects that were invoked, and parts that were bought with points alone."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.points.payment import Payment
from fatetable.mechanics.rolls.comparing.sides import DieChange, Modifier, Use


class Invocation(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What was invoked on an open roll, complete enough to take it back."""

    seat: SeatId
    party: ActorId
    aspect: AspectCard
    effect: str
    effort: int
    payment: str
    paid_to: str
    explanation: str
    use: Use
    throw: int = 0
    """Which throw of the effort it caused, if it caused one."""
    die: DieChange | None = None
    """Which die it changed, if it changed one."""


class Outlay(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What somebody paid to add a part to an effort; while it is cancelled the effort has it not."""

    id: str
    party: ActorId
    effort: int
    effect: str
    payment: Payment
    part: Modifier
    explanation: str = ""
    is_cancelled: bool = False
