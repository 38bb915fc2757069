"""Verbs for many profiles at once: they add them up, keep them, or ask about all of them."""
