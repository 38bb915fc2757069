"""What sampling costs, and what it has of the exact profile."""
