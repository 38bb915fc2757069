"""Finds settled branches: their tests told nothing new in a run, so some may be unnecessary."""
