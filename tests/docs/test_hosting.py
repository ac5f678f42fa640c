"""The page for hosts: the program understands its commands, and all files in `deploy/` are on it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from fatetable.adapters.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMAND = re.compile(rf"\bfatetable ((?:{'|'.join(COMMANDS)})\b[^\n`]*)")


@pytest.mark.parametrize("typed", sorted(set(COMMAND.findall(PAGE))))
def test_a_command_on_the_page_is_understood(typed: str) -> None:
    name, *arguments = shlex.split(typed)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    command.make_context(name, arguments)


def test_every_file_for_hosts_is_on_the_page() -> None:
    assert [file.name for file in (ROOT / "deploy").iterdir() if f"(../deploy/{file.name})" not in PAGE] == []


def test_what_matters_for_nginx_is_in_its_file() -> None:
    site = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    told = PAGE.partition("What matters in it:\n\n```text\n")[2].partition("\n```")[0]
    lines = [line.strip() for line in told.splitlines()]
    assert len(lines) > 8
    assert [line for line in lines if line not in {own.strip() for own in site.splitlines()}] == []
