"""Patterns of what compilers may make of conditions, and how branches match them."""
