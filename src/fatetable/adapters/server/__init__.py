"""The table on the web: sockets for the seats, a small HTTP interface, and the page."""
