"""Asks for a character step by step in the terminal, by the creation procedure of any ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import click

from fatetable.adapters.cli.dialogs.asking_entries import ask_entries
from fatetable.adapters.cli.dialogs.asking_nodes import ask_nodes
from fatetable.adapters.cli.dialogs.asking_ranks import ask_ranks
from fatetable.adapters.cli.dialogs.questions import LONG, ask_line, fill_in, own_words, pick, pick_trait, without
from fatetable.adapters.cli.display.sheet_display import show_page, show_problems
from fatetable.builder import drafts
from fatetable.builder.layout import lay_out, trait_name, trait_names
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    EntriesInput,
    FeaturesInput,
    FeatureTemplate,
    FlagInput,
    GraphInput,
    Input,
    ListInput,
    NumberInput,
    Quote,
    RanksInput,
    Step,
    TellInput,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.ruleset import Ruleset

OWN, DROP = "+", "-"


class Guide:
    """One person making one character; `draft` holds what there is so far."""

    def __init__(self, ruleset: Ruleset, draft: Sheet, *, in_colour: bool) -> None:
        self.ruleset = ruleset
        self.draft = draft
        self.in_colour = in_colour

    @property
    def steps(self) -> tuple[Step, ...]:
        """An answer may bring further steps, or take some away."""
        return self.ruleset.creation.steps(self.draft)

    def run(self) -> Sheet:
        """Ask until the sheet has no errors or the person stops; returns the sheet as it is then."""
        only: str | None = ""
        while only is not None:
            place = 0
            while place < len(steps := self.steps):
                if only in ("", steps[place].id):
                    self.take(steps[place])
                place += 1
            self.draft = self.ruleset.creation.finish(self.draft)
            show_page(
                lay_out(self.draft, self.ruleset.creation, self.ruleset.ladder, self.ruleset.engine.words),
                in_colour=self.in_colour,
            )
            click.echo()
            only = self.step_to_repeat()
        return self.draft

    def take(self, step: Step) -> None:
        number = [each.id for each in self.steps].index(step.id) + 1
        click.echo(click.style(f"\nStep {number} of {len(self.steps)}: {step.title}", bold=True))
        click.echo(click.wrap_text(step.help, width=88))
        while True:
            place = 0
            while place < len(inputs := self._inputs(step)):
                self.ask(inputs[place])
                place += 1
            problems = drafts.problems_of_step(self.ruleset.creation, self.draft, step)
            show_problems(problems)
            if not drafts.errors(problems) or not click.confirm("Answer this step again?", default=True):
                return

    def _inputs(self, step: Step) -> tuple[Input, ...]:
        """What the step asks for now; the answers so far may have changed that."""
        return next((each.inputs for each in self.steps if each.id == step.id), ())

    def step_to_repeat(self) -> str | None:
        """The step to go back to, while errors are left and the person wants to fix them."""
        problems = self.ruleset.creation.problems(self.draft)
        show_problems(problems)
        if not drafts.errors(problems):
            return None
        titles = [Choice(step.id, step.title) for step in self.steps]
        return pick("Go back to which step", titles, may_skip="finish as it is")

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
            case RanksInput():
                self.ask_ranks(wanted)
            case EntriesInput():
                ask_entries(self, wanted)
            case GraphInput():
                ask_nodes(self, wanted)
            case _:
                assert_never(wanted)

    def ask_text(self, wanted: TextInput) -> None:
        answer = ask_line(wanted.label, wanted.hint, drafts.held(self.draft, wanted.path) or "", wanted.suggestions)
        self.draft = drafts.fill(self.draft, wanted.path, answer)

    def ask_list(self, wanted: ListInput) -> None:
        held = ", ".join(drafts.held(self.draft, wanted.path) or ())
        hint = "; ".join(part for part in (wanted.hint, "separated by commas") if part)
        answer = ask_line(wanted.label, hint, held)
        entries = tuple(entry.strip() for entry in answer.split(",") if entry.strip())
        self.draft = drafts.fill(self.draft, wanted.path, entries or None)

    def ask_number(self, wanted: NumberInput) -> None:
        held = drafts.held(self.draft, wanted.path)
        held = wanted.preset if held is None else held
        words = ", ".join(f"{number} {word}" for number, word in enumerate(wanted.words, wanted.low))
        told = "; ".join(part for part in (wanted.hint, words) if part)
        hint = f" ({told})" if told else ""
        answer = click.prompt(f"{wanted.label}{hint}", default=held, type=click.IntRange(wanted.low, wanted.high))
        self.draft = drafts.fill(self.draft, wanted.path, answer)

    def ask_whether(self, wanted: FlagInput) -> None:
        hint = f" ({wanted.hint})" if wanted.hint else ""
        is_so = click.confirm(f"{wanted.label}{hint}?", default=bool(drafts.held(self.draft, wanted.path)))
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
        chosen = pick(
            "Take a ready-made spread", [*spreads, Choice("", "Hand out the ratings yourself")], may_skip=skip
        )
        if chosen:
            self.draft = drafts.fill(self.draft, wanted.path, dict(wanted.templates[chosen]))
        elif chosen == "" or not held:
            self.draft = drafts.fill(self.draft, wanted.path, self._hand_out(wanted))

    def ask_ranks(self, wanted: RanksInput) -> None:
        held = drafts.held(self.draft, wanted.path) or {}
        spent = ask_ranks(wanted, held, self.ruleset.ladder.label)
        self.draft = drafts.fill(self.draft, wanted.path, spent)
        self.tell_price(wanted.path)

    def price(self, path: str) -> Quote | None:
        return self.ruleset.creation.quote(self.ruleset.creation.finish(self.draft), path)

    def tell_price(self, path: str) -> None:
        """The price of what is at a path, line by line, if it has one."""
        if quote := self.price(path):
            click.echo(f"{quote.label}: {quote.total}")
            for line in quote.lines:
                click.echo(f"  {line.amount:+3} {visible(line.text)}")

    def _hand_out(self, wanted: AllocateInput) -> dict[str, int]:
        groups = {group.id: group for group in wanted.groups}
        choices = [*wanted.traits, *(Choice(group.id, f"{group.label} […]") for group in wanted.groups)]
        given: dict[str, int] = {}
        for rating in sorted(wanted.array, reverse=True):
            # A long list is shown only once, so options keep their numbers.
            left = choices if len(choices) > LONG else [each for each in choices if each.value not in given]
            question = f"{self.ruleset.ladder.label(rating)} goes to"
            given[pick_trait(question, left, groups, given, wanted.hints)] = rating
        return given

    def _listed(self, ratings: Mapping[str, int], names: Mapping[str, str]) -> str:
        ordered = sorted(ratings.items(), key=lambda item: -item[1])
        return ", ".join(f"{trait_name(trait, names)} {rating:+d}" for trait, rating in ordered)

    def ask_choices(self, wanted: ChooseInput) -> None:
        """Add options one by one; of a long list the choices are shown once."""
        extra = [Choice(OWN, "Something else, in your own words")] * wanted.own_words
        is_listed = True
        while True:
            held = drafts.held(self.draft, wanted.path) or ()
            click.echo(f"{wanted.label}: {visible(', '.join(held)) or 'nothing yet'}")
            choices = [*wanted.left(held), *extra, *([Choice(DROP, "Drop one")] * bool(held))]
            chosen = pick(wanted.hint or "Add", choices, may_skip="go on", is_listed=is_listed)
            is_listed = len(choices) <= LONG
            if chosen is None:
                return
            if chosen == DROP:
                dropped = pick("Drop which", [Choice(each, each) for each in held], may_skip="none")
                kept = without(held, dropped)
            else:
                kept = (*held, own_words(wanted.label) if chosen == OWN else chosen)
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
            chosen = pick(f"{wanted.label}, {len(held)} so far{to_go}", choices, may_skip="go on")
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
        name = pick("Drop which", choices, may_skip="none")
        if name is not None:
            self.draft = drafts.drop_feature(self.draft, name)

    def _take_example(self, wanted: FeaturesInput) -> None:
        texts = {example.name: example.text for example in wanted.examples}
        is_long = len(wanted.examples) + len(wanted.listed) > LONG
        choices = [Choice(name, name if is_long else f"{name}: {text}") for name, text in texts.items()]
        choices += [Choice(listed.id, listed.label) for listed in wanted.listed]
        texts |= {listed.id: drafts.preview(listed, {}) for listed in wanted.listed}
        in_order = sorted(choices, key=lambda choice: choice.label) if wanted.listed else choices
        chosen = pick("Which", in_order, "none", about=texts)
        if listed := next((each for each in wanted.listed if each.id == chosen), None):
            self._compose(listed)
        self._add(next((example for example in wanted.examples if example.name == chosen), None))

    def _compose(self, template: FeatureTemplate) -> None:
        click.echo(click.wrap_text(drafts.preview(template, {}), width=88))
        values: dict[str, str] = {}
        for field in template.fields:
            values[field.name] = fill_in(field)
        click.echo(click.wrap_text(visible(drafts.preview(template, values)), width=88))
        if click.confirm("Take it?", default=True):
            self._add(self.ruleset.creation.compose(template.id, values))

    def _add(self, feature: Feature | None) -> None:
        if feature is not None:
            self.draft = drafts.add_feature(self.draft, feature)
