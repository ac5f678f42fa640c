"""One game at one table: who sits where, what was said and what it came to."""
