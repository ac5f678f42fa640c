"""The stores: in memory, or in one SQLite file."""
