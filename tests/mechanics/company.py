"""The rolling game with people who belong to somebody: companions, minions, servants and organisations."""

from __future__ import annotations

from typing import Any

from fatetable.engine.errors import Refusal
from fatetable.engine.messages import SeatId
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, followers_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.followers import BringAlong, FollowerKind, Followers
from tests.mechanics.rolling_game import HARM, rolling
from tests.mechanics.small_game import RETH, SmallGame, cites, sheet

REX = ActorId("rex")
KINDS = (
    FollowerKind(kind="companion", label="a companion", form="companion"),
    FollowerKind(kind="servant", label="a servant", form="servant"),
    FollowerKind(kind="minion", label="minions", form="minion", leaves="scene"),
    FollowerKind(
        kind="organisation", label="an organisation", form="organisation", goes_along=False, stands_alone=True
    ),
    FollowerKind(kind="shade", label="a shade", form="shade", leaves="scene", is_brought=False),
)


def _phases(sheet: Sheet) -> int:
    return sheet.numbers.get("phases", 0)


def too_many_phases(_: State, patron: Actor | None, sheet: Sheet) -> Refusal | None:
    """No servant has more phases than its patron (F2-EXT-12)."""
    if patron is None or sheet.kind != "servant" or _phases(sheet) <= _phases(patron.sheet):
        return None
    return Refusal("too-many-phases", f"{sheet.name} has more phases than {patron.name}.")


def many_phases(patron: Actor | None, sheet: Sheet) -> tuple[str, ...]:
    """The game master approves of servants, and is told of one with more than half its patron's phases."""
    if patron is None or sheet.kind != "servant":
        return ()
    asked = ("A servant.",)
    return (*asked, "More than half.") if _phases(sheet) * 2 > _phases(patron.sheet) else asked


FOLLOWERS = Followers(ruleset="small", kinds=KINDS, cites=cites, cannot_have=too_many_phases, to_agree_to=many_phases)


def company(*dice: str, followers: Followers = FOLLOWERS, **options: Any) -> SmallGame:
    more = {kind.kind: HARM["foe"] for kind in KINDS}
    return rolling(*dice, extra=(followers,), harms=more, scenes={"goes_along": followers.goes_along}, **options)


def follower(name: str = "Rex", kind: str = "companion", speed: int = 2, **more: Any) -> Sheet:
    return sheet(name, kind, speed, **more)


def bring(g: SmallGame, seat: str = "ana", patron: ActorId = RETH, name: str = "Rex", **more: Any) -> ActorId:
    """A companion of Reth's, unless something else is said."""
    run_by_gm = more.pop("is_run_by_gm", False)
    g.do(seat, BringAlong(sheet=follower(name, **more), patron=patron, is_run_by_gm=run_by_gm))
    return followers_of(g.state, patron)[-1].id


def lead(g: SmallGame, seat: str, name: str) -> ActorId:
    """An organisation that a player leads without a character."""
    g.do(seat, BringAlong(sheet=follower(name, "organisation"), patron=NOBODY, seat=SeatId(seat)))
    return ActorId(name.lower())
