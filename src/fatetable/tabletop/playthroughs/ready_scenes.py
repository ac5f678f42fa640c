"""The ready-made scenes that come with the rulesets, and setting up a table for one.

A ready-made scene is a playthrough that only sets up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fatetable import rulesets
from fatetable.engine.errors import MalformedCommand

if TYPE_CHECKING:
    from fatetable.mechanics.book.dials import DialValue
    from fatetable.mechanics.ruleset import Ruleset
    from fatetable.tabletop.playthroughs.playthrough import Playthrough
    from fatetable.tabletop.table import Table


class ReadyScene(NamedTuple):
    ruleset: str
    name: str
    script: Playthrough

    @property
    def title(self) -> str:
        return self.script.title

    @property
    def art(self) -> str:
        """The name of its picture; its own name, if its file names none."""
        return self.script.art or self.name

    def with_dials(self, given: Mapping[str, DialValue]) -> ReadyScene:
        """The same scene with these dials added."""
        return self._replace(script=msgspec.structs.replace(self.script, dials={**self.script.dials, **given}))

    def with_content(self, given: Mapping[str, str]) -> ReadyScene:
        """The same scene with these tables of the campaign's own."""
        return self._replace(script=msgspec.structs.replace(self.script, content={**self.script.content, **given}))


def ready_scenes(ruleset_id: str) -> Iterator[ReadyScene]:
    """The scenes of a ruleset."""
    from fatetable.tabletop.playthroughs.playthrough import read_playthrough

    for name, text in rulesets.scenes(ruleset_id).items():
        yield ReadyScene(ruleset_id, name, read_playthrough(text, name))


def all_scenes(ruleset_id: str | None) -> Iterator[ReadyScene]:
    """The scenes of one ruleset, or of all."""
    for each in (ruleset_id[:60],) if ruleset_id is not None else rulesets.folders():
        yield from ready_scenes(each)


def find_scene(name: str | None, ruleset_id: str | None) -> ReadyScene:
    """The scene whose name is or begins with `name`; without a name, the first one."""
    scenes = list(all_scenes(ruleset_id))
    if name is None:
        found = scenes[:1]
    else:
        wanted = name.casefold()
        found = [scene for scene in scenes if scene.name == wanted] or [
            scene for scene in scenes if wanted and scene.name.startswith(wanted)
        ]
    if len(found) == 1:
        return found[0]
    known = ", ".join(scene.name for scene in scenes) or "none"
    problem = f'"{name[:60]}" names no single scene' if name is not None else "There is no scene to begin with"
    raise MalformedCommand("no-such-scene", f"{problem}; there are: {known}.")


def set_up(
    scene: ReadyScene, secret: bytes, *, table_id: str = "table", title: str = "", ruleset: Ruleset | None = None
) -> Table:
    """A table set up for the scene, with its dice sealed; `ruleset` is passed if it is loaded already.

    Without a `title` the table has the title of the scene.
    """
    from fatetable.tabletop.playthroughs.runner import open_scene, run

    script = msgspec.structs.replace(scene.script, title=title or scene.title, art=scene.art)
    result = run(script, table_id=table_id, ruleset=ruleset)
    mismatches = result.mismatches
    if not mismatches:
        result.table.seal(secret)
        mismatches = open_scene(script, result.table)
    if mismatches:
        first = mismatches[0]
        message = f'The scene "{scene.name}" does not go as written, line {first.line}: {first.message}'
        raise MalformedCommand("broken-scene", f"{message.rstrip('.')}.")
    return result.table
