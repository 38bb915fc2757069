"""Branches whose test told nothing new in a run: what could be tested less often."""
