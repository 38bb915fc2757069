"""Finds methods and paths that are the same in several profiles, whatever their numbers are."""
