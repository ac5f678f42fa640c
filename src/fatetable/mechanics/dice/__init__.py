"""Dice notation, the pool a table throws, and exact odds."""
