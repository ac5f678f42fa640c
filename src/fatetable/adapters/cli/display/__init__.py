"""Drawing sheets, blocks and bars in the terminal."""
