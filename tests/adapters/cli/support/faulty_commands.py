"""Commands that go wrong in every way a command can, to see what people are told."""

import click


@click.command()
def breaks() -> None:
    raise ZeroDivisionError("somewhere deep inside\nthe program")


@click.command()
def lacks() -> None:
    raise FileNotFoundError(2, "No such file or directory", "somewhere")


@click.command()
def stops() -> None:
    raise KeyboardInterrupt


@click.command()
def asks() -> None:
    click.prompt("What now")
