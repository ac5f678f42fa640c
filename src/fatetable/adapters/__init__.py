"""Everything outside the engine: the terminal, the server and the stores."""
