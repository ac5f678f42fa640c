"""What rolls are made for: undertakings with a price and details, and procedures that are rows of a table."""
