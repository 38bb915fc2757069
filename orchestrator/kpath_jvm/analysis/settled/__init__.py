"""Settled branches: their tests told nothing new in a run, so some tests may be unnecessary."""
