"""Reads the JSON body of a request into a typed value, or says in one sentence why it cannot be read."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.errors import MalformedCommand


def check_is_json(content_type: str) -> None:
    if content_type.partition(";")[0].strip().casefold() != "application/json":
        raise MalformedCommand("not-json", "The request has to be JSON, and say so.")


def decode(raw: bytes, shape: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise MalformedCommand("bad-request", f"The request cannot be read: {_first_line(error)}.") from None
    except msgspec.DecodeError:
        raise MalformedCommand("not-json", "The request is not valid JSON.") from None


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200].rstrip(".")
