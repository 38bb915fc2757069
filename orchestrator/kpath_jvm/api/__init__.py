"""Answers questions of notebooks and programs about a profile, as pandas tables."""
