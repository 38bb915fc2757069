"""One trial, one recorded run: their processes, what they measured, where it is kept."""
