"""Pictures that people upload: read with care, and written anew."""
