"""One game at one table: its log, its state and the view of each seat."""
