"""Names extended paths, and divides them into iterations."""
