"""Settled branches: testing them told nothing new in a run, so they could be tested less."""
