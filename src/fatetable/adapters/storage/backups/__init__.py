"""Copies of the tables: once a day, brought back, or of what is whole after damage."""
