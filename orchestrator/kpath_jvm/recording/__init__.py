"""Reads what a run leaves behind: the segment in shared memory, and the files beside it."""
