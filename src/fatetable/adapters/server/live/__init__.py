"""Tables in play: the registry, the queue of each table, connections."""
