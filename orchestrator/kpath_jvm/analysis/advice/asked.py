"""Defines how messages name the branches that a kind of advice considers."""

#: A loop's own blocks are those that are in no inner loop.
OWN = "branch of the loop's own blocks"
OUTSIDE_TEST = f"{OWN} outside its loop test"
