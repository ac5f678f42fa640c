"""A skill with its place on a sheet, and how its problems are written down."""

from __future__ import annotations

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Entry, Problem
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import Skill


class SkillPlace(Struct, frozen=True):
    """`where` is the path of the entry that the skill is read from."""

    tables: Tables
    where: str
    entry: Entry
    skill: Skill

    def error(self, code: str, message: str, fix: str, *cites: str, at: str = "") -> Problem:
        return Problem("error", code, self.at(at), f"{self.name}: {message}", fix, cites)

    def advice(self, code: str, message: str, fix: str, *cites: str, at: str = "") -> Problem:
        return Problem("advice", code, self.at(at), f"{self.name}: {message}", fix, cites)

    def at(self, inside: str) -> str:
        return f"{self.where}.{inside}" if inside else self.where

    @property
    def name(self) -> str:
        return self.skill.name.strip()[:60] or "This skill"

    @property
    def is_strange(self) -> bool:
        return self.skill.is_strange
