"""One trial or recorded run: its processes, what they measured, and where the results are kept."""
