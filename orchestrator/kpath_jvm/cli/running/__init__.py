"""Verbs about recordings that run."""
