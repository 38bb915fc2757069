"""Profiles as the stacks that flame graph tools show: classes, methods, loops and sequences."""
