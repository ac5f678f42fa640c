"""Stunts of Fate Accelerated: the templates people compose them from, and what may be wrong with one.

What the rules apply by themselves must follow a template, unless the game master waives it.  Anything may be written
in words, for people to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import Choice
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.creation import FeatureTemplate, TemplateField
from fatetable.mechanics.characters.effects import (
    ActFirst,
    Bonus,
    Effect,
    Feature,
    Limit,
    Narrative,
    RemoveAspect,
    When,
)
from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.fae.book import Tables

ACTIONS = {
    "create-advantage": "create an advantage",
    "overcome": "overcome",
    "attack": "attack",
    "defend": "defend",
}
PAIR = "create-advantage+overcome"
"""The option of a template that stands for both actions of the pair."""

_NAME = TemplateField("name", "Name of the stunt")
_REASON = TemplateField("reason", "Because I … (what makes you exceptional, or your gear)")


def templates(tables: Tables) -> tuple[FeatureTemplate, ...]:
    """A bonus (FAE-STUNT-02, FAE-STUNT-03), something once per session (FAE-STUNT-04), or the player's own words."""
    figures = tables.figures.stunts
    approaches = tuple(Choice(approach.id, approach.adverb) for approach in tables.approaches)
    pair = Choice(PAIR, " or ".join(ACTIONS[action] for action in figures.pair))
    actions = (*(Choice(action, label) for action, label in ACTIONS.items()), pair)
    once = f"Because I {{reason}}, once per {figures.per} I can "
    return (
        FeatureTemplate(
            id="bonus",
            label=f"{signed(figures.bonus)} with one approach and one action, in one circumstance",
            pattern=f"Because I {{reason}}, I get {signed(figures.bonus)} when I {{approach}} {{action}} "
            "when {circumstance}.",
            fields=(
                _NAME,
                _REASON,
                TemplateField("approach", "Approach", approaches),
                TemplateField("action", "Action (two only in a very narrow circumstance)", actions),
                TemplateField("circumstance", "when … (the circumstance)"),
            ),
        ),
        FeatureTemplate(
            id="once",
            label=f"Once per {figures.per}, make something true or do something special",
            pattern=once + "{ability}.",
            fields=(_NAME, _REASON, TemplateField("ability", f"once per {figures.per} I can …")),
        ),
        FeatureTemplate(
            id="once-act-first",
            label=f"Once per {figures.per}, act first in a conflict",
            pattern=once + "act first in a {conflict} conflict.",
            fields=(
                _NAME,
                _REASON,
                TemplateField(
                    "conflict", "Kind of conflict", (Choice("physical", "physical"), Choice("mental", "mental"))
                ),
            ),
        ),
        FeatureTemplate(
            id="once-remove-aspect",
            label=f"Once per {figures.per}, get rid of a situation aspect",
            pattern=once + "get rid of one situation aspect.",
            fields=(_NAME, _REASON),
        ),
        FeatureTemplate(
            id="free",
            label="In your own words, if the GM agrees",
            pattern="{text}",
            fields=(_NAME, TemplateField("text", "What it does")),
        ),
    )


def compose(tables: Tables, template_id: str, values: Mapping[str, str]) -> Feature:
    """The stunt a filled template stands for; blanks stay blank and show up among its problems."""
    template = next((each for each in templates(tables) if each.id == template_id), None)
    if template is None:
        known = ", ".join(each.id for each in templates(tables))
        raise MalformedCommand("unknown-template", f'There is no stunt template "{template_id[:60]}", only {known}.')
    if unknown := sorted(set(values) - {field.name for field in template.fields}):
        raise MalformedCommand(
            "unknown-template-field", f'The template "{template.id}" has no field "{unknown[0][:60]}".'
        )
    filled = {field.name: " ".join(values.get(field.name, "").split()) for field in template.fields}
    words = {field.name: _label(field, filled[field.name]) or "…" for field in template.fields}
    is_limited = template.id.startswith("once")
    return Feature(
        name=filled["name"],
        text=template.pattern.format(**words),
        effects=(_effect(tables, template.id, filled),),
        limit=_limit(tables) if is_limited else None,
    )


def _label(field: TemplateField, value: str) -> str:
    if not field.options or not value:
        return value.rstrip(".") if field.name != "text" else value
    label = next((option.label for option in field.options if option.value == value), None)
    if label is None:
        known = ", ".join(option.value for option in field.options)
        raise MalformedCommand("unknown-template-option", f'"{value[:60]}" is none of {known}.')
    return label


def _limit(tables: Tables) -> Limit:
    figures = tables.figures.stunts
    return Limit(figures.uses, figures.per)


def _effect(tables: Tables, template_id: str, filled: Mapping[str, str]) -> Effect:
    match template_id:
        case "bonus":
            pair = tables.figures.stunts.pair
            actions = pair if filled["action"] == PAIR else (filled["action"],) if filled["action"] else ()
            traits = (filled["approach"],) if filled["approach"] else ()
            return Bonus(tables.figures.stunts.bonus, When(actions, traits, filled["circumstance"].rstrip(".")))
        case "once-act-first":
            return ActFirst(filled["conflict"])
        case "once-remove-aspect":
            return RemoveAspect("situation")
        case _:
            return Narrative(filled["text" if template_id == "free" else "ability"])


def stunt_problems(tables: Tables, stunt: Feature, where: str) -> Iterator[Problem]:
    """What is wrong with one stunt."""
    yield from _wording(stunt, where)
    for effect in stunt.effects:
        match effect:
            case Bonus() if stunt.limit is None:
                yield from _bonus_problems(tables, stunt, effect, where)
            case ActFirst() | RemoveAspect():
                yield from _ability_problems(stunt, effect, where)
            case _:
                pass
    yield from _limit_problems(tables, stunt, where)
    if stunt not in (ready.feature for ready in tables.stunts):
        yield from _judgements(stunt, where)


def _wording(stunt: Feature, where: str) -> Iterator[Problem]:
    if not stunt.name.strip():
        yield Problem("error", "stunt-name-missing", where, "A stunt has no name.", "Give it one.", ("FAE-STUNT-01",))
    is_blank_ability = any(isinstance(effect, Narrative) and not effect.text.strip() for effect in stunt.effects)
    if is_blank_ability or not (stunt.effects or stunt.text.strip()):
        yield Problem(
            "error",
            "stunt-empty",
            where,
            f"{_quoted(stunt)} does not say what it does.",
            "Compose it from a template or describe it.",
            ("FAE-STUNT-01",),
        )


def _bonus_problems(tables: Tables, stunt: Feature, bonus: Bonus, where: str) -> Iterator[Problem]:
    figures = tables.figures.stunts
    if bonus.amount != figures.bonus:
        yield _template_error(
            "stunt-bonus",
            where,
            f"{_quoted(stunt)} gives {signed(bonus.amount)}, but a stunt gives {signed(figures.bonus)}.",
            f"Make it {signed(figures.bonus)}.",
        )
    approaches = {approach.id: approach.name for approach in tables.approaches}
    if len(bonus.when.traits) != 1 or bonus.when.traits[0] not in approaches:
        yield _template_error(
            "stunt-approach",
            where,
            f"{_quoted(stunt)} must name exactly one approach, not {_counted(bonus.when.traits)}.",
            f"Choose one of {', '.join(approaches.values())}.",
        )
    yield from _action_problems(tables, stunt, bonus.when.actions, where)
    if not bonus.when.circumstance.strip():
        yield _template_error(
            "stunt-circumstance",
            where,
            f"{_quoted(stunt)} would always apply; a bonus needs a circumstance.",
            "Say when it applies.",
        )


def _action_problems(tables: Tables, stunt: Feature, actions: tuple[str, ...], where: str) -> Iterator[Problem]:
    pair = tables.figures.stunts.pair
    is_one = len(actions) == 1 and actions[0] in ACTIONS
    is_pair = len(actions) == len(pair) and set(actions) == set(pair)
    if not (is_one or is_pair):
        yield Problem(
            "error",
            "stunt-actions",
            where,
            f"{_quoted(stunt)} must name exactly one action, not {_counted(actions)}.",
            f"Choose one of {', '.join(ACTIONS.values())}; only the first two may go together.",
            ("FAE-STUNT-02", "FAE-STUNT-03"),
        )


def _ability_problems(stunt: Feature, effect: ActFirst | RemoveAspect, where: str) -> Iterator[Problem]:
    if stunt.limit is None:
        yield Problem(
            "error",
            "stunt-limit",
            where,
            f"{_quoted(stunt)} may be used without limit, but such a stunt works once per session.",
            "Limit it to one use per session.",
            ("FAE-STUNT-04",),
        )
    known: tuple[str, ...] = ("physical", "mental") if isinstance(effect, ActFirst) else ("situation",)
    value = effect.conflict if isinstance(effect, ActFirst) else effect.kind
    if value not in known:
        of_what = "conflict" if isinstance(effect, ActFirst) else "aspect"
        yield Problem(
            "error",
            "stunt-effect",
            where,
            f'{_quoted(stunt)} speaks of a kind of {of_what} called "{value[:60]}".',
            f"Choose {' or '.join(known)}.",
            ("FAE-STUNT-06" if isinstance(effect, ActFirst) else "FAE-STUNT-07",),
        )


def _limit_problems(tables: Tables, stunt: Feature, where: str) -> Iterator[Problem]:
    if stunt.limit is not None and stunt.limit != _limit(tables):
        yield Problem(
            "error",
            "stunt-limit",
            where,
            f"{_quoted(stunt)} may be used {stunt.limit.uses} times per {stunt.limit.per[:60]}, not once per session.",
            "Limit it to one use per session.",
            ("FAE-STUNT-04",),
        )


def _judgements(stunt: Feature, where: str) -> Iterator[Problem]:
    """What only people can decide about a stunt that is not one of the ready-made ones."""
    if template_of(stunt) is None:
        yield Problem(
            "advice",
            "stunt-free-form",
            where,
            f"{_quoted(stunt)} follows no template and needs the GM's agreement.",
            "Ask the GM, or compose it from a template.",
            ("FAE-STUNT-08",),
        )
    if any(isinstance(effect, Bonus) and len(effect.when.actions) > 1 for effect in stunt.effects):
        yield Problem(
            "advice",
            "stunt-pair-narrow",
            where,
            f"{_quoted(stunt)} covers two actions, which only an especially narrow circumstance justifies.",
            "Ask the GM whether it is narrow enough, or drop one action.",
            ("FAE-STUNT-03",),
        )


def template_of(stunt: Feature) -> Literal["bonus", "once"] | None:
    """Which of the two templates a stunt follows in its outline."""
    if len(stunt.effects) != 1:
        return None
    is_bonus = isinstance(stunt.effects[0], Bonus)
    if is_bonus and stunt.limit is None:
        return "bonus"
    return "once" if stunt.limit is not None and not is_bonus else None


def _template_error(code: str, where: str, message: str, fix: str) -> Problem:
    return Problem("error", code, where, message, fix, ("FAE-STUNT-02",))


def _quoted(stunt: Feature) -> str:
    return f'The stunt "{stunt.name[:60]}"'


def _counted(names: tuple[str, ...]) -> str:
    if not names:
        return "any"
    shown = ", ".join(name[:60] for name in names[:6])
    return shown if len(names) <= 6 else f"{shown} and more"
