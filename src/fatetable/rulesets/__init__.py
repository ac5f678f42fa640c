"""One folder per rulebook, found by looking and never listed."""
