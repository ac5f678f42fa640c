"""Sessions and scenes, zones, and how characters and places enter play."""
