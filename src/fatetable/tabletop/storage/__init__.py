"""Tables kept in a store: opening, loading, snapshots, seats and keys."""
