"""Graphs that decode the numbers of paths that aren't Ball-Larus paths."""
