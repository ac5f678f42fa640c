"""Makes characters by the creation procedure of a ruleset, and reads and writes sheets."""
