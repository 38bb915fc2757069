"""Runs a plan in lanes, goes on where it stopped, and writes the tables."""
