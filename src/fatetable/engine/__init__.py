"""Commands in, events out: the machinery of a table, without any rule of Fate."""
