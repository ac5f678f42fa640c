"""Character sheets, how they are made and checked, and the cast in play."""
