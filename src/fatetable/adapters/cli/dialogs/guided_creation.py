"""Asks for a character step by step in the terminal, by the creation procedure of any ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import click

from fatetable.adapters.cli.display.columns import in_columns
from fatetable.adapters.cli.display.sheet_display import show_page, show_problems
from fatetable.builder import drafts
from fatetable.builder.layout import lay_out, trait_name, trait_names
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    FeaturesInput,
    FeatureTemplate,
    FlagInput,
    Input,
    ListInput,
    NumberInput,
    Step,
    TellInput,
    TemplateField,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import TraitGroup, member
from fatetable.mechanics.ruleset import Ruleset

CLEAR = "-"
"""Typed to empty a field."""
LIST = "?"
"""Typed to see a long list of choices again."""
LONG = 12
"""A longer list of choices is shown once, by names only, and again only on request."""
OWN, DROP = "+", "-"


class Guide:
    """One person making one character; `draft` holds what there is so far."""

    def __init__(self, ruleset: Ruleset, draft: Sheet, *, in_colour: bool) -> None:
        self.ruleset = ruleset
        self.draft = draft
        self.in_colour = in_colour
        self.steps = ruleset.creation.steps(draft.kind)

    def run(self) -> Sheet:
        """Ask until the sheet has no errors or the person stops; returns the sheet as it is then."""
        todo: Sequence[Step] = self.steps
        while todo:
            for step in todo:
                self.take(step)
            self.draft = self.ruleset.creation.finish(self.draft)
            show_page(
                lay_out(self.draft, self.ruleset.creation, self.ruleset.ladder, self.ruleset.engine.words),
                in_colour=self.in_colour,
            )
            click.echo()
            todo = self.steps_to_repeat()
        return self.draft

    def take(self, step: Step) -> None:
        number = self.steps.index(step) + 1
        click.echo(click.style(f"\nStep {number} of {len(self.steps)}: {step.title}", bold=True))
        click.echo(click.wrap_text(step.help, width=88))
        while True:
            for each in step.inputs:
                self.ask(each)
            problems = drafts.problems_of_step(self.ruleset.creation, self.draft, step)
            show_problems(problems)
            if not drafts.errors(problems) or not click.confirm("Answer this step again?", default=True):
                return

    def steps_to_repeat(self) -> Sequence[Step]:
        """The step to go back to, while errors are left and the person wants to fix them."""
        problems = self.ruleset.creation.problems(self.draft)
        show_problems(problems)
        if not drafts.errors(problems):
            return ()
        titles = [Choice(step.id, step.title) for step in self.steps]
        chosen = _pick("Go back to which step", titles, may_skip="finish as it is")
        return [step for step in self.steps if step.id == chosen]

    def ask(self, wanted: Input) -> None:
        match wanted:
            case TextInput():
                self.ask_text(wanted)
            case AllocateInput():
                self.ask_ratings(wanted)
            case FeaturesInput():
                self.ask_features(wanted)
            case ListInput():
                self.ask_list(wanted)
            case ChooseInput():
                self.ask_choices(wanted)
            case NumberInput():
                self.ask_number(wanted)
            case FlagInput():
                self.ask_whether(wanted)
            case TellInput():
                self.tell(wanted)
            case _:
                assert_never(wanted)

    def ask_text(self, wanted: TextInput) -> None:
        field, _, key = wanted.path.partition(".")
        held = getattr(self.draft, field)
        answer = _ask_line(wanted.label, wanted.hint, held.get(key, "") if key else held)
        self.draft = drafts.fill(self.draft, wanted.path, answer)

    def ask_list(self, wanted: ListInput) -> None:
        field, _, key = wanted.path.partition(".")
        held = ", ".join(getattr(self.draft, field).get(key, ()))
        hint = "; ".join(part for part in (wanted.hint, "separated by commas") if part)
        answer = _ask_line(wanted.label, hint, held)
        entries = tuple(entry.strip() for entry in answer.split(",") if entry.strip())
        self.draft = drafts.fill(self.draft, wanted.path, entries or None)

    def ask_number(self, wanted: NumberInput) -> None:
        field, _, key = wanted.path.partition(".")
        held = getattr(self.draft, field).get(key, wanted.preset)
        hint = f" ({wanted.hint})" if wanted.hint else ""
        answer = click.prompt(f"{wanted.label}{hint}", default=held, type=click.IntRange(wanted.low, wanted.high))
        self.draft = drafts.fill(self.draft, wanted.path, answer)

    def ask_whether(self, wanted: FlagInput) -> None:
        field, _, key = wanted.path.partition(".")
        hint = f" ({wanted.hint})" if wanted.hint else ""
        is_so = click.confirm(f"{wanted.label}{hint}?", default=bool(getattr(self.draft, field).get(key)))
        self.draft = drafts.fill(self.draft, wanted.path, int(is_so))

    def tell(self, wanted: TellInput) -> None:
        figures = {figure.path: figure.text for figure in self.ruleset.creation.figures(self.draft)}
        click.echo(f"{wanted.label}: {figures.get(wanted.path, 'worked out at the end')}")

    def ask_ratings(self, wanted: AllocateInput) -> None:
        names = trait_names(wanted)
        if len(names) <= LONG:
            for trait, name in names.items():
                click.echo(f"  {click.style(name, bold=True)}: {wanted.hints.get(trait, '')}")
        spreads = [
            Choice(name, f"{name}: {self._listed(ratings, names)}") for name, ratings in wanted.templates.items()
        ]
        held = self.draft.traits
        if not held and not spreads:
            self.draft = drafts.fill(self.draft, wanted.path, self._hand_out(wanted))
            return
        skip = f"keep {self._listed(held, names)}" if held else "hand out the ratings yourself"
        chosen = _pick(
            "Take a ready-made spread", [*spreads, Choice("", "Hand out the ratings yourself")], may_skip=skip
        )
        if chosen:
            self.draft = drafts.fill(self.draft, wanted.path, dict(wanted.templates[chosen]))
        elif chosen == "" or not held:
            self.draft = drafts.fill(self.draft, wanted.path, self._hand_out(wanted))

    def _hand_out(self, wanted: AllocateInput) -> dict[str, int]:
        groups = {group.id: group for group in wanted.groups}
        choices = [*wanted.traits, *(Choice(group.id, f"{group.label} […]") for group in wanted.groups)]
        given: dict[str, int] = {}
        for rating in sorted(wanted.array, reverse=True):
            # A long list is shown only once, so options keep their numbers.
            left = choices if len(choices) > LONG else [each for each in choices if each.value not in given]
            question = f"{self.ruleset.ladder.label(rating)} goes to"
            given[_pick_trait(question, left, groups, given, wanted.hints)] = rating
        return given

    def _listed(self, ratings: Mapping[str, int], names: Mapping[str, str]) -> str:
        ordered = sorted(ratings.items(), key=lambda item: -item[1])
        return ", ".join(f"{trait_name(trait, names)} {rating:+d}" for trait, rating in ordered)

    def ask_choices(self, wanted: ChooseInput) -> None:
        """Add options one by one; of a long list the choices are shown once."""
        key = wanted.path.partition(".")[2]
        extra = [Choice(OWN, "Something else, in your own words")] * wanted.own_words
        is_listed = True
        while True:
            held = self.draft.lists.get(key, ())
            click.echo(f"{wanted.label}: {visible(', '.join(held)) or 'nothing yet'}")
            free = [each for each in wanted.options if wanted.repeats or each.value not in held]
            choices = [*free, *extra, *([Choice(DROP, "Drop one")] * bool(held))]
            chosen = _pick(wanted.hint or "Add", choices, may_skip="go on", is_listed=is_listed)
            is_listed = len(choices) <= LONG
            if chosen is None:
                return
            if chosen == DROP:
                dropped = _pick("Drop which", [Choice(each, each) for each in held], may_skip="none")
                kept = _without(held, dropped)
            else:
                kept = (*held, _own_words(wanted.label) if chosen == OWN else chosen)
            self.draft = drafts.fill(self.draft, wanted.path, kept or None)

    def ask_features(self, wanted: FeaturesInput) -> None:
        while True:
            held = self.draft.features
            for feature in held:
                click.echo(f"  {click.style(visible(feature.name), bold=True)}: {visible(feature.text)}")
            ready = [Choice("ready-made", "Take a ready-made one")] * bool(wanted.examples or wanted.listed)
            own = [Choice(template.id, f"Compose: {template.label}") for template in wanted.templates]
            # If the book has a list, most people choose from it.
            choices = [*ready, *own] if wanted.listed else [*own, *ready]
            choices += [Choice("drop", "Drop one")] * bool(held)
            to_go = f", {wanted.least - len(held)} to go" if len(held) < wanted.least else ""
            chosen = _pick(f"{wanted.label}, {len(held)} so far{to_go}", choices, may_skip="go on")
            if chosen is None:
                return
            if chosen == "drop":
                self._drop_feature()
            elif chosen == "ready-made":
                self._take_example(wanted)
            else:
                self._compose(next(template for template in wanted.templates if template.id == chosen))

    def _drop_feature(self) -> None:
        choices = [Choice(feature.name, feature.name) for feature in self.draft.features]
        name = _pick("Drop which", choices, may_skip="none")
        if name is not None:
            self.draft = drafts.drop_feature(self.draft, name)

    def _take_example(self, wanted: FeaturesInput) -> None:
        texts = {example.name: example.text for example in wanted.examples}
        is_long = len(wanted.examples) + len(wanted.listed) > LONG
        choices = [Choice(name, name if is_long else f"{name}: {text}") for name, text in texts.items()]
        choices += [Choice(listed.id, listed.label) for listed in wanted.listed]
        texts |= {listed.id: drafts.preview(listed, {}) for listed in wanted.listed}
        in_order = sorted(choices, key=lambda choice: choice.label) if wanted.listed else choices
        chosen = _pick("Which", in_order, "none", about=texts)
        if listed := next((each for each in wanted.listed if each.id == chosen), None):
            self._compose(listed)
        self._add(next((example for example in wanted.examples if example.name == chosen), None))

    def _compose(self, template: FeatureTemplate) -> None:
        click.echo(click.wrap_text(drafts.preview(template, {}), width=88))
        values: dict[str, str] = {}
        for field in template.fields:
            values[field.name] = _fill_in(field)
        click.echo(click.wrap_text(visible(drafts.preview(template, values)), width=88))
        if click.confirm("Take it?", default=True):
            self._add(self.ruleset.creation.compose(template.id, values))

    def _add(self, feature: Feature | None) -> None:
        if feature is not None:
            self.draft = drafts.add_feature(self.draft, feature)


def _ask_line(label: str, hint: str, held: str) -> str:
    """A line of text; if the field is filled, Enter keeps it and a dash empties it."""
    said = f" ({hint})" if hint else ""
    if held:
        said += f" [Enter keeps {visible(held)}, {CLEAR} empties it]"
    answer = str(click.prompt(f"{label}{said}", default="", show_default=False)).strip()
    if answer == CLEAR:
        return ""
    return answer or held


def _fill_in(field: TemplateField) -> str:
    if field.options:
        return _pick(field.label, field.options, may_skip="leave it out" if field.optional else "") or ""
    return _ask_line(field.label, "Enter: leave it out", "") if field.optional else _own_words(field.label)


def _pick_trait(
    question: str,
    left: Sequence[Choice],
    groups: Mapping[str, TraitGroup],
    given: Mapping[str, int],
    about: Mapping[str, str],
) -> str:
    """Ask for a trait that has no rating yet; for one of a group, ask for its name as well."""
    if len(left) == 1 and not groups:
        return left[0].value
    while True:
        trait = str(_pick(question, left, is_listed=len(left) <= LONG or not given, about=about))
        if group := groups.get(trait):
            hint = f" (such as {', '.join(group.examples)})" if group.examples else ""
            trait = member(group.id, _own_words(f"{group.asks}{hint}"))
        if trait not in given:
            return trait
        click.echo(f"{visible(trait)} has a rating already.")


def _without(held: Sequence[str], dropped: str | None) -> tuple[str, ...]:
    """The entries without the first that is dropped."""
    if dropped is None:
        return tuple(held)
    place = list(held).index(dropped)
    return (*held[:place], *held[place + 1 :])


def _own_words(question: str) -> str:
    return str(click.prompt(question, value_proc=_some_words))


def _some_words(text: str) -> str:
    if not text.strip():
        raise click.BadParameter("Please write something.")
    return text.strip()


def _pick(
    question: str,
    choices: Sequence[Choice],
    may_skip: str = "",
    *,
    is_listed: bool = True,
    about: Mapping[str, str] | None = None,
) -> str | None:
    """One of several choices, by its number or the beginning of its name; `None` where skipping is allowed.

    For a long list, the description of a choice (`about`) is shown on request.
    """
    explains = about if about and len(choices) > LONG else {}
    if is_listed:
        _list(choices)
        if explains:
            click.echo(f"  A number or a name takes one; {LIST} before it tells what it is.")
    suffix = f" (Enter: {may_skip})" if may_skip else ""
    while True:
        answer = str(click.prompt(f"{question}{suffix}", default="", show_default=False)).strip()
        if not answer and may_skip:
            return None
        if (found := _meant(answer, choices)) is not None:
            return found
        if answer == LIST:
            _list(choices)
            continue
        if explains and answer.startswith(LIST) and (asked := _meant(answer[1:].strip(), choices)) is not None:
            click.echo(click.wrap_text(visible(explains.get(asked, "Nothing more is to be said.")), width=88))
            continue
        if len(begun := _begun(answer, choices)) > 1:
            click.echo(f"That could be {visible(' or '.join(each.label or each.value for each in begun[:LONG]))}.")
            continue
        again = "" if is_listed else f" ({LIST} lists them again)"
        click.echo(f"Type a number from 1 to {len(choices)}, or the beginning of a name.{again}")


def _list(choices: Sequence[Choice]) -> None:
    lines = [f"  {number:2} {visible(choice.label or choice.value)}" for number, choice in enumerate(choices, start=1)]
    click.echo("\n".join(in_columns(lines)))


def _meant(answer: str, choices: Sequence[Choice]) -> str | None:
    if answer.isascii() and answer.isdecimal():
        number = int(answer) if len(answer) < 6 else 0
        return choices[number - 1].value if 1 <= number <= len(choices) else None
    begun = _begun(answer, choices)
    exact = [each for each in begun if (each.label or each.value).casefold() == answer.casefold()]
    found = exact or begun
    return found[0].value if len(found) == 1 else None


def _begun(answer: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices whose names begin with this text."""
    wanted = answer.casefold()
    return [each for each in choices if wanted and (each.label or each.value).casefold().startswith(wanted)]
