"""The server: a WebSocket for each seat, an HTTP interface, and the page."""
