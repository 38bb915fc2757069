"""Turns what was recorded into the tables of a profile."""
