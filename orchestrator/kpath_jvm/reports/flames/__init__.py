"""Writes profiles as stacks for flame graph tools: classes, methods, loops and sequences."""
