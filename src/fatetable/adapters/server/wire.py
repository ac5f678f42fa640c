"""What travels between the server and a page over a seat's socket; the page's types are made from these.

Only shapes: who is told what is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from fatetable.engine.messages import Command
from fatetable.engine.offers import Hole, Price
from fatetable.engine.seats import Role
from fatetable.mechanics.blocks import Block, RollBlock

VERSION = 1
"""Of the messages below; a page built for another version is told to load itself again."""


# -- from the page --------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """The first message: the key of a seat, and the last position this page has seen."""

    key: str
    after: int = 0
    version: int = VERSION


class Do(Struct, frozen=True, tag="do", tag_field="t", forbid_unknown_fields=True):
    """Do something; `id` is chosen by the page and makes sending it again harmless.

    `seat` is set by the game master who acts for someone who is away.
    """

    id: str
    command: dict[str, Any]
    seat: str = ""


class AskOdds(Struct, frozen=True, tag="ask-odds", tag_field="t", forbid_unknown_fields=True):
    """The chances before and after these offers, by their keys."""

    id: str
    offers: tuple[str, ...]


class StandIn(Struct, frozen=True, tag="stand-in", tag_field="t", forbid_unknown_fields=True):
    """The game master wants the offers of this seat as well; an empty seat ends it."""

    seat: str = ""


class Foresee(Struct, frozen=True, tag="foresee", tag_field="t", forbid_unknown_fields=True):
    """What would an offer that moves the story on bring about?  By its key; for the game master."""

    id: str
    offer: str


FromPage: TypeAlias = Hello | Do | AskOdds | StandIn | Foresee


# -- to the page ----------------------------------------------------------------------------------------------------


class OfferView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An offer under a key that stays the same as long as the offer does.

    `label` is what the button says; for an answer it is the answer alone, the question is in the prompt's block.
    """

    key: str
    command: Command
    label: str
    group: str
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cites: tuple[str, ...] = ()
    changes: str = ""
    note: str = ""


class LogLine(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One line of the record of play.

    `kind` is `line`, `said`, `roll`, `points` or `rewound`; a `roll` is the card as it lay when it was settled.
    `undone` lines were taken back by a rewind; `step` is the position a rewind to before this line goes to.
    What is `said` is said by the seat `by`, and whispered `to` the seats named, if any are.
    """

    seq: int
    text: str
    kind: str = "line"
    by: str = ""
    to: tuple[str, ...] = ()
    roll: RollBlock | None = None
    step: int = 0
    undone: bool = False


class Person(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody at the table, whether their page is connected, and whom they play."""

    seat: str
    name: str
    role: Role
    is_here: bool = False
    is_taken: bool = False
    characters: tuple[str, ...] = ()


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="t"):
    """Who you are and where; a `Patch` with everything follows.  `fresh` tells the page to forget what it has."""

    version: int
    table: str
    title: str
    ruleset: str
    ruleset_title: str
    lexicon: Mapping[str, str]
    seat: str
    role: Role
    commitment: str
    dials: Mapping[str, str | int | bool]
    fresh: bool = True


class Patch(Struct, frozen=True, kw_only=True, tag="patch", tag_field="t", omit_defaults=True):
    """What changed for this viewer up to position `seq`.

    `blocks` and `offers` hold only what is new or different, by key; `order` and `menu` list the keys of all that
    are shown now, and are left out if the list is as it was.  Offers may come a moment after the blocks they belong
    to.  `proxy` are the offers of the seat the game master stands in for.  `undone` are all stretches of the log, from
    one position to another, that rewinds have taken back; it comes when there are others than before.
    """

    seq: int
    blocks: Mapping[str, Block] = {}
    order: tuple[str, ...] | None = None
    offers: tuple[OfferView, ...] = ()
    menu: tuple[str, ...] | None = None
    proxy: tuple[OfferView, ...] | None = None
    log: tuple[LogLine, ...] = ()
    undone: tuple[tuple[int, int], ...] | None = None
    people: tuple[Person, ...] | None = None


class Done(Struct, frozen=True, tag="done", tag_field="t"):
    """The command was carried out, is on disk, and left the table at `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused", tag_field="t", omit_defaults=True):
    """The command was not carried out: one sentence, and the rules that say so."""

    id: str
    code: str
    message: str
    cites: tuple[str, ...] = ()


class OddsView(Struct, frozen=True):
    """The chance of each outcome in the order of the ruleset, before and after, in words for people's eyes."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    summary: str


class OddsTold(Struct, frozen=True, tag="odds", tag_field="t"):
    id: str
    odds: Mapping[str, OddsView]


class Foreseen(Struct, frozen=True, tag="foreseen", tag_field="t"):
    """The lines the log would gain by the offer of this key; none where that cannot be told before."""

    id: str
    offer: str
    lines: tuple[str, ...]


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="t"):
    """The last message before the server closes the socket; `may_return` if connecting again makes sense."""

    code: str
    message: str
    may_return: bool = False


ToPage: TypeAlias = Welcome | Patch | Done | Refused | OddsTold | Foreseen | Goodbye


def key_of(block: Block) -> str:
    """The key under which a page keeps a block: its kind, and which one of that kind it is."""
    kind = str(block.__struct_config__.tag)
    which = getattr(block, "id", None) or getattr(block, "actor", None) or getattr(block, "title", "")
    return kind if kind == "scene" or not which else f"{kind}:{which}"
