"""Writes the archive of classes in a separate process."""
