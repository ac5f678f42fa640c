"""How problems of a sheet are written down."""

from __future__ import annotations

from fatetable.mechanics.characters.sheet import Problem


def error(code: str, where: str, message: str, fix: str, *cites: str) -> Problem:
    return Problem("error", code, where, message, fix, cites)


def advice(code: str, where: str, message: str, fix: str, *cites: str) -> Problem:
    return Problem("advice", code, where, message, fix, cites)
