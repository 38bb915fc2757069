"""Judges gates: the conditions that a profile, or a difference, must meet to pass."""
