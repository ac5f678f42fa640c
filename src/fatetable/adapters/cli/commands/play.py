"""The command to play with several people at one keyboard; `play/session.py` runs the game."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--scene", metavar="NAME", help="A ready-made scene; the beginning of its name is enough.")
@click.option("--ruleset", metavar="ID", help="Only scenes of this ruleset.")
@click.option(
    "--content",
    "tables",
    multiple=True,
    metavar="NAME=FILE",
    help="A table of your campaign's own; see rulesets --tables.",
)
@click.option("--list", "is_list", is_flag=True, help="List the ready-made scenes.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the game to FILE after every step.")
def play(
    file: Path | None, scene: str | None, ruleset: str | None, tables: tuple[str, ...], is_list: bool, save: Path | None
) -> None:
    """Play a scene together at one keyboard.

    The person whose decision it is sees what they may do, with price, odds and rules.
    FILE is a saved game; without it, a ready-made scene begins.
    A saved game is a log that anybody may read, and a file with the secret of the dice, which nobody should read before
    play is closed.

    \b
    Examples:
      fatetable play
      fatetable play --list
      fatetable play --scene fight --save evening.log
      fatetable play --content skills=our-skills.toml
      fatetable play evening.log
    """
    from fatetable.adapters.cli.play.saved_games import NotSaved, read_game
    from fatetable.tabletop.playthroughs.ready_scenes import all_scenes, find_scene, set_up

    if is_list:
        for each in all_scenes(ruleset):
            click.echo(f"{click.style(each.name, bold=True)} ({each.ruleset}): {each.title}")
            click.echo(click.wrap_text(each.script.about, initial_indent="  ", subsequent_indent="  "))
        return
    if file is not None and (scene or ruleset or tables):
        raise click.UsageError("A saved game brings its own scene, ruleset and tables along.")
    if save is not None and save.exists() and save != file:
        raise NotSaved("file-exists", f'"{save}" exists already; go on with it by: fatetable play "{save}".')

    from fatetable.adapters.cli.chosen_ruleset import content_of
    from fatetable.adapters.cli.dialogs.keyboard import Keyboard
    from fatetable.adapters.cli.play.screen import Screen
    from fatetable.adapters.cli.play.session import Session
    from fatetable.adapters.secrets_for_dice import new_secret

    if file is not None:
        table, secret = read_game(file)
        if secret is None:
            # Play was closed, so the game continues with new dice.
            secret = new_secret()
            table.seal(secret)
    else:
        secret = new_secret()
        table = set_up(find_scene(scene, ruleset).with_content(content_of(tables)), secret)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    Session(table, secret, save or file, Screen(is_terminal=is_terminal), Keyboard(is_terminal=is_terminal)).run()
