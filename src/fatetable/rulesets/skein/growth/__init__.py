"""Experience and what it buys; oaths."""

from fatetable.rulesets.skein.growth.assembly import parts
from fatetable.rulesets.skein.growth.experience import (
    DEVELOPMENT,
    ChangeProposed,
    DeedPraised,
    FreeChangeUsed,
    OathCredited,
    ProposalClosed,
    RefreshBegan,
    RefreshEnded,
    unspent,
)
from fatetable.rulesets.skein.growth.oaths import oaths_of

__all__ = [
    "DEVELOPMENT",
    "ChangeProposed",
    "DeedPraised",
    "FreeChangeUsed",
    "OathCredited",
    "ProposalClosed",
    "RefreshBegan",
    "RefreshEnded",
    "oaths_of",
    "parts",
    "unspent",
]
