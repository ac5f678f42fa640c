"""Starting the server process: uvicorn, warm-up, garbage collection."""
