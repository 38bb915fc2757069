"""Computes bounds on how often one path followed another, from counts of overlapping paths."""
