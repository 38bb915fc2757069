"""Builders of code in other languages, and of the branches that it is matched with."""
