"""Measures what profilers know: compares their profiles of a program with an exact profile."""
