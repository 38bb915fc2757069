"""Measures how much profilers' profiles tell, by comparing them with an exact profile."""
