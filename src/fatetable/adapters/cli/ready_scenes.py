"""The ready-made scenes that come with the rulesets, and setting a table up for one.

Knows no ruleset by name.
"""

from __future__ import annotations

from typing import NamedTuple

from fatetable.tabletop.table import Table


class ReadyScene(NamedTuple):
    ruleset: str
    name: str
    title: str
    about: str


def ready_scenes(ruleset_id: str) -> tuple[ReadyScene, ...]:
    """The scenes of a ruleset, the one to begin with first."""
    return (ReadyScene(ruleset_id, "fight", "A fight on the quay", "Two heroes against two foes."),)


def set_up(scene: ReadyScene, secret: bytes) -> Table:
    """A table at which the scene is about to begin, with its dice sealed."""
    from fatetable.mechanics.casting import AddOpponent, BringCharacter
    from fatetable.mechanics.conflicts import StartConflict
    from fatetable.mechanics.scenes import StartScene, StartSession

    table = Table.open(scene.ruleset, {"gm": "gm", "ana": "player", "bo": "player"}, title=scene.title)
    heroes = table.ruleset.forms("hero")
    for seat, sheet in zip(("ana", "bo"), heroes, strict=False):
        table.send(seat, BringCharacter(sheet, seat))  # type: ignore[arg-type]
    for sheet in table.ruleset.forms("opponent")[:2]:
        table.send("gm", AddOpponent(sheet, open_aspects=True))  # type: ignore[arg-type]
    table.send("gm", StartSession())
    table.send("gm", StartScene(scene.title, tuple(table.state.slices["cast"])))
    foes = tuple(actor.id for actor in table.state.slices["cast"].values() if not actor.is_pc)
    table.send("gm", StartConflict("physical", foes))
    table.seal(secret)
    return table
