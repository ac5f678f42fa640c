"""The command that runs playthroughs and reports where they did not go as written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from fatetable.tabletop.playthroughs.expectations import Mismatch


class Replayed(NamedTuple):
    """The result of one file, or why it could not be played."""

    name: str
    title: str = ""
    steps: int = 0
    mismatches: Sequence[Mismatch] = ()
    error: str = ""
    code: str = ""

    @property
    def went_as_written(self) -> bool:
        return not self.mismatches and not self.error


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def replay(files: tuple[Path, ...], as_json: bool) -> None:
    """Run playthroughs and report every mismatch.

    FILE is a playthrough in YAML.
    Without one, all playthroughs and scenes of the rulesets are run.
    Ends with status 1 if anything did not go as written.

    \b
    Examples:
      fatetable replay
      fatetable replay duel.yaml chase.yaml
      fatetable replay duel.yaml --json
    """
    results = []
    for name, text in _texts(files):
        result = text if isinstance(text, Replayed) else _replayed(name, text)
        results.append(result)
        if not as_json:
            _tell(result)
    if as_json:
        _echo_json(results)
    elif len(results) > 1:
        click.echo(_summary(results))
    if not all(result.went_as_written for result in results):
        raise click.exceptions.Exit(1)


def _texts(files: tuple[Path, ...]) -> Iterator[tuple[str, str | Replayed]]:
    """The name and the text of every file; for one that cannot be read, the error instead of the text."""
    from fatetable import rulesets

    for path in files:
        yield str(path), _text(path)
    if not files:
        for ruleset in rulesets.folders():
            for kind, texts in (
                ("playthroughs", rulesets.playthroughs(ruleset)),
                ("scenes", rulesets.scenes(ruleset)),
            ):
                yield from ((f"{ruleset}/{kind}/{name}.yaml", text) for name, text in texts.items())


def _text(path: Path) -> str | Replayed:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        return Replayed(str(path), error=f"{path} cannot be read: {error.strerror}.", code="not-readable")
    except UnicodeDecodeError:
        return Replayed(str(path), error=f"{path} is not a text in UTF-8.", code="not-readable")


def _replayed(name: str, text: str) -> Replayed:
    from fatetable.engine.errors import FatetableError
    from fatetable.tabletop.playthroughs.playthrough import read_playthrough
    from fatetable.tabletop.playthroughs.runner import run

    try:
        playthrough = read_playthrough(text, name)
        result = run(playthrough)
    except FatetableError as error:
        return Replayed(name, error=error.message, code=error.code)
    return Replayed(name, playthrough.title, len(playthrough.steps), result.mismatches)


def _tell(result: Replayed) -> None:
    from fatetable.builder.visible_text import visible

    if result.error:
        click.echo(f"{_mark(result)} {visible(result.error)} ({result.code})")
        return
    click.echo(f"{_mark(result)} {visible(result.name)}: {visible(result.title)}")
    for mismatch in result.mismatches:
        click.echo(f"     line {mismatch.line}: {visible(mismatch.message)}")


def _mark(result: Replayed) -> str:
    return click.style("ok  ", fg="green") if result.went_as_written else click.style("FAIL", fg="red")


def _summary(results: Sequence[Replayed]) -> str:
    good = sum(result.went_as_written for result in results)
    return f"{good} of {len(results)} went as written."


def _echo_json(results: Sequence[Replayed]) -> None:
    import msgspec

    def data(result: Replayed) -> dict[str, Any]:
        return {
            "file": result.name,
            "title": result.title,
            "steps": result.steps,
            "ok": result.went_as_written,
            "mismatches": [{"line": one.line, "message": one.message} for one in result.mismatches],
            "error": {"code": result.code, "message": result.error} if result.error else None,
        }

    answer = {"ok": all(result.went_as_written for result in results), "files": [data(result) for result in results]}
    click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
