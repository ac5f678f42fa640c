"""A creation procedure whose characters have gear that stands on a diagram, where ways cost something."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.builder.drafts import held
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    CreationProcedure,
    EntriesInput,
    EntryForm,
    Figure,
    GraphInput,
    GraphLine,
    GraphNode,
    NumberInput,
    Quote,
    QuoteLine,
    Step,
    TellInput,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Entry, Sheet

PRICES = {"rope": 1, "hook": 1, "lantern": 2}
LINE = GraphLine(id="rope--hook", one="rope", other="hook", price=1, style="thin")
PATH = "entries.kits.0.entries.parts"
KIT = Entry(kind="kit", name="Climber", entries={"parts": (Entry(kind="rope"), Entry(kind="hook"))})

DIAGRAM = GraphInput(
    path="entries.parts",
    label="Parts",
    nodes=tuple(
        GraphNode(
            id=name,
            label=name.title(),
            price=price,
            column=place,
            row=0,
            note="It glows" if name == "lantern" else "",
            repeats=name == "lantern",
            inputs=(TextInput("texts.of", "Of what"),) if name == "lantern" else (),
            group="Light" if name == "lantern" else "Height",
        )
        for place, (name, price) in enumerate(PRICES.items())
    ),
    lines=(LINE,),
    inputs=(
        ChooseInput("lists.extras", "Extras", (Choice("long", "Long"), Choice("light", "Light")), repeating=("long",)),
        TextInput("texts.note", "Note", optional=True),
    ),
)
SIZE = NumberInput("numbers.size", "Size", 1, 2, preset=1, words=("Small", "Large"))
FORM = EntryForm(
    kind="kit",
    label="Kit",
    inputs=(TextInput("name", "Name"), SIZE, DIAGRAM, TextInput("texts.from", "From whom")),
    ready=(KIT,),
)


def quote(sheet: Sheet, path: str) -> Quote | None:
    if not path.endswith("entries.parts"):
        return None
    names = [part.kind for part in held(sheet, path) or ()]
    crossed = {"rope", "hook"} <= set(names)
    return Quote(
        "Parts",
        (
            *(QuoteLine(name.title(), PRICES[name], marks=(name,)) for name in names),
            *((QuoteLine("Rope to Hook", 1, marks=(LINE.id,)),) if crossed else ()),
        ),
        {"lantern": 2, **({"hook": 2} if names == ["rope"] else {})},
    )


def no_features(_template: str, _values: Mapping[str, str]) -> Feature:
    raise NotImplementedError("Nobody has features here.")


def procedure() -> CreationProcedure:
    step = Step(
        id="gear",
        title="Gear",
        help="What is carried?",
        inputs=(
            TextInput("name", "Name"),
            EntriesInput(path="entries.kits", label="Kits", forms=(FORM,)),
            TellInput("weight", "Weight"),
        ),
    )
    return CreationProcedure(
        kinds=(Choice("hero", "Hero"),),
        steps=lambda _: (step,),
        blank=lambda kind: Sheet(ruleset="graph", name="", kind=kind),
        problems=lambda _: (),
        compose=no_features,
        finish=lambda sheet: sheet,
        figures=lambda sheet: (Figure("weight", "Weight", str(len(held(sheet, PATH) or ()))),),
        quote=quote,
    )


RETH = Sheet(ruleset="graph", name="Reth", entries={"kits": (KIT,)})
