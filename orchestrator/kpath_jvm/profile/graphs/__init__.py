"""Graphs that decode path numbers other than plain Ball-Larus numbers.

These are the numbers of extended paths, and those that ``--guide`` gives to hot Ball-Larus paths.
"""
