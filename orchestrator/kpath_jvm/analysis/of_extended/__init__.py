"""Paths that are no Ball-Larus paths: what they are called, and their iterations."""
