"""The folds that recur: an event replaces a slice, some fields of it, or one entry of a mapping."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from fatetable.engine.subsystem import Fold


def set_to(field: str) -> Fold:
    """The slice becomes what the event holds in that field."""
    value = attrgetter(field)
    return lambda _, event: value(event)


def update(*fields: str) -> Fold:
    """Fields of the slice take the values of the event's fields of the same name."""

    def fold(held: Any, event: Any) -> Any:
        return msgspec.structs.replace(held, **{field: getattr(event, field) for field in fields})

    return fold


def put(key: str, value: str) -> Fold:
    """One entry of a mapping: `put("card.id", "card")` files the event's card under its id."""
    key_of, value_of = attrgetter(key), attrgetter(value)
    return lambda held, event: {**held, key_of(event): value_of(event)}


def drop(key: str) -> Fold:
    """One entry of a mapping less."""
    key_of = attrgetter(key)

    def fold(held: Any, event: Any) -> Any:
        gone = key_of(event)
        return {name: value for name, value in held.items() if name != gone}

    return fold


def change(key: str, *fields: str) -> Fold:
    """Fields of one entry of a mapping take the values of the event's fields; nothing happens if it is not there."""
    key_of = attrgetter(key)

    def fold(held: Any, event: Any) -> Any:
        changed = key_of(event)
        entry = held.get(changed)
        if entry is None:
            return held
        return {**held, changed: msgspec.structs.replace(entry, **{field: getattr(event, field) for field in fields})}

    return fold


def append(field: str) -> Fold:
    """One more at the end of a tuple."""
    value = attrgetter(field)
    return lambda held, event: (*held, value(event))
