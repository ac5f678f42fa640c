"""Gifts for tests."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.tests.support.making import procedure


def improvement(name: str, **said: str) -> Entry:
    """An improvement with what is said about it: `scope`, `skill`, `instead` or `text`."""
    texts = {"text": said.pop("text")} if "text" in said else {}
    return Entry(name=name, texts=texts, lists={field: (value,) for field, value in said.items()})


def equipment(name: str, *improvements: Entry, gifts: int = 1, protective: bool = False, **more: Any) -> Entry:
    return Entry(
        name=name,
        kind="equipment",
        numbers={"gifts": gifts, "protective": int(protective)},
        lists={"skills": more.get("skills", ())},
        entries={"improvements": improvements, "drawbacks": more.get("drawbacks", ())},
    )


def theme(
    *benefits: tuple[str, str], name: str = "Drilled", instead: str = "Athletics", text: str = "on horseback"
) -> Entry:
    """A theme with benefits, each as its kind and the skill."""
    parts = tuple(
        Entry(
            kind=kind,
            texts={"text": text} if kind in ("narrow-bonus", "substitute") else {},
            lists={"skill": (skill,), **({"instead": (instead,)} if kind == "substitute" else {})},
        )
        for kind, skill in benefits
    )
    return Entry(name="Drilled", kind="theme", entries={"benefits": parts})


def with_gifts(sheet: Sheet, *gifts: Entry) -> Sheet:
    return msgspec.structs.replace(sheet, entries={**sheet.entries, "gifts": gifts})


def finished(sheet: Sheet, *gifts: Entry) -> Sheet:
    """The sheet as the builder hands it over."""
    return procedure().finish(with_gifts(sheet, *gifts))
