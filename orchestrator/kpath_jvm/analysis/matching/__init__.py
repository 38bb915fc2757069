"""Finds the methods, blocks and paths that two versions of a program have in common."""
