"""Graphs by which numbers of paths that are no Ball-Larus paths are decoded."""
