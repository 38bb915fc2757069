"""Finds JDKs and running JVMs, composes commands, and runs the target's process."""
