"""A server started by hand, in a real terminal."""

from pathlib import Path

from tests.adapters.terminal import Terminal


def test_whoever_starts_a_server_by_hand_reads_where_the_lobby_is_and_nothing_else(tmp_path: Path) -> None:
    with Terminal("serve", "--port", "0", "--data", tmp_path / "data") as terminal:
        shown = terminal.read_until(r"Ctrl\+C closes it\)\n")
        assert shown.startswith("The lobby is open: http://127.0.0.1:")
        assert shown.count("\n") == 1
        terminal.press(b"\x03", "")
        assert terminal.end() == 0
