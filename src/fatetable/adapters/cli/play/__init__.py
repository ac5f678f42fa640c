"""A game for several people at one keyboard."""
