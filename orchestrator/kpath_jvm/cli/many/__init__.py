"""Verbs about many profiles at once: adding them up, keeping them, asking about all."""
