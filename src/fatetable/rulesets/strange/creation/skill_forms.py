"""The forms of skills: common ones from the list, and those that are built on the diagram."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryField,
    EntryForm,
    FlagInput,
    GraphInput,
    GraphLine,
    GraphNode,
    ListInput,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import Box, Tables
from fatetable.rulesets.strange.creation.checks.archetypes import ABILITIES
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    BENEFITS,
    DRAWBACKS,
    DUPLICATES,
    EXTRA,
    EXTRAORDINARY,
    FREE_SLOTS,
    MINIONS,
    RATING,
    SIMPLE,
    SKILLS,
    TERMS,
    TIER,
    TRAPPINGS,
    VEHICLE,
    VEHICLE_COST,
    all_aspects,
    archetype_of,
    free_slots,
    named_archetype,
    sample_entry,
)
from fatetable.rulesets.strange.skills import name_of_box


def skill_forms(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[EntryForm, ...]:
    common = (_common(tables, sheet),) if dials.common_skills else ()
    return (*common, _unique(tables, sheet), *((_strange(tables, sheet),) if named_archetype(sheet) else ()))


def _common(tables: Tables, sheet: Sheet) -> EntryForm:
    names = tuple(Choice(skill.name, f"{skill.name}: {skill.theme.lower()}") for skill in tables.skills)
    extras = EntriesInput(
        path=f"entries.{TRAPPINGS}",
        label="Extras",
        forms=(
            EntryForm(
                kind=EXTRA,
                label="Extra",
                inputs=_of_each_trapping(tables),
                names=tuple(Choice(box.id, name_of_box(tables, box.id)) for box in tables.boxes),
            ),
        ),
        hint="only where the story supports them",
    )
    return EntryForm(
        kind="common",
        label="Common skill",
        inputs=(
            *_figures(tables, len(tables.tiers) - 1),
            *_strange_only(tables, sheet),
            benefits_input(tables),
            *_in_attacks(sheet),
            _drawbacks(tables, sheet),
            extras,
            *_moves_by(tables),
        ),
        names=names,
    )


def _unique(tables: Tables, sheet: Sheet) -> EntryForm:
    return EntryForm(
        kind="unique",
        label="Unique skill",
        inputs=(*_built(tables, sheet, "unique", EXTRAORDINARY), *_in_attacks(sheet)),
        ready=tuple(sample_entry(tables, sample) for sample in tables.samples if sample.kind == "unique"),
    )


def _strange(tables: Tables, sheet: Sheet) -> EntryForm:
    return EntryForm(
        kind="strange",
        label="Strange skill",
        inputs=(
            *_built(tables, sheet, "strange", len(tables.tiers) - 1),
            *_strange_only(tables, sheet),
            *_in_attacks(sheet),
        ),
        ready=tuple(sample_entry(tables, sample) for sample in tables.samples if sample.kind == "strange"),
    )


def _built(tables: Tables, sheet: Sheet, kind: str, highest: int) -> tuple[EntryField, ...]:
    return (
        TextInput("name", "Name"),
        *_figures(tables, highest),
        diagram_input(tables, kind),
        _drawbacks(tables, sheet),
        benefits_input(tables),
        TextInput("texts.theme", "Theme", "what all its trappings have in common", optional=True),
        *_moves_by(tables),
    )


def _moves_by(tables: Tables) -> tuple[EntryField, ...]:
    """SF-MOVE-02: Move may stand for a vehicle or an animal, which comes with it."""
    costs = tuple(tables.ladder.label(number) for number in range(tables.figures.ratings.highest + 1))
    return (
        TextInput(f"texts.{VEHICLE}", "Moves by", "a vehicle or an animal, if not on foot", optional=True),
        NumberInput(
            f"numbers.{VEHICLE_COST}", "What that costs", 0, len(costs) - 1, "the rating at most", preset=0, words=costs
        ),
    )


def _figures(tables: Tables, highest: int) -> tuple[EntryField, ...]:
    ratings = tables.figures.ratings
    labels = tuple(tables.ladder.label(number) for number in range(ratings.lowest, ratings.highest + 1))
    tiers = (f"{tier.name} ({-tier.refresh} refresh)" if tier.refresh else tier.name for tier in tables.tiers)
    return (
        NumberInput(
            f"numbers.{RATING}", "Rating", ratings.lowest, ratings.highest, preset=ratings.lowest, words=labels
        ),
        NumberInput(f"numbers.{TIER}", "Tier", 0, highest, preset=0, words=tuple(tiers)[: highest + 1]),
    )


def diagram_input(tables: Tables, kind: str) -> GraphInput:
    """SF-DIAG-02: what each box and each line costs in a skill of this kind, and what the lines rest on."""
    return GraphInput(
        path=f"entries.{TRAPPINGS}",
        label="Trappings",
        nodes=tuple(_node(tables, kind, box) for box in tables.boxes),
        lines=tuple(
            GraphLine(
                id=line.id, one=line.one, other=line.other, price=line.price, style=line.style, note=line.confidence
            )
            for line in tables.lines
        ),
        inputs=_of_each_trapping(tables),
        hint="every trapping fits the theme of the skill",
    )


def _of_this_box(tables: Tables, box: Box) -> tuple[EntryField, ...]:
    trapping, _, kind = box.id.partition(" ")
    row = tables.trapping(trapping)
    if row.is_typed:
        beyond = tuple(Choice(each) for each in tables.opened(trapping))
        where = ChooseInput(f"lists.{TERMS}", "If it is no usual place", beyond, most=1)
        return (TextInput("texts.of", "Of which type", "such as Urban"), where)
    if row.fields:
        fields = tuple(Choice(each) for each in row.fields)
        return (ChooseInput(f"lists.{TERMS}", "For", fields, least=1, most=1),)
    if unusual := tuple(Choice(each.id, each.name) for each in tables.unusual if trapping in each.trappings):
        return (ChooseInput(f"lists.{TERMS}", "What Unusual changes", unusual, most=1),)
    if trapping != MINIONS:
        return ()
    terms = tuple(Choice(row.id, row.label) for row in tables.minions.term)
    changed = ChooseInput(f"lists.{TERMS}", "Changed by Unusual", terms, "each takes the extra once")
    only_copies = FlagInput(f"numbers.{DUPLICATES}", "Makes duplicates of the character alone")
    return (only_copies, changed) if kind == SIMPLE else (changed,)


def _node(tables: Tables, kind: str, box: Box) -> GraphNode:
    trapping = tables.trapping(box.id.partition(" ")[0])
    return GraphNode(
        id=box.id,
        label=name_of_box(tables, box.id),
        price=0 if kind in box.free_in else box.price,
        column=box.column,
        row=box.row,
        note=trapping.theme,
        repeats=box.repeats,
        inputs=_of_this_box(tables, box),
        group=trapping.category.capitalize(),
    )


def _of_each_trapping(tables: Tables) -> tuple[EntryField, ...]:
    return (
        ChooseInput(
            "lists.extras",
            "Extras",
            tuple(Choice(extra.id, f"{extra.name} (+{extra.price})") for extra in tables.extras),
            repeating=tuple(extra.id for extra in tables.extras if extra.repeats),
        ),
        TextInput("texts.note", "What is unusual", "such as Flight", optional=True),
    )


def benefits_input(tables: Tables) -> ChooseInput:
    """Needed only where a skill could bring more of them than it may."""
    wanted = [trapping for trapping in tables.trappings if trapping.has_benefits]
    boxes = (f"{trapping.id} {kind}".strip() for trapping in wanted for kind in trapping.kinds or ("",))
    return ChooseInput(
        f"lists.{BENEFITS}",
        "Tier Benefits",
        tuple(Choice(box, name_of_box(tables, box)) for box in boxes),
        "as many as the rating; they stay",
    )


def _in_attacks(sheet: Sheet) -> tuple[EntryField, ...]:
    """What an attack with the skill is made with, and whose attacks its Tier Benefit makes heavier (SF-BEN-05)."""
    names = tuple(Choice(entry.name) for entry in sheet.entries.get(SKILLS, ()) if entry.name)
    helps = ChooseInput("lists.helps", "Helps attacks with", names, "skills it has a theme in common with")
    return (
        ListInput("lists.means", "What it attacks with", "such as fire or silver, if it matters"),
        *((helps,) if len(names) > 1 else ()),
    )


def _strange_only(tables: Tables, sheet: Sheet) -> tuple[EntryField, ...]:
    """What the archetype wants to know of strange skills."""
    archetype = archetype_of(tables, sheet)
    if archetype is None:
        return ()
    kinds = tuple(Choice(each, each.capitalize()) for each in ABILITIES)
    ability = ChooseInput("lists.ability", "What kind of ability", kinds, most=1)
    tie = TextInput("texts.tie", "Tie", "how it belongs to the divine heritage", optional=True)
    return (
        *((ability,) if archetype.bodies_and_minds else ()),
        *((FlagInput("numbers.invention", "Is an invention"),) if archetype.inventions_need else ()),
        *((tie,) if archetype.needs_ties else ()),
    )


def _drawbacks(tables: Tables, sheet: Sheet) -> EntriesInput:
    everything, free = all_aspects(tables, sheet), free_slots(tables, sheet)
    replaced = tuple(Choice(slot, everything.get(slot) or f"Free aspect {slot[-1]}") for slot in free or FREE_SLOTS[:1])
    named = tuple(Choice(slot, text) for slot, text in everything.items()) or replaced
    words = TextInput("texts.text", "What it is", "an aspect, in the case of a Complication or Conviction")
    return EntriesInput(
        path=f"entries.{DRAWBACKS}",
        label="Drawbacks",
        forms=(
            _drawback_form(tables, "aspect", "Complication or Conviction", _aspect_words(tables)),
            _drawback_form(
                tables,
                "flaw",
                "Flaw",
                words,
                FlagInput("numbers.each-use", "Delay for each use"),
                ChooseInput("lists.spares", "No use against", _archetypes(tables), "if that is the Snag", most=1),
                TextInput("texts.broken-by", "Ended by the touch of", "such as iron", optional=True),
            ),
            _drawback_form(
                tables,
                "transform",
                "Transform",
                ChooseInput("lists.aspect", "Replaces", replaced, least=1, most=1),
                TextInput("texts.becomes", "With", "the aspect while transformed"),
                FlagInput("numbers.can-fail", "Can be prevented, or is out of control"),
            ),
            _drawback_form(
                tables,
                "device",
                "Major Focus",
                ChooseInput("lists.aspect", "The device is in", named, least=1, most=1),
            ),
        ),
    )


def _archetypes(tables: Tables) -> tuple[Choice, ...]:
    return tuple(Choice(each.id, each.name) for each in tables.archetypes)


def _aspect_words(tables: Tables) -> TextInput:
    ideas = (*tables.aspects.complications, *tables.aspects.convictions)
    return TextInput("texts.text", "Aspect", "in place of a free one", suggestions=tuple(map(Choice, ideas)))


def _drawback_form(tables: Tables, form: str, label: str, *inputs: EntryField) -> EntryForm:
    names = tuple(Choice(row.id, f"{row.name} ({-row.value})") for row in tables.drawbacks if row.form == form)
    return EntryForm(kind=form, label=label, inputs=inputs, names=names, repeats=True)
