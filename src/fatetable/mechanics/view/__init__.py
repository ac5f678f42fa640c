"""Blocks: what a viewer sees of the state."""
