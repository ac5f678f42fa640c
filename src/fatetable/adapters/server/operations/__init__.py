"""The JSON log and the metrics."""
