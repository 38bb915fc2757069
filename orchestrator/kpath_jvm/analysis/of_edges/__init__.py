"""Computes how often blocks and edges were executed, from counts of paths or of edges."""
