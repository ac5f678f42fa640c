"""The problems of a sheet, one module per part of it."""
