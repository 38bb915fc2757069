"""Recordings that are under way: looks at them, what has changed, and how to show that.

A look is an ordinary profile that the recorder writes into a directory of ours, and that is read
like any other.
"""
