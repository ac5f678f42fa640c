"""HTTP endpoints: tables, rulesets, the builder, static files."""
