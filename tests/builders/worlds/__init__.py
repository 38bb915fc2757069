"""A small program, its short runs, and what profiles show of them."""
