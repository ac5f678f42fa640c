"""The tables of the book, as the tests read them."""

from fatetable.rulesets.skein.book.tables import read_tables

TABLES = read_tables()
