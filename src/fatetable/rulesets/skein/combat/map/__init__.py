"""Movement on a map: steps, routes, borders, reach and what bars a way."""
