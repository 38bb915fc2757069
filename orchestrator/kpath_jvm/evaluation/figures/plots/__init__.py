"""Draws tables as bars, lines or points, on a sheet with a title, a legend and a note."""
