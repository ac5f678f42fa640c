"""Runs the way a ruleset makes characters, and brings sheets in and out of files."""
