"""The tables of the book, for tests."""

from fatetable.rulesets.strange.book import read_tables

TABLES = read_tables()
