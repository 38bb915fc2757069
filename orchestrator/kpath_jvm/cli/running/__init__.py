"""Verbs for recordings that are running."""
