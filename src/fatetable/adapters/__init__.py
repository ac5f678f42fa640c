"""Where the engine meets the world: terminals, files and networks."""
