"""Runs the creation procedure of a ruleset, from an empty sheet to a finished character."""
