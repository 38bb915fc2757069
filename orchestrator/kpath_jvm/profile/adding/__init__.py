"""Adds up any number of profiles, one after the other; keeps one copy of what they share."""
