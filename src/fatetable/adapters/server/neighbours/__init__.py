"""Several worker processes of one server: where a table is played, and how a connection gets there."""
