"""Paths that aren't Ball-Larus paths: their names and their iterations."""
