"""How errors are told over HTTP: a status, a stable code, one sentence."""

from __future__ import annotations

from msgspec import Struct

from fatetable.adapters.server.protection.quotas import NoRoom
from fatetable.adapters.server.protection.rate_limits import TooMany
from fatetable.builder.pdf import SheetNotPrinted
from fatetable.engine.errors import (
    FatetableError,
    InvalidContent,
    InvalidDials,
    MalformedCommand,
    RuleViolation,
    UnknownRuleset,
)
from fatetable.tabletop.storage.lobby import NotAdmitted
from fatetable.tabletop.storage.store import StoreFailed


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a stable code, one sentence, and the rules that say so."""

    code: str
    message: str
    cites: tuple[str, ...] = ()


NOT_NOW = "The server cannot keep or read its tables at the moment; try again later."


def problem_of(error: FatetableError) -> Problem:
    cites = error.cites if isinstance(error, RuleViolation) else ()
    return Problem(error.code, NOT_NOW if is_internal(error) else error.message, cites)


def is_internal(error: FatetableError) -> bool:
    """Does its message name files of the server?  Then players must not read it."""
    return isinstance(error, StoreFailed) and error.code not in _BY_CODE


_BY_CODE = {
    "not-stored": 503,
    "unknown-table": 404,
    "no-such-rule": 404,
    "no-such-scene": 404,
    "no-such-form": 404,
    "unknown-seat": 404,
    "no-such-character": 404,
    "cross-site": 403,
    "gm-only": 403,
    "not-your-seat": 403,
    "watch-only": 403,
    "too-large": 413,
    "image-too-large": 413,
    "work-too-long": 413,
    "work-failed": 413,
    "images-full": 409,
    "tables-closed": 403,
    "no-such-image": 404,
    "no-such-actor": 404,
    "not-yours": 403,
    "seat-taken": 409,
    "played-elsewhere": 421,
}


def status_of(error: FatetableError) -> int:
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    match error:
        case NotAdmitted():
            return 401
        case UnknownRuleset():
            return 404
        case InvalidDials() | InvalidContent():
            return 422
        case TooMany():
            return 429
        case StoreFailed() | SheetNotPrinted():
            return 503
        case RuleViolation() | NoRoom():
            return 409
        case MalformedCommand():
            return 400
        case _:
            return 500
