"""Writes a profile as one HTML page that opens from disk."""
