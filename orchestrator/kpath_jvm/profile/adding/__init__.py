"""Adds up any number of profiles, one after the other; what they have in common is kept once."""
