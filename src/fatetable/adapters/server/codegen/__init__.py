"""Writes the TypeScript types of the page."""
