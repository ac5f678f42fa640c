"""Frames written the short way are what any client reads."""

import pytest
from websockets.frames import Frame, Opcode

from fatetable.adapters.server.live.websocket_protocol import text_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_of_any_length_is_the_one_the_library_would_write(length: int) -> None:
    message = b"x" * length
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
