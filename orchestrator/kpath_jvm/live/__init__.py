"""Shows recordings that are under way: it takes looks at them, and finds what has changed.

A look is an ordinary profile that the recorder writes into a directory of ours, and that is read
like any other.
"""
