"""A benchmark of what a cut of a recording costs the program."""
