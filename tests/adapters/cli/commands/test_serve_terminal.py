"""A server started by hand, in a real terminal."""

import re
import subprocess
from pathlib import Path

import httpx

from fatetable.adapters.qr_code import QUIET, squares
from fatetable.adapters.server.addresses import own_addresses
from tests.adapters.cli.support.terminal import PROGRAM, Terminal

QUESTION = r"Let others on your network join\? \[y/N\]: $"
NOBODY_ELSE = "This computer is on no network at the moment, so nobody else can join yet.\n"


def squares_shown(screen: str) -> tuple[str, ...]:
    """The rows of the QR code on a screen, as a camera sees them."""
    lines = [line for line in screen.splitlines() if set(line) & set("█▀▄")]
    rows = ["".join("1" if square in halves else "0" for square in line) for line in lines for halves in ("█▀", "█▄")]
    return tuple(row[QUIET:-QUIET] for row in rows)


def test_a_host_who_wants_nobody_else_reads_where_the_lobby_is_and_nothing_else(tmp_path: Path) -> None:
    with Terminal("serve", "--port", "0", "--data", tmp_path / "data") as terminal:
        terminal.read_until(QUESTION)
        shown = terminal.type("", r"Ctrl\+C closes it\)\n").lstrip("\n")
        assert shown.startswith("The lobby is open: http://127.0.0.1:")
        assert shown.count("\n") == 1
        terminal.press(b"\x03", "")
        assert terminal.end() == 0


def test_a_host_who_says_yes_reads_the_address_for_others_and_sees_it_as_a_code(tmp_path: Path) -> None:
    with Terminal("serve", "--port", "0", "--data", tmp_path / "data") as terminal:
        terminal.read_until(QUESTION)
        shown = terminal.type("y", r"firewall of this computer\.\n|join yet\.\n")
        if own := own_addresses():
            found = re.search(rf"Others on your network open: (http://{re.escape(own[0])}:\d+/)", shown)
            assert found, shown
            rows = squares(found[1])
            assert squares_shown(shown)[: len(rows)] == rows
            assert httpx.get(f"{found[1]}healthz").text == "ok\n"
        else:
            assert shown.endswith(NOBODY_ELSE)
        terminal.press(b"\x03", "")
        assert terminal.end() == 0


def test_a_terminal_that_is_too_narrow_shows_no_code(tmp_path: Path) -> None:
    public = ("--public-url", "https://tables.example.org")
    with Terminal("serve", "--port", "0", "--data", tmp_path / "data", *public, columns=30) as terminal:
        shown = terminal.read_until(r"Others open: https://tables\.example\.org/\n")
        assert "█" not in shown
        terminal.press(b"\x03", "")
        assert terminal.end() == 0


def test_a_service_is_not_asked_and_prints_no_code(tmp_path: Path) -> None:
    command: list[str | Path] = [PROGRAM, "serve", "--lan", "--port", "0", "--data", tmp_path / "data"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        assert service.stdout.readline().startswith("The lobby is open: http://localhost:")
        told = service.stdout.readline()
        service.terminate()
        rest = service.stdout.read()
    assert told.startswith("Others on your network open: http://") if own_addresses() else told == NOBODY_ELSE
    assert "█" not in rest


def test_the_metrics_have_a_port_of_their_own_if_the_host_wants_them(tmp_path: Path) -> None:
    settings = ["--port", "0", "--metrics-port", "0", "--host", "127.0.0.1"]
    command: list[str | Path] = [PROGRAM, "serve", *settings, "--data", tmp_path / "data"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        lobby = service.stdout.readline().split()[4]
        told = next(line for line in service.stdout if line.startswith("Metrics: "))
        try:
            assert "fatetable_pages 0\n" in httpx.get(told.split()[1]).text
            assert httpx.get(f"{lobby}metrics").status_code in (404, 503)
        finally:
            service.terminate()


def test_a_host_listens_either_on_the_network_or_at_an_address(tmp_path: Path) -> None:
    command: list[str | Path] = [PROGRAM, "serve", "--lan", "--host", "127.0.0.1", "--data", tmp_path / "data"]
    told = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert told.returncode == 2
    assert "Choose either --lan or --host." in told.stderr
    assert not (tmp_path / "data").exists()
