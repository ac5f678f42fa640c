"""Processes that do work on the input of strangers, within limits of time and memory, and can be ended."""
