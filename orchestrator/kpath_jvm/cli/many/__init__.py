"""Verbs for many profiles at once: to add them up, to keep them, or to query all of them."""
