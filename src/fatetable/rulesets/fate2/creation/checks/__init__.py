"""What can be wrong with a sheet."""
