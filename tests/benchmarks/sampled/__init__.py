"""A benchmark of what sampling costs, and of how much of the exact profile it finds."""
