"""A store of tables in a PostgreSQL database, for servers of several machines."""
