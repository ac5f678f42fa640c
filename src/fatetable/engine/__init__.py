"""Commands in, events out: the machinery of a table, which knows nothing about Fate."""
