"""What a rulebook fixes as data: dials, ladder, outcome bands, what outcomes grant, and citations."""
