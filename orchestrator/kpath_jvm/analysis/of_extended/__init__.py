"""Names paths that aren't Ball-Larus paths, and divides them into iterations."""
