"""The journal of a table: handouts of the game master, and notes that everybody writes and reads."""
