"""Drawbacks of a skill: which it needs, which it may have, and what each must say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.strange.book import Drawback, HeldDrawback
from fatetable.rulesets.strange.sheet import DRAWBACKS, MUNDANE
from fatetable.rulesets.strange.skills.checks.places import SkillPlace
from fatetable.rulesets.strange.skills.price import price_of

HERE = f"entries.{DRAWBACKS}"
PROFANE, SNAG, DELAY = "profane", "snag", "delay"


def drawback_problems(place: SkillPlace) -> Iterator[Problem]:
    known = [(number, held, row) for number, held, row in _rows(place) if row is not None]
    counting = [row for _, _, row in known if not _is_none_at_all(place, row)]
    yield from _required(place, counting)
    yield from _forbidden(place)
    for number, held, row in _rows(place):
        if row is None:
            message = f"there is no drawback {held.id[:60]!r}."
            yield place.error("unknown-drawback", message, "Choose another.", "SF-DRAW-01", at=f"{HERE}.{number}")
        else:
            yield from _wording(place, f"{HERE}.{number}", held, row)
    yield from _alike(place)
    yield from _wasted(place)


def _rows(place: SkillPlace) -> Iterator[tuple[int, HeldDrawback, Drawback | None]]:
    for number, held in enumerate(place.skill.drawbacks):
        yield number, held, place.tables.drawback(held.id)


def _is_none_at_all(place: SkillPlace, row: Drawback) -> bool:
    """On a mundane skill Profane asks for no points, so it is no drawback there (SF-DRAW-14)."""
    return row.kind == PROFANE and place.skill.tier == MUNDANE


def _required(place: SkillPlace, counting: list[Drawback]) -> Iterator[Problem]:
    """SF-DRAW-02."""
    if place.is_strange and not counting:
        fix = "Add a drawback of any kind."
        cites = ("SF-DRAW-02", "SF-SKILL-07", "SF-SKILL-08")
        yield place.error("drawback-missing", "every Strange skill has a drawback.", fix, *cites, at=HERE)
    is_raised = place.skill.kind == "unique" and place.skill.tier > MUNDANE
    if is_raised and not any(row.form == "aspect" for row in counting):
        message = "a Unique skill above Mundane comes with a Complication or a Conviction."
        yield place.error("aspect-drawback-missing", message, "Add one of the two.", "SF-DRAW-02", at=HERE)


def _forbidden(place: SkillPlace) -> Iterator[Problem]:
    if place.skill.kind == "common" and place.skill.tier == MUNDANE and place.skill.drawbacks:
        message = "a mundane Common skill cannot have drawbacks."
        yield place.error("drawback-not-allowed", message, "Take them off.", "SF-DRAW-04", at=HERE)


def _wording(place: SkillPlace, at: str, held: HeldDrawback, row: Drawback) -> Iterator[Problem]:
    if _is_none_at_all(place, row):
        message = "Profane is no drawback of a mundane skill."
        yield place.error("profane-mundane", message, "Raise its tier, or choose another.", "SF-DRAW-14", at=at)
    if row.form == "aspect" and not held.text.strip():
        message = f"its {row.name} is an aspect without words."
        yield place.error("drawback-unworded", message, "Write it.", _rule_of(row), at=f"{at}.texts.text")
    if row.kind == SNAG and not held.text.strip():
        message = "its Snag does not say what the limit is."
        yield place.error("drawback-unworded", message, "Say it.", "SF-DRAW-10", at=f"{at}.texts.text")
    if row.form == "transform":
        yield from _transform(place, at, held)
    if row.kind == DELAY and held.each_use and row.value < 2:
        message = "a Delay for each use is a Major one."
        yield place.error("delay-too-small", message, "Take Major Delay.", "SF-DRAW-08", at=at)
    if row.form == "device" and not held.aspect:
        message = "a Major Focus has an aspect of the character for its device."
        yield place.error("device-without-aspect", message, "Choose which.", "SF-DRAW-09", at=f"{at}.lists.aspect")


def _transform(place: SkillPlace, at: str, held: HeldDrawback) -> Iterator[Problem]:
    """SF-DRAW-12: with Variable the new aspect is chosen each time."""
    if not held.aspect:
        message = "a transformation replaces one of the free aspects."
        yield place.error("transform-without-aspect", message, "Choose which.", "SF-DRAW-12", at=f"{at}.lists.aspect")
    if not held.becomes.strip() and not place.skill.has("variable"):
        message = "it is not said what the transformation makes of the aspect."
        yield place.error("drawback-unworded", message, "Write the new aspect.", "SF-DRAW-12", at=f"{at}.texts.becomes")
    if held.can_fail and not any(row is not None and row.kind == SNAG for _, _, row in _rows(place)):
        message = "a transformation that can fail or be prevented is a Snag as well."
        yield place.error("snag-missing", message, "Add the Snag.", "SF-DRAW-13", at=at)


def _alike(place: SkillPlace) -> Iterator[Problem]:
    """SF-DRAW-16: the same kind may come again if it limits the skill in another way."""
    often: Counter[tuple[str, str]] = Counter()
    for number, held, row in _rows(place):
        if row is None:
            continue
        key = (row.kind, held.text.strip().casefold())
        often[key] += 1
        if often[key] > 1:
            message = f"two drawbacks limit it in the same way: {row.name}."
            fix = "Say how the second one differs, or take it off."
            yield place.error("drawback-twice", message, fix, "SF-DRAW-16", at=f"{HERE}.{number}")


def _wasted(place: SkillPlace) -> Iterator[Problem]:
    lines = price_of(place.tables, place.skill).lines
    lost = next((line.amount for line in lines if line.is_cut), 0)
    if lost:
        message = f"{lost} of its drawbacks' worth is lost, because a skill never costs less than its rating."
        yield place.advice("drawbacks-wasted", message, "Add trappings or extras.", "SF-BUILD-10", at=HERE)


def _rule_of(row: Drawback) -> str:
    return "SF-DRAW-06" if row.kind == "conviction" else "SF-DRAW-05"
