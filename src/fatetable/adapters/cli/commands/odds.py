"""The command that computes exact chances; the outcomes and their names come from the ruleset."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.mechanics.book.bands import Bands
    from fatetable.mechanics.dice.notation import DiceNotation
    from fatetable.mechanics.ruleset import Ruleset

MOST_INVOKES = 20
MOST_SCALES = 20
DICE = "4dF"
LONGEST_FRACTION = 16
MOST_ROWS = 50
RARE = Fraction(1, 1000)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("bonus", nargs=-1)
@click.option("--against", metavar="NUMBER", help="A difficulty: a number or a word of the ladder.")
@click.option("--opposed", metavar="BONUS", help="An opponent rolls too, with this bonus.")
@click.option(
    "--invokes",
    type=click.IntRange(0, MOST_INVOKES),
    default=0,
    metavar="N",
    help="Invocations to spend after the throw.",
)
@click.option(
    "--ahead",
    type=click.IntRange(-MOST_SCALES, MOST_SCALES),
    default=0,
    metavar="N",
    help="By how many scales (power tiers, say) the roll is above what it meets; less than 0 if it is below.",
)
@click.option("--goal", metavar="OUTCOME", help="The outcome that is enough (default: the least success).")
@click.option("--ruleset", metavar="ID", help="The ruleset whose outcomes count (default: the first one installed).")
@click.option(
    "--dial", "dials", multiple=True, metavar="NAME=VALUE", help="An option of the table; may be given several times."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, with exact fractions.")
def odds(
    bonus: tuple[str, ...],
    against: str | None,
    opposed: str | None,
    invokes: int,
    ahead: int,
    goal: str | None,
    ruleset: str | None,
    dials: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compute the exact chances of a roll.

    BONUS is what is added to four Fate dice: a number, a word of the ladder, or other dice such as 3dF+1d6.
    Invocations are used in the best way: one by one, each for a bonus or a new throw, and no more than needed.

    \b
    Examples:
      fatetable odds +3 --against 2
      fatetable odds Good --opposed +2 --invokes 1
      fatetable odds +3 --against Great --goal style --json
      fatetable odds +3 --opposed +4 --ahead 2 --ruleset ID
    """
    from fatetable.adapters.cli.chosen_ruleset import ruleset_with

    if stray := next((word for word in bonus if word.startswith("--")), None):
        raise click.NoSuchOption(stray)
    if against is not None and opposed is not None:
        raise click.UsageError("Choose either --against or --opposed.")
    if against is None and opposed is None and (invokes or goal):
        raise click.UsageError("Invocations and goals need something to roll against: add --against or --opposed.")
    game = ruleset_with(ruleset, dials)
    if ahead and game.dice_ahead is None:
        raise click.UsageError(f"In {game.title} nothing is rolled on several scales.")
    # A side that is behind rolls as ever: the dice of the other side change.
    dice = _dice(game, " ".join(bonus) or "+0", ahead if opposed is None else max(0, ahead))
    if against is None and opposed is None:
        _totals(game, dice, as_json)
        return
    wanted = _goal(game, _bands(game, against is not None), goal)
    opposition = game.ladder.parse(against) if against is not None else _dice(game, opposed or "", max(0, -ahead))
    _outcomes(game, dice, opposition, invokes, wanted, as_json)


def _dice(game: Ruleset, text: str, ahead: int) -> DiceNotation:
    """The dice: those that were typed, or those of somebody so many scales ahead, with a bonus."""
    from fatetable.engine.errors import MalformedCommand
    from fatetable.mechanics.book.ladder import signed
    from fatetable.mechanics.dice.notation import parse_dice

    try:
        number = game.ladder.parse(text)
    except MalformedCommand:
        if not any(character.isdecimal() for character in text) and "d" not in text.lower():
            raise
        if ahead:
            raise click.UsageError("With --ahead the ruleset says what is rolled; give a bonus alone.") from None
        return parse_dice(text)
    if game.dice_of_level is not None:
        if not (thrown := game.dice_of_level(number)):
            raise click.UsageError(f"With {game.ladder.label(number)} no dice are thrown.")
        return parse_dice(thrown)
    usual = game.dice_ahead(ahead) if game.dice_ahead is not None else DICE
    return parse_dice(f"{usual}{signed(number)}" if number else usual)


def _bands(game: Ruleset, is_against_a_number: bool) -> Bands:
    return (game.bands_against_a_number if is_against_a_number else None) or game.bands


def _goal(game: Ruleset, bands: Bands, wanted: str | None) -> str:
    if wanted is None:
        return bands.success
    by_name = {name.casefold(): name for name in bands.outcomes}
    by_word = {game.word(name).casefold(): name for name in bands.outcomes}
    found = by_name.get(wanted.casefold()) or by_word.get(wanted.casefold())
    if found is None:
        raise click.BadParameter(f"choose one of {', '.join(bands.outcomes)}.", param_hint="'--goal'")
    return found


def _totals(game: Ruleset, dice: DiceNotation, as_json: bool) -> None:
    """The chance of each total, for a roll without a difficulty."""
    from fatetable.mechanics.dice.odds import notation_weights

    weights = notation_weights(dice)
    numbers = [number for number, _ in weights.items()]
    if as_json:
        rows = [
            {"total": n, "word": game.ladder.word(n)}
            | _exact("chance", weights.chance_of(n))
            | _exact("at_least", weights.chance_at_least(n))
            for n in numbers
        ]
        _echo_json({"ruleset": game.id, "roll": dice.text, "totals": rows} | _exact("mean", weights.mean))
        return
    from fatetable.adapters.cli.display.bars import bar_chart
    from fatetable.mechanics.book.ladder import signed
    from fatetable.mechanics.ruleset import in_percent

    has_words = all(die.name.endswith("dF") for die in dice.dice)
    shown = [n for n in numbers if len(numbers) <= MOST_ROWS or weights.chance_of(n) >= RARE]
    click.echo(click.style(dice.text, bold=True))
    chart = [
        (
            game.ladder.label(n) if has_words else signed(n),
            weights.chance_of(n),
            f"{in_percent(weights.chance_at_least(n)):>5} or more",
        )
        for n in reversed(shown)
    ]
    click.echo("\n".join(bar_chart(chart)))
    if len(shown) < len(numbers):
        click.echo(f"{len(numbers) - len(shown)} rare totals are left out; --json has them all.")


def _outcomes(
    game: Ruleset, dice: DiceNotation, opposition: int | DiceNotation, invokes: int, goal: str, as_json: bool
) -> None:
    from fatetable.mechanics.dice.notation import DiceNotation
    from fatetable.mechanics.dice.odds import certain, notation_weights, play_invokes

    thrown = notation_weights(DiceNotation(dice.text, dice.groups, 0))
    rest = certain(dice.modifier)
    ahead = rest.minus(opposition if isinstance(opposition, int) else notation_weights(opposition))
    bands = _bands(game, isinstance(opposition, int))
    prospect = play_invokes(thrown, ahead, reroll=thrown, invokes=invokes, bands=bands, goal=goal)
    enough = bands.outcomes[bands.outcomes.index(goal) :]
    reached = sum((prospect.chances[name] for name in enough), Fraction())
    if as_json:
        rows = [
            {"outcome": name, "word": game.word(name)} | _exact("chance", chance)
            for name, chance in prospect.chances.items()
        ]
        against = opposition if isinstance(opposition, int) else opposition.text
        answer = {"ruleset": game.id, "roll": dice.text, "against": against, "invokes": invokes, "goal": goal}
        _echo_json(answer | {"outcomes": rows} | _exact("reached", reached) | _exact("spent", prospect.spent))
        return
    from fatetable.adapters.cli.display.bars import bar_chart
    from fatetable.mechanics.ruleset import in_percent

    with_invokes = f" with {invokes} invocation{'s' * (invokes != 1)}" if invokes else ""
    told = _told(game, opposition) if isinstance(opposition, int) else opposition.text
    click.echo(click.style(f"{dice.text} against {told}{with_invokes}", bold=True))
    chart = [(game.word(name), chance, str(chance)) for name, chance in prospect.chances.items()]
    if any(len(fraction) > LONGEST_FRACTION for _, _, fraction in chart):
        chart = [(name, chance, "") for name, chance, _ in chart]
    click.echo("\n".join(bar_chart(chart)))
    or_better = " or better" if len(enough) > 1 else ""
    click.echo(f"{game.word(goal)}{or_better}: {click.style(in_percent(reached), bold=True)}")
    if invokes:
        click.echo(f"Spent on average: {float(prospect.spent):.2f} of {invokes}")


def _told(game: Ruleset, difficulty: int) -> str:
    """A difficulty by its word, unless dice are added up to reach a plain number."""
    return game.ladder.label(difficulty) if game.dice_of_level is None else str(difficulty)


def _exact(name: str, number: Fraction) -> dict[str, Any]:
    """A chance for programs: the exact fraction and the nearest float."""
    return {name: str(number), f"{name}_float": float(number)}


def _echo_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, indent=2))
