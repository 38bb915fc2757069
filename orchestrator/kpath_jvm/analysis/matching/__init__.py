"""Finds methods, blocks and paths that were the same before a change, even if they aren't equal."""
