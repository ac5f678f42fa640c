"""The problems of a sheet, one module per kind of character."""
