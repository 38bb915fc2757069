"""Measures how accurate a profile is: its overlap with another profile, and bounds on flows."""
