"""Origin checks, security headers and rate limits."""
