"""Games written down as files: reading, running and checking them."""
