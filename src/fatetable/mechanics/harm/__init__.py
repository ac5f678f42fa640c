"""What hits do to characters, and how they recover."""
