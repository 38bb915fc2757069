"""Recordings that are under way, as they go: looks at them, what has changed, and how to show it.

A look is an ordinary profile that the recorder writes into a directory of ours, read as any other.
"""
