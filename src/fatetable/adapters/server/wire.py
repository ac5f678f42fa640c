"""The messages between the server and a page over the WebSocket of a seat.

The TypeScript types of the page are generated from these (`codegen/socket_types.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Hole, OfferGroup, Price, RollSide, Target, Verb
from fatetable.engine.seats import Role
from fatetable.mechanics.view.blocks import Block, RollBlock
from fatetable.tabletop.words.line_kinds import LineKind

VERSION = 2
"""The version of these messages; a page built for another one is told to reload."""


# -- from the page --------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """The first message: the key of a seat, and the last position this page has seen, in the role it had then."""

    key: str
    after: int = 0
    role: str = ""
    version: int = VERSION


class Do(Struct, frozen=True, tag="do", tag_field="t", forbid_unknown_fields=True):
    """A command; with the same `id`, chosen by the page, it is carried out only once.

    `seat` is set by the game master to act for someone who is away.
    """

    id: str
    command: dict[str, Any]
    seat: str = ""


class AskOdds(Struct, frozen=True, tag="ask-odds", tag_field="t", forbid_unknown_fields=True):
    """Asks for the chances before and after these offers, by their keys."""

    id: str
    offers: tuple[str, ...]


class StandIn(Struct, frozen=True, tag="stand-in", tag_field="t", forbid_unknown_fields=True):
    """The game master wants the offers of this seat as well; an empty seat ends it."""

    seat: str = ""


class Foresee(Struct, frozen=True, tag="foresee", tag_field="t", forbid_unknown_fields=True):
    """Asks for the lines that an offer of the group "moment" would add to the log; for the game master."""

    id: str
    offer: str


FromPage: TypeAlias = Hello | Do | AskOdds | StandIn | Foresee


# -- to the page ----------------------------------------------------------------------------------------------------


class OfferView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An offer under a key that stays the same as long as the offer does.

    `label` is what the button says; for an answer it is the answer alone, the question is in the prompt's block.
    `actor` is the character who acts and `name` their name, which the label leaves out.  Offers of one `family` differ
    only in their `member`; `effect` says what using the member does.  `price` is in points, `cost` is what else it
    costs.
    """

    key: str
    command: Command
    label: str
    group: OfferGroup
    verb: Verb
    actor: str = ""
    name: str = ""
    target: Target | None = None
    family: str = ""
    member: str = ""
    effect: str = ""
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cost: str = ""
    cites: tuple[str, ...] = ()
    changes: RollSide | None = None
    note: str = ""


class LogLine(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One line of the record of play, at a position as the viewer counts.

    `kind` groups lines: `roll` is the outcome of a roll, with its card in `roll`; `scene` a heading, `turn` a divider,
    `end` the end of an encounter, `set-up` what is arranged rather than played, `dice` what keeps the dice fair.
    `of` is the roll or the compel that a line belongs to.  `at` is when it happened, in seconds since 1970.
    `undone` lines were undone by a rewind; `step` is the position that a rewind to before this line goes to.
    A `said` line comes from the seat `by`, and is a whisper if it names seats in `to`.
    """

    seq: int
    text: str
    kind: LineKind = "line"
    of: str = ""
    at: int = 0
    by: str = ""
    to: tuple[str, ...] = ()
    roll: RollBlock | None = None
    step: int = 0
    undone: bool = False


class Person(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person at the table: their seat, whether a page is connected, and whom they play."""

    seat: str
    name: str
    """Empty where nobody has taken the seat of a ready-made scene yet."""
    role: Role
    is_here: bool = False
    is_taken: bool = False
    is_away: bool = False
    """Play goes on without them until they do something."""
    characters: tuple[str, ...] = ()


class Stirring(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a page needs to stir the dice by itself; `docs/dice.md` says how.

    `pledges` are those that stand, `asked` those of the seats that are asked for their words, of which the `owing` have
    not told them.  A seat that is `resting` may not pledge before the next throw.  `is_due` if the dice were sealed
    since they were stirred last.
    """

    pledges: Mapping[SeatId, str] = {}
    asked: Mapping[SeatId, str] = {}
    owing: tuple[SeatId, ...] = ()
    resting: tuple[SeatId, ...] = ()
    is_due: bool = False


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="t"):
    """The first message to a page; a `Patch` with everything follows.  With `fresh`, the page drops what it has.

    `art` is the name of the table's picture, `content` the tables of the campaign's own as they are written.
    """

    version: int
    table: str
    title: str
    art: str
    ruleset: str
    ruleset_title: str
    lexicon: Mapping[str, str]
    seat: str
    role: Role
    commitment: str
    dials: Mapping[str, str | int | bool]
    content: Mapping[str, str]
    fresh: bool = True


class Patch(Struct, frozen=True, kw_only=True, tag="patch", tag_field="t", omit_defaults=True):
    """What changed for this viewer up to position `seq`, in the viewer's own count.

    `blocks` and `offers` hold only what is new or different; `order` and `menu` list the keys of all blocks and offers,
    and are left out if they have not changed.  Offers may come later than the blocks they belong to; `same_menu` says
    that they were looked at and are as before.  `proxy` are the offers of the seat the game master stands in for.
    `undone` are all stretches of the log that rewinds have undone, each from one position to another; it is left out if
    it has not changed.
    """

    seq: int
    blocks: Mapping[str, Block] = {}
    order: tuple[str, ...] | None = None
    offers: tuple[OfferView, ...] = ()
    menu: tuple[str, ...] | None = None
    same_menu: bool = False
    proxy: tuple[OfferView, ...] | None = None
    log: tuple[LogLine, ...] = ()
    undone: tuple[tuple[int, int], ...] | None = None
    people: tuple[Person, ...] | None = None
    stirring: Stirring | None = None


class Done(Struct, frozen=True, tag="done", tag_field="t"):
    """The command was carried out and stored, and led to position `seq` in the sender's own count."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused", tag_field="t", omit_defaults=True):
    """The command was not carried out: one sentence, and the rules that say so."""

    id: str
    code: str
    message: str
    cites: tuple[str, ...] = ()


class OddsView(Struct, frozen=True):
    """The chance of each outcome before and after, in percent and in the order of the ruleset; `summary` is a text."""

    before: Mapping[str, int]
    after: Mapping[str, int]
    summary: str


class OddsTold(Struct, frozen=True, tag="odds", tag_field="t"):
    id: str
    odds: Mapping[str, OddsView]


class Foreseen(Struct, frozen=True, tag="foreseen", tag_field="t"):
    """The lines the offer would add to the log; none if a preview is not possible."""

    id: str
    offer: str
    lines: tuple[str, ...]


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="t"):
    """The last message before the server closes the socket; `may_return` if connecting again makes sense.

    With a `table`, the page connects again at once and names that table in the address: `/ws?table=ID`.
    """

    code: str
    message: str
    may_return: bool = False
    table: str = ""


ToPage: TypeAlias = Welcome | Patch | Done | Refused | OddsTold | Foreseen | Goodbye


def key_of(block: Block) -> str:
    """The key of a block on a page: its kind, and its id, character or title."""
    kind = str(block.__struct_config__.tag)
    which = getattr(block, "id", None) or getattr(block, "actor", None) or getattr(block, "title", "")
    return kind if kind == "scene" or not which else f"{kind}:{which}"
