"""Pages of the documentation that are written from the source and from the built rulesets."""
