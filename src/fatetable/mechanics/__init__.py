"""The vocabulary the Fate games share, which names none of them."""
