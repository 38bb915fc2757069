"""Defines patterns of what compilers may make of conditions, and matches branches with them."""
