"""Settled branches: their tests told nothing new in a run, so some of these may be unnecessary."""
