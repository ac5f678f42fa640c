"""Everything that may be wrong with a sheet."""
