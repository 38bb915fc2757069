"""What sampling costs, and how much of the exact profile it finds."""
