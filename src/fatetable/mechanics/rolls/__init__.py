"""The life of a roll, from declaration to outcome."""
