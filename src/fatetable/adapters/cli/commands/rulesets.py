"""The command that lists the rulesets with their ready-made scenes and dials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.mechanics.book.dials import Dial, DialValue
    from fatetable.mechanics.book.own_tables import OwnTable
    from fatetable.mechanics.ruleset import Ruleset

WIDEST_TEXT = 88


@click.command()
@click.option("--dials", "of", metavar="ID", help="Show the dials of one ruleset: what each decides and its values.")
@click.option(
    "--tables", "own", metavar="ID", help="Show the tables of one ruleset that a campaign may have otherwise."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def rulesets(of: str | None, own: str | None, as_json: bool) -> None:
    """List the rulesets and the dials of each.

    A dial is an option that the book leaves to the table.
    Commands with --dial set it by NAME=VALUE.
    A table of the book, such as a list, can be replaced by one of your own with --content NAME=FILE.

    \b
    Examples:
      fatetable rulesets
      fatetable rulesets --dials ID
      fatetable rulesets --tables ID
      fatetable rulesets --json
    """
    from fatetable import rulesets as installed

    if of is not None:
        game = installed.load(of[:60])
        if as_json:
            _echo_json({"ruleset": game.id, "dials": [_dial_as_data(game, dial) for dial in game.dial_info]})
        else:
            _show_dials(game)
        return
    if own is not None:
        game = installed.load(own[:60])
        if as_json:
            _echo_json({"ruleset": game.id, "tables": [_table_as_data(table) for table in game.own_tables]})
        else:
            _show_tables(game)
        return
    if as_json:
        _echo_json({"rulesets": [_about(ruleset_id) for ruleset_id in installed.folders()]})
        return
    for ruleset_id in installed.folders():
        _show(_about(ruleset_id))


def _about(ruleset_id: str) -> dict[str, Any]:
    from fatetable import rulesets as installed
    from fatetable.tabletop.playthroughs.ready_scenes import ready_scenes

    book = installed.rulebook(ruleset_id)
    return {
        "id": ruleset_id,
        "title": book.book.title,
        "edition": book.book.edition,
        "rules": len(book.rules),
        "dials": len(installed.load(ruleset_id).dial_info),
        "scenes": [{"name": scene.name, "title": scene.title} for scene in ready_scenes(ruleset_id)],
        "attribution": installed.attribution(ruleset_id),
    }


def _show(about: dict[str, Any]) -> None:
    click.echo(f"{click.style(about['id'], bold=True)}  {about['title']} ({about['edition']})")
    click.echo(f"  {about['rules']} rules; {about['dials']} dials: fatetable rulesets --dials {about['id']}")
    for scene in about["scenes"]:
        click.echo(f"  scene {scene['name']}: {scene['title']}")
    click.echo(_wrapped(about["attribution"], "  "))
    click.echo()


def _show_dials(game: Ruleset) -> None:
    click.echo(click.style(f"Dials of {game.title}", bold=True))
    for dial in game.dial_info:
        default = _written(game.dials[dial.name])
        values = [written + " (default)" * (written == default) for written in map(_written, dial.values)]
        click.echo(f"\n{click.style(dial.name, bold=True)}: {', '.join(values)}")
        click.echo(_wrapped(dial.meaning, "  "))
        for value, meaning in dial.about.items():
            click.echo(_wrapped(f"{value}: {meaning}", "    "))
        for name, needed in dial.needs.items():
            click.echo(f"  Has an effect only with {name}={' or '.join(map(_written, needed))}.")
        if dial.cites:
            click.echo(click.style(f"  {', '.join(dial.cites)}", dim=True))


def _dial_as_data(game: Ruleset, dial: Dial) -> dict[str, Any]:
    return {
        "name": dial.name,
        "meaning": dial.meaning,
        "values": dial.values,
        "about": dial.about,
        "default": game.dials[dial.name],
        "cites": dial.cites,
        "needs": dial.needs,
    }


def _show_tables(game: Ruleset) -> None:
    click.echo(click.style(f"Tables of {game.title} that a campaign may have otherwise", bold=True))
    for table in game.own_tables:
        click.echo(f"\n{click.style(table.name, bold=True)}: {table.meaning}")
        click.echo("".join(f"  {line}\n" for line in table.example.splitlines()), nl=False)


def _table_as_data(table: OwnTable) -> dict[str, Any]:
    return {"name": table.name, "meaning": table.meaning, "example": table.example, "cites": table.cites}


def _written(value: DialValue) -> str:
    """A value of a dial as it is typed after the equals sign."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(text: str, indent: str) -> str:
    import shutil

    width = min(WIDEST_TEXT, shutil.get_terminal_size().columns)
    return click.wrap_text(text, width, initial_indent=indent, subsequent_indent=indent)


def _echo_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, indent=2))
