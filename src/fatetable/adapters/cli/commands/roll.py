"""The command that rolls dice.

It loads no ruleset unless a result is compared with a difficulty, so that it starts quickly.

"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.mechanics.book.ladder import Ladder
    from fatetable.mechanics.ruleset import Ruleset

DEFAULT = "4dF"
MOST_TIMES = 1000
MOST_FACES_SHOWN = 40


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("notation", nargs=-1)
@click.option(
    "--ruleset", metavar="ID", help="The ruleset whose ladder names the result (default: the first one installed)."
)
@click.option(
    "--times", type=click.IntRange(1, MOST_TIMES), default=1, metavar="N", help="Roll N times (default: once)."
)
@click.option("--against", metavar="NUMBER", help="Compare with a number or a word of the ladder.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def roll(notation: tuple[str, ...], ruleset: str | None, times: int, against: str | None, as_json: bool) -> None:
    """Roll dice.

    NOTATION adds up dice and numbers, such as 4dF+3, d6-d6 or 6d6kh2 (the two highest of six).
    The default is 4dF.

    \b
    Examples:
      fatetable roll
      fatetable roll 4dF+3 --against Good
      fatetable roll 2d6+1 --times 5 --json
    """
    from fatetable.adapters.secrets_for_dice import loose_dice
    from fatetable.engine.chance import Position
    from fatetable.mechanics.dice.notation import parse_dice

    if stray := next((word for word in notation if word.startswith("--")), None):
        raise click.NoSuchOption(stray)
    wanted = parse_dice("".join(notation) or DEFAULT)
    ladder, game, difficulty = _compared_with(ruleset, against)
    dice = loose_dice()
    rolls = []
    for number in range(times):
        throw = dice.throw(Position(0, number), wanted.dice)
        counted = wanted.counted(throw)
        total = wanted.total(throw)
        told: dict[str, Any] = {"faces": throw.shown, "counted": counted, "total": total, "word": ladder.word(total)}
        if game is not None:
            margin = total - difficulty
            told |= {"against": difficulty, "margin": margin, "outcome": game.bands.outcome(margin)}
        rolls.append(told)
    if as_json:
        import json

        click.echo(json.dumps({"notation": "".join(notation) or DEFAULT, "rolls": rolls}, indent=2))
        return
    names = [die.name for die in wanted.dice]
    # The words of the ladder are only for Fate dice.
    has_words = ruleset is not None or game is not None or all(name.endswith("dF") for name in names)
    for told in rolls:
        click.echo(_line(names, told, wanted.modifier, has_words, game))


def _compared_with(ruleset: str | None, against: str | None) -> tuple[Ladder, Ruleset | None, int]:
    from fatetable import rulesets

    chosen = ruleset[:60] if ruleset is not None else rulesets.folders()[0]
    ladder = rulesets.ladder(chosen)
    if against is None:
        return ladder, None, 0
    return ladder, rulesets.load(chosen), ladder.parse(against)


def _line(names: list[str], told: dict[str, Any], modifier: int, has_words: bool, game: Ruleset | None) -> str:
    from fatetable.mechanics.book.ladder import signed
    from fatetable.tabletop.words.dice_faces import mixed_faces

    parts = []
    if len(names) <= MOST_FACES_SHOWN:
        parts.append(mixed_faces(names, told["faces"], told["counted"]))
    else:
        parts.append(f"{len(names)} dice")
    if modifier:
        parts.append(signed(modifier))
    total = signed(told["total"]) if has_words else str(told["total"])
    parts.append(f"= {click.style(total, bold=True)}")
    word = told["word"]
    # Some rulesets have no words for numbers.
    if has_words and word != signed(told["total"]):
        parts.append(click.style(word, bold=True))
    if game is not None:
        margin = signed(told["margin"])
        against = game.ladder.label(told["against"])
        parts.append(f"against {against}: {game.word(told['outcome'])} ({margin})")
    return " ".join(parts)
