"""Finds JDKs, composes commands, owns the target's process, and runs recordings."""
