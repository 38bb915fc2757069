"""Shows recordings that are under way: it takes looks at them, and finds out what has changed.

A look is an ordinary profile. The recorder writes it into one of our directories, and it is read
like any other profile.
"""
