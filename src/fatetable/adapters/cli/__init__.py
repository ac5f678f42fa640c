"""The command line, a thin voice for the table and the builder."""
