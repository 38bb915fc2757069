"""A benchmark of what a cut of a recording, such as a reset, costs the program."""
